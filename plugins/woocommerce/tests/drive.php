<?php

/**
 * Plays one request to a shop: `php drive.php STATE-FILE STEP JSON`. Prints what it led to, as JSON. With `WORDPRESS`, the
 * shop is the WordPress in that folder, where doubles take the place of WooCommerce.
 */

declare(strict_types=1);

if (getenv('WORDPRESS') === false) {
    require __DIR__ . '/bootstrap.php';
} else {
    require_once __DIR__ . '/site.php';
    require getenv('WORDPRESS') . '/wp-load.php';
}

use Tidegate\WooCommerce\Gateway;
use Tidegate\WooCommerce\OpenOrders;
use Tidegate\WooCommerce\Webhook;

[, $file, $step, $json] = $argv;
$input = json_decode($json, true, 64, JSON_THROW_ON_ERROR);
Site::load($file);

$result = match ($step) {
    'activate' => (static function (): array {
        require_once ABSPATH . 'wp-admin/includes/plugin.php';
        $plugin = 'tidegate-for-woocommerce/tidegate-for-woocommerce.php';
        $error = activate_plugin('woocommerce/woocommerce.php') ?? activate_plugin($plugin);
        return ['error' => is_wp_error($error) ? $error->get_error_message() : null, 'active' => is_plugin_active($plugin)];
    })(),
    'delete' => (static function (): array {
        require_once ABSPATH . 'wp-admin/includes/plugin.php';
        deactivate_plugins('tidegate-for-woocommerce/tidegate-for-woocommerce.php');
        uninstall_plugin('tidegate-for-woocommerce/tidegate-for-woocommerce.php');
        global $wpdb;
        return $wpdb->get_col("SELECT option_name FROM {$wpdb->options} WHERE option_name LIKE '%tidegate%'");
    })(),
    'gateways' => array_map(
        static fn (Gateway $gateway): string => $gateway->id,
        array_values(array_filter(apply_filters('woocommerce_payment_gateways', []), static fn (Gateway $each): bool => $each->is_available())),
    ),
    'language' => (static function () use ($input): string {
        add_filter('determine_locale', static fn (): string => $input['locale']);
        do_action('init');
        return __('Gateway address', 'tidegate-for-woocommerce');
    })(),
    'settings' => update_option('woocommerce_tidegate_settings', $input),
    'order' => WC_Order::make(['items' => array_map(
        static fn (array $item): WC_Order_Item => new WC_Order_Item(...$item),
        $input['items'] ?? [],
    )] + $input)->get_id(),
    'pay' => (new Gateway($input['coin'] ?? null))->process_payment($input['order']),
    'change' => (static function () use ($input): bool {
        Site::$orders[$input['order']] = $input['data'] + Site::$orders[$input['order']];
        return true;
    })(),
    'webhook' => Webhook::receive($input['body'], static fn (string $name): string => $input['headers'][$name] ?? ''),
    'refund' => (static function () use ($input): mixed {
        $answer = (new Gateway())->process_refund($input['order'], $input['amount'], 'Broken');
        return $answer instanceof WP_Error ? $answer->get_error_message() : $answer;
    })(),
    'check' => (static function (): bool {
        OpenOrders::checkAll();
        return true;
    })(),
    'show' => array_diff_key(WC_Order::read($input['order'])->data, ['items' => 0]),
};
Site::store($file);
echo json_encode(['result' => $result, 'notices' => Site::$notices, 'log' => Site::$log], JSON_THROW_ON_ERROR), "\n";
