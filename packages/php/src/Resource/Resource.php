<?php

declare(strict_types=1);

namespace Tidegate\Resource;

use Tidegate\CursorPage;
use Tidegate\Exception\UnexpectedAnswerException;
use Tidegate\Http\Answer;
use Tidegate\Http\Http;
use Tidegate\LastResponse;
use Tidegate\Listing;
use Tidegate\Model\Model;
use Tidegate\Model\Pagination;
use Tidegate\Page;

/** How every resource calls the API. */
abstract class Resource
{
    final public function __construct(protected readonly Http $http)
    {
    }

    /**
     * The object of an answer.
     *
     * @template T of Model
     * @param callable(array<array-key, mixed>, LastResponse): T $make
     * @return T
     */
    protected static function one(Answer $answer, callable $make): Model
    {
        return $make(self::listIn($answer, 'data'), $answer->lastResponse);
    }

    /**
     * A list in pages.
     *
     * @template T of Model
     * @param array<array-key, mixed> $query
     * @param callable(array<array-key, mixed>): T $make
     * @return Listing<T>
     */
    protected function listing(string $path, array $query, callable $make): Listing
    {
        $first = $query['page'] ?? null;
        $read = function (?int $number) use ($path, $query, $make): Page {
            $answer = $this->http->send('GET', $path, query: $number === null ? $query : ['page' => $number] + $query);
            $pagination = new Pagination(self::listIn($answer, 'pagination'));
            return new Page(
                self::made($answer, $make),
                $pagination->total,
                $pagination->page,
                $pagination->per_page,
                $answer->lastResponse,
            );
        };
        return new Listing(is_int($first) ? $first : null, $read);
    }

    /**
     * Everything after a cursor, page by page, until there is no more now.
     *
     * @template T of Model
     * @param array<array-key, mixed> $query
     * @param callable(array<array-key, mixed>): T $make
     * @return \Generator<int, CursorPage<T>>
     */
    protected function pagesAfter(string $path, array $query, callable $make): \Generator
    {
        do {
            $answer = $this->http->send('GET', $path, query: $query);
            $next = $answer->content['next'] ?? null;
            if (!is_string($next)) {
                throw new UnexpectedAnswerException('The gateway sent a list without a cursor.');
            }
            $page = new CursorPage(self::made($answer, $make), ($answer->content['has_more'] ?? null) === true, $next);
            yield $page;
            $query['after'] = $next;
        } while ($page->hasMore);
    }

    /**
     * @template T of Model
     * @param callable(array<array-key, mixed>): T $make
     * @return list<T>
     */
    private static function made(Answer $answer, callable $make): array
    {
        $items = [];
        foreach (self::listIn($answer, 'data') as $item) {
            $items[] = is_array($item) ? $make($item) : throw self::unexpected('data');
        }
        return $items;
    }

    /** @return array<array-key, mixed> */
    private static function listIn(Answer $answer, string $name): array
    {
        $value = $answer->content[$name] ?? null;
        return is_array($value) ? $value : throw self::unexpected($name);
    }

    private static function unexpected(string $name): UnexpectedAnswerException
    {
        return new UnexpectedAnswerException("The gateway sent an answer without {$name}.");
    }
}
