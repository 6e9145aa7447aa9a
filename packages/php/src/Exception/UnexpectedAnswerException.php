<?php

declare(strict_types=1);

namespace Tidegate\Exception;

/** An answer, or the body of a signed webhook, that this version of the package cannot read. */
final class UnexpectedAnswerException extends TidegateException
{
}
