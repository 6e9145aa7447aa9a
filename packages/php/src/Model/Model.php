<?php

declare(strict_types=1);

namespace Tidegate\Model;

use Tidegate\Exception\UnexpectedAnswerException;
use Tidegate\LastResponse;

/**
 * An object of the API. Fields that this version of the package does not know are in `toArray()`.
 *
 * @phpstan-consistent-constructor
 */
abstract class Model implements \JsonSerializable
{
    /** @param array<array-key, mixed> $data */
    public function __construct(private readonly array $data, private readonly ?LastResponse $lastResponse = null)
    {
    }

    /** @param array<array-key, mixed> $data */
    public static function from(array $data, ?LastResponse $lastResponse = null): static
    {
        return new static($data, $lastResponse);
    }

    /** How the call was answered that returned this object; null for objects inside of others. */
    public function lastResponse(): ?LastResponse
    {
        return $this->lastResponse;
    }

    /**
     * The object as the API returned it.
     *
     * @return array<array-key, mixed>
     */
    public function toArray(): array
    {
        return $this->data;
    }

    /** @return array<array-key, mixed> */
    public function jsonSerialize(): array
    {
        return $this->data;
    }

    /** @return array<array-key, mixed> */
    public function __debugInfo(): array
    {
        // Of a new webhook endpoint.
        return isset($this->data['secret']) ? ['secret' => '(hidden)'] + $this->data : $this->data;
    }

    protected static function string(mixed $value, string $field): string
    {
        return is_string($value) ? $value : throw self::unexpected($field, 'text');
    }

    protected static function int(mixed $value, string $field): int
    {
        return is_int($value) ? $value : throw self::unexpected($field, 'a whole number');
    }

    protected static function number(mixed $value, string $field): int|float
    {
        return is_int($value) || is_float($value) ? $value : throw self::unexpected($field, 'a number');
    }

    protected static function bool(mixed $value, string $field): bool
    {
        return is_bool($value) ? $value : throw self::unexpected($field, 'true or false');
    }

    /** @return array<array-key, mixed> */
    protected static function object(mixed $value, string $field): array
    {
        return is_array($value) ? $value : throw self::unexpected($field, 'an object');
    }

    /** @return list<static> */
    protected static function listFrom(mixed $value, string $field): array
    {
        $make = static fn (mixed $item): static => static::from(self::object($item, $field));
        return array_map($make, array_values(self::object($value, $field)));
    }

    /** @return list<string> */
    protected static function strings(mixed $value, string $field): array
    {
        return array_values(self::map($value, $field));
    }

    /** @return array<string, string> */
    protected static function map(mixed $value, string $field): array
    {
        $map = [];
        foreach (self::object($value, $field) as $name => $text) {
            $map[(string) $name] = self::string($text, "{$field}.{$name}");
        }
        return $map;
    }

    private static function unexpected(string $field, string $expected): UnexpectedAnswerException
    {
        return new UnexpectedAnswerException("The gateway sent a {$field} that is not {$expected}.");
    }
}
