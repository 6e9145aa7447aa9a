<?php

declare(strict_types=1);

namespace Tidegate\Exception;

/** 5xx: the gateway could not serve the request. A POST may be sent again with the same idempotency key. */
final class ServerException extends ApiException
{
}
