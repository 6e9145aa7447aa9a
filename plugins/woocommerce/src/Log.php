<?php

declare(strict_types=1);

namespace Tidegate\WooCommerce;

/** Writes to WooCommerce's log (WooCommerce → Status → Logs, source `tidegate`). Credentials are masked. */
final class Log
{
    public static function info(string $message): void
    {
        if (Settings::get('debug') === 'yes') {
            self::write('info', $message);
        }
    }

    public static function error(string $message): void
    {
        self::write('error', $message);
    }

    private static function write(string $level, string $message): void
    {
        wc_get_logger()->log($level, self::masked($message), ['source' => 'tidegate']);
    }

    private static function masked(string $message): string
    {
        $secrets = [Settings::get('api_secret'), ...(preg_split('/[\s,]+/', Settings::get('notification_keys')) ?: [])];
        $found = array_filter($secrets, static fn (string $secret): bool => strlen($secret) >= 8);
        return preg_replace('/whsec_[A-Za-z0-9+\/=_-]+/', '[key]', str_replace($found, '[secret]', $message)) ?? '';
    }
}
