<?php

declare(strict_types=1);

namespace Tidegate;

use Tidegate\Model\Model;

/**
 * A page of a list that goes on after a cursor and skips nothing.
 *
 * @template T of Model
 */
final class CursorPage
{
    /** @param list<T> $data */
    public function __construct(
        public readonly array $data,
        public readonly bool $hasMore,
        /** The `after` of the next page, also when this one is empty. */
        public readonly string $next,
    ) {
    }
}
