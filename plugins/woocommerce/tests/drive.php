<?php

/** Plays one request to a shop: `php drive.php STATE-FILE STEP JSON`. Prints what it led to, as JSON. */

declare(strict_types=1);

require __DIR__ . '/bootstrap.php';

use Tidegate\WooCommerce\Gateway;
use Tidegate\WooCommerce\OpenOrders;
use Tidegate\WooCommerce\Webhook;

[, $file, $step, $json] = $argv;
$input = json_decode($json, true, 64, JSON_THROW_ON_ERROR);
Site::load($file);

$result = match ($step) {
    'settings' => update_option('woocommerce_tidegate_settings', $input),
    'order' => WC_Order::make(['items' => array_map(
        static fn (array $item): WC_Order_Item => new WC_Order_Item(...$item),
        $input['items'],
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
