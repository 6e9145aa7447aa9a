<?php

declare(strict_types=1);

namespace Tidegate\Exception;

/** 403: the key may not do this. */
final class PermissionException extends ApiException
{
}
