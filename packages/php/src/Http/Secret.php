<?php

declare(strict_types=1);

namespace Tidegate\Http;

/**
 * A text that nothing prints: `var_dump`, `print_r`, `dd`, casts and JSON read the properties of an object, and the
 * static variables of a closure. This one has none.
 */
final class Secret
{
    /** @var \WeakMap<self, string>|null */
    private static ?\WeakMap $texts = null;

    public function __construct(#[\SensitiveParameter] string $text)
    {
        self::$texts ??= new \WeakMap();
        self::$texts[$this] = $text;
    }

    public function reveal(): string
    {
        return self::$texts[$this] ?? throw new \LogicException('A copy of a secret does not have it.');
    }

    /** @return never */
    public function __serialize(): array
    {
        throw new \LogicException('A client holds the secret and cannot be stored.');
    }
}
