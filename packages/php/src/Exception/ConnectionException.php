<?php

declare(strict_types=1);

namespace Tidegate\Exception;

/**
 * No answer arrived: the request may have been carried out or not. Send it again with `idempotencyKey`, which is that
 * of the request.
 */
final class ConnectionException extends TidegateException
{
    public function __construct(
        string $message,
        public readonly ?string $idempotencyKey,
        ?\Throwable $previous = null,
    ) {
        parent::__construct($message, 0, $previous);
    }
}
