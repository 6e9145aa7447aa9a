<?php

declare(strict_types=1);

namespace Tidegate;

use Tidegate\Model\Model;

/**
 * One page of a list.
 *
 * @template T of Model
 */
final class Page
{
    /** @param list<T> $data */
    public function __construct(
        public readonly array $data,
        /** How many objects all pages have. */
        public readonly int $total,
        public readonly int $page,
        public readonly int $perPage,
        public readonly LastResponse $lastResponse,
    ) {
    }
}
