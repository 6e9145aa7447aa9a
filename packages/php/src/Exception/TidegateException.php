<?php

declare(strict_types=1);

namespace Tidegate\Exception;

/** Every exception that this package throws, except for wrong arguments, which are an `\InvalidArgumentException`. */
abstract class TidegateException extends \RuntimeException
{
}
