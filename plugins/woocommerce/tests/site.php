<?php

declare(strict_types=1);

/** The state of a site between requests: what a database would keep. */
final class Site
{
    /** @var array<string, mixed> */
    public static array $options = [];
    /** @var array<string, mixed> */
    public static array $transients = [];
    /** @var array<int, array<string, mixed>> */
    public static array $orders = [];
    /** @var list<string> */
    public static array $notices = [];
    /** @var list<string> */
    public static array $log = [];
    /** @var list<array{0: string, 1: callable}> */
    public static array $hooks = [];
    /** @var (callable(string, string, array<string, mixed>): mixed)|null answers HTTP calls; null for real ones */
    public static $http = null;
    /** Runs before an order is read, as a second process would. */
    public static $beforeRead = null;

    public static function reset(): void
    {
        self::$options = self::$transients = self::$orders = self::$notices = self::$log = self::$hooks = [];
        self::$http = self::$beforeRead = null;
    }

    public static function store(string $file): void
    {
        $all = [self::$options, self::$transients, self::$orders, self::$log];
        // A customer who clicks twice is two processes: the other one must not read half a file.
        $whole = $file . '.' . getmypid();
        file_put_contents($whole, serialize($all));
        rename($whole, $file);
    }

    public static function load(string $file): void
    {
        if (is_file($file)) {
            [self::$options, self::$transients, self::$orders, self::$log] = unserialize((string) file_get_contents($file));
        }
    }
}
