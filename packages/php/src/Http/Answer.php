<?php

declare(strict_types=1);

namespace Tidegate\Http;

use Tidegate\LastResponse;

/** An answer of the API, read. */
final class Answer
{
    /** @param array<array-key, mixed> $content */
    public function __construct(
        public readonly array $content,
        public readonly LastResponse $lastResponse,
    ) {
    }
}
