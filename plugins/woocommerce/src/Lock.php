<?php

declare(strict_types=1);

namespace Tidegate\WooCommerce;

/** Lets one process at a time change an order. A lock of a process that crashed ends by itself. */
final class Lock
{
    private const SECONDS = 60;

    /** Runs the function if nobody else holds the lock of this order. Answers whether it ran. */
    public static function run(int $orderId, callable $function): bool
    {
        $name = "tidegate_lock_{$orderId}";
        if (!self::take($name)) {
            return false;
        }
        try {
            $function();
        } finally {
            delete_option($name);
        }
        return true;
    }

    private static function take(string $name): bool
    {
        global $wpdb;
        // The unique name decides who is first; `add_option` would overwrite an existing row.
        $insert = "INSERT IGNORE INTO {$wpdb->options} (option_name, option_value, autoload) VALUES (%s, %s, 'no')";
        if ((int) $wpdb->query($wpdb->prepare($insert, $name, (string) time())) === 1) {
            return true;
        }
        $steal = "UPDATE {$wpdb->options} SET option_value = %s WHERE option_name = %s AND option_value < %s";
        $now = time();
        return (int) $wpdb->query($wpdb->prepare($steal, (string) $now, $name, (string) ($now - self::SECONDS))) === 1;
    }
}
