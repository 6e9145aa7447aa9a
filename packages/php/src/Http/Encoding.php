<?php

declare(strict_types=1);

namespace Tidegate\Http;

/** Bodies and queries as they are sent. */
final class Encoding
{
    private const DEPTH = 64;

    /**
     * @param array<array-key, mixed> $body
     * @throws \InvalidArgumentException if it contains a float, or text that is not UTF-8
     */
    public static function json(array $body): string
    {
        self::refuseFloats($body, '');
        try {
            $flags = JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE;
            return json_encode((object) $body, $flags, self::DEPTH);
        } catch (\JsonException $error) {
            throw new \InvalidArgumentException("The request is no JSON: {$error->getMessage()}.", 0, $error);
        }
    }

    /**
     * Lists are joined by commas, as the API takes them, and what is null is left out.
     *
     * @param array<array-key, mixed> $fields
     */
    public static function query(array $fields): string
    {
        self::refuseFloats($fields, '');
        $values = [];
        foreach ($fields as $name => $value) {
            if ($value !== null) {
                $values[(string) $name] = self::text((string) $name, $value);
            }
        }
        return $values === [] ? '' : '?' . http_build_query($values, '', '&', PHP_QUERY_RFC3986);
    }

    /** An id within a path. An id that is missing would otherwise name another call. */
    public static function id(string $id): string
    {
        if (preg_match('/\A[A-Za-z0-9_-]{1,100}\z/', $id) !== 1) {
            throw new \InvalidArgumentException("'{$id}' is no id.");
        }
        return $id;
    }

    private static function text(string $name, mixed $value): string
    {
        return match (true) {
            is_bool($value) => $value ? 'true' : 'false',
            is_string($value), is_int($value) => (string) $value,
            $value instanceof \DateTimeInterface =>
                \DateTimeImmutable::createFromInterface($value)->setTimezone(new \DateTimeZone('UTC'))->format('Y-m-d\TH:i:s.v\Z'),
            is_array($value) => implode(',', array_map(static fn (mixed $each): string => self::text($name, $each), $value)),
            default => throw new \InvalidArgumentException("{$name} of a query is text, a number, a time or a list."),
        };
    }

    /**
     * A float has lost digits before it gets here: 0.1 + 0.2 is 0.30000000000000004.
     *
     * @param array<array-key, mixed> $values
     */
    private static function refuseFloats(array $values, string $path): void
    {
        foreach ($values as $name => $value) {
            if (is_array($value)) {
                self::refuseFloats($value, "{$path}{$name}.");
            }
            if (is_float($value)) {
                $shown = json_encode($value);
                throw new \InvalidArgumentException(
                    "{$path}{$name} is the float {$shown}. Floats lose digits: pass amounts as text, such as '{$shown}'.",
                );
            }
        }
    }
}
