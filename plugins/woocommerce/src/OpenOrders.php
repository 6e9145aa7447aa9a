<?php

declare(strict_types=1);

namespace Tidegate\WooCommerce;

/** Looks at orders whose webhook may be missing: when the customer returns, each hour, and before they are canceled. */
final class OpenOrders
{
    public const HOOK = 'tidegate_check_open_orders';
    private const MAX_PER_METHOD = 25;
    private const DAYS = 7;
    private const PAUSE_SECONDS = 10;

    /** The customer returned from the payment page: show what is true now. */
    public static function onReturn(mixed $orderId): void
    {
        $order = wc_get_order($orderId);
        if (!$order instanceof \WC_Order || !self::isOurs($order) || $order->is_paid()) {
            return;
        }
        // Anyone with the link can reload the page as often as they like.
        $pause = 'tidegate_returned_' . $order->get_id();
        if (get_transient($pause) === false) {
            set_transient($pause, '1', self::PAUSE_SECONDS);
            self::refresh($order);
        }
    }

    /** Each hour, for webhooks that did not arrive. */
    public static function checkAll(): void
    {
        foreach ([null, ...array_keys(Settings::COINS)] as $coin) {
            $orders = wc_get_orders([
                'limit' => self::MAX_PER_METHOD,
                'status' => ['wc-pending', 'wc-on-hold'],
                'payment_method' => Gateway::idOf($coin),
                'date_created' => '>' . (time() - self::DAYS * 86400),
                'orderby' => 'rand',
            ]);
            foreach ($orders as $order) {
                if ($order instanceof \WC_Order) {
                    self::refresh($order);
                }
            }
        }
    }

    /** WooCommerce is about to cancel an unpaid order. Money may have arrived meanwhile. */
    public static function mayCancel(bool $mayCancel, mixed $order): bool
    {
        if (!$mayCancel || !$order instanceof \WC_Order || !self::isOurs($order)) {
            return $mayCancel;
        }
        if (!self::refresh($order)) {
            return false;
        }
        $now = wc_get_order($order->get_id());
        return $now instanceof \WC_Order && $now->has_status('pending');
    }

    /** The order was canceled: its invoice must not be paid any more. */
    public static function onCanceled(mixed $orderId): void
    {
        $order = wc_get_order($orderId);
        $invoiceId = $order instanceof \WC_Order ? (new OrderRecord($order))->current() : '';
        if (!$order instanceof \WC_Order || !Client::isId($invoiceId)) {
            return;
        }
        try {
            $client = Settings::client();
            if (StatusMap::isOpen($client->readInvoice($invoiceId))) {
                $client->cancelInvoice($invoiceId);
            }
        } catch (ApiError $error) {
            Log::error("Order {$order->get_id()}: invoice {$invoiceId} could not be canceled. " . $error->describe());
        }
    }

    /** Whether the invoice could be looked at. */
    private static function refresh(\WC_Order $order): bool
    {
        $invoiceId = (new OrderRecord($order))->current();
        if (!Client::isId($invoiceId)) {
            return true;
        }
        try {
            return (new OrderUpdater(Settings::client()))->refresh($invoiceId) !== OrderUpdater::BUSY;
        } catch (ApiError $error) {
            Log::error("Order {$order->get_id()}: invoice {$invoiceId} could not be read. " . $error->describe());
            return false;
        }
    }

    private static function isOurs(\WC_Order $order): bool
    {
        return str_starts_with((string) $order->get_payment_method(), 'tidegate');
    }
}
