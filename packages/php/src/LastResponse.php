<?php

declare(strict_types=1);

namespace Tidegate;

use Tidegate\Model\Warning;

/** How a call was answered, as `lastResponse()` of what it returns. */
final class LastResponse
{
    /** @param list<Warning> $warnings fields that the gateway left out or cut, because they only decorate */
    public function __construct(
        public readonly int $status,
        /** Names the request for support. */
        public readonly ?string $requestId,
        /** The answer is that of an earlier request with the same idempotency key. */
        public readonly bool $isReplayed,
        public readonly ?string $idempotencyKey,
        public readonly array $warnings,
    ) {
    }
}
