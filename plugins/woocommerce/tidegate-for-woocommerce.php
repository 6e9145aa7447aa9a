<?php
/**
 * Plugin Name: Tidegate for WooCommerce
 * Description: Accept cryptocurrency at your checkout. Orders follow their Tidegate invoice.
 * Version: 1.0.1
 * Requires at least: 6.5
 * Requires PHP: 8.1
 * Requires Plugins: woocommerce
 * WC requires at least: 8.2
 * License: Apache-2.0
 * License URI: https://www.apache.org/licenses/LICENSE-2.0
 * Text Domain: tidegate-for-woocommerce
 * Domain Path: /languages
 */

declare(strict_types=1);

defined('ABSPATH') || exit;

spl_autoload_register(static function (string $class): void {
    $prefix = 'Tidegate\\WooCommerce\\';
    if (str_starts_with($class, $prefix)) {
        $file = __DIR__ . '/src/' . str_replace('\\', '/', substr($class, strlen($prefix))) . '.php';
        if (is_file($file)) {
            require $file;
        }
    }
});

\Tidegate\WooCommerce\Plugin::start(__FILE__);
