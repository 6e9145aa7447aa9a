<?php

declare(strict_types=1);

namespace Tidegate\Exception;

/** 409: not possible in the current status, or in conflict with an earlier request. */
final class ConflictException extends ApiException
{
}
