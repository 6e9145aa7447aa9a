<?php

declare(strict_types=1);

namespace Tidegate\Http;

/** A request as it is sent. */
final class Request
{
    /** @param array<string, string> $headers by their names in lower case, without the credentials */
    public function __construct(
        public readonly string $method,
        public readonly string $url,
        public readonly array $headers,
        public readonly Secret $authorization,
        public readonly ?string $body,
        public readonly float $timeoutSeconds,
    ) {
    }
}
