<?php

declare(strict_types=1);

namespace Tidegate\Exception;

/** 401: key or secret are wrong. */
final class AuthenticationException extends ApiException
{
}
