<?php

declare(strict_types=1);

use Tidegate\Http\Transport;
use Tidegate\Tidegate;

/** A shop of the gateway under test, which the environment describes. */
final class Shop
{
    public const PRICE = ['amount' => '49.90', 'currency' => 'EUR'];

    public static function client(
        ?Transport $transport = null,
        ?string $secret = null,
        ?string $url = null,
        int $maxRetries = 2,
        float $timeoutSeconds = 30.0,
        string $of = 'shop',
    ): Tidegate {
        return new Tidegate(
            url: $url ?? self::fact('url'),
            key: self::fact("{$of}.key"),
            secret: $secret ?? self::fact("{$of}.secret"),
            maxRetries: $maxRetries,
            timeoutSeconds: $timeoutSeconds,
            transport: $transport,
        );
    }

    /** What the test that runs this one has prepared, such as `shop.key`. */
    public static function fact(string $name): string
    {
        $facts = json_decode((string) getenv('GATEWAY'), true, 8, JSON_THROW_ON_ERROR);
        return $facts[$name] ?? throw new LogicException("The test prepared no {$name}.");
    }
}
