<?php

declare(strict_types=1);

namespace Tidegate\Exception;

/** 400, 413, 415 and 422: the request is not valid; `fields` names what is wrong. */
final class ValidationException extends ApiException
{
}
