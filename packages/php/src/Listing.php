<?php

declare(strict_types=1);

namespace Tidegate;

use Tidegate\Model\Model;

/**
 * A list of the API: `foreach` goes through all of it, `page()` returns one page.
 *
 * @template T of Model
 * @implements \IteratorAggregate<int, T>
 */
final class Listing implements \IteratorAggregate
{
    /** @param \Closure(int|null): Page<T> $read */
    public function __construct(private readonly ?int $first, private readonly \Closure $read)
    {
    }

    /** @return Page<T> */
    public function page(): Page
    {
        return ($this->read)(null);
    }

    /**
     * Reads page by page. An object that newer ones moved to the next page meanwhile is given once.
     *
     * @return \Generator<int, T>
     */
    public function getIterator(): \Generator
    {
        $before = [];
        for ($number = $this->first ?? 1; ; $number++) {
            $page = ($this->read)($number);
            $seen = [];
            foreach ($page->data as $item) {
                $id = self::identityOf($item);
                $seen[$id] = true;
                if (!isset($before[$id])) {
                    yield $item;
                }
            }
            $before = $seen;
            if ($page->data === [] || $number * $page->perPage >= $page->total) {
                return;
            }
        }
    }

    /**
     * All of the list, at most `$limit` of it.
     *
     * @return list<T>
     */
    public function all(int $limit = 10_000): array
    {
        $items = [];
        foreach ($limit > 0 ? $this : [] as $item) {
            $items[] = $item;
            if (count($items) >= $limit) {
                break;
            }
        }
        return $items;
    }

    private static function identityOf(Model $item): string
    {
        $data = $item->toArray();
        return is_string($data['id'] ?? null) ? $data['id'] : serialize($data);
    }
}
