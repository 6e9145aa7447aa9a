<?php

declare(strict_types=1);

namespace Tidegate\WooCommerce;

/** The body of `POST /api/v1/invoices` for an order. */
final class InvoiceRequest
{
    private const MAX_ITEMS = 100;
    private const MAX_QUANTITY = 1_000_000;

    /** Fields that only decorate an order: without them it can be paid just as well. */
    private const DECORATION = ['items', 'customer', 'description', 'success_url', 'cancel_url', 'metadata'];

    /** The order's reference in the gateway, unique among the shop's orders. */
    public static function reference(\WC_Order $order): string
    {
        return Settings::get('reference_prefix') . 'order-' . $order->get_id();
    }

    public static function amount(\WC_Order $order): string
    {
        return self::text($order->get_total('edit'));
    }

    /** @return array<string, mixed> */
    public static function of(\WC_Order $order, ?string $coin, string $successUrl): array
    {
        $email = (string) $order->get_billing_email();
        $name = self::line(trim($order->get_billing_first_name() . ' ' . $order->get_billing_last_name()), 200);
        $customer = array_filter(['email' => is_email($email) ? $email : '', 'name' => $name], static fn ($text) => $text !== '');
        $body = [
            'amount' => self::amount($order),
            'currency' => strtoupper((string) $order->get_currency()),
            'reference' => self::reference($order),
            'description' => self::line(sprintf(
                /* translators: 1: order number, 2: name of the shop */
                __('Order %1$s at %2$s', 'tidegate-for-woocommerce'),
                $order->get_order_number(),
                wp_specialchars_decode((string) get_bloginfo('name'), ENT_QUOTES),
            ), 1000),
            'success_url' => $successUrl,
            'cancel_url' => $order->get_checkout_payment_url(),
            'notification_url' => Webhook::url(),
            'metadata' => self::metadata($order),
        ];
        $items = self::items($order);
        return $body
            + ($customer === [] ? [] : ['customer' => $customer])
            + ($items === [] ? [] : ['items' => $items])
            + ($coin === null ? [] : ['gate_id' => $coin]);
    }

    /**
     * The body without the decoration that the gateway refused; null if something else was refused.
     *
     * @param array<string, mixed> $body
     * @param list<string> $fields
     * @return array<string, mixed>|null
     */
    public static function without(array $body, array $fields): ?array
    {
        $refused = array_map(static fn (string $field): string => explode('.', $field)[0], $fields);
        // A sum that differs from the amount is reported as the amount, but only the items can be wrong.
        if (isset($body['items'])) {
            $refused = array_map(static fn (string $field): string => $field === 'amount' ? 'items' : $field, $refused);
        }
        if ($refused === [] || array_diff($refused, self::DECORATION) !== []) {
            return null;
        }
        return array_diff_key($body, array_flip($refused));
    }

    /** Whether the invoice was created for this order of this shop. @param array<string, mixed> $invoice */
    public static function isFor(array $invoice, \WC_Order $order): bool
    {
        $metadata = $invoice['metadata'] ?? null;
        $own = self::metadata($order);
        return is_array($metadata)
            && ($invoice['reference'] ?? null) === self::reference($order)
            && ($metadata['order_id'] ?? null) === $own['order_id']
            && ($metadata['order_check'] ?? null) === $own['order_check'];
    }

    /** @return array<string, string> */
    private static function metadata(\WC_Order $order): array
    {
        return [
            'platform' => 'woocommerce',
            'plugin_version' => Plugin::VERSION,
            'order_id' => (string) $order->get_id(),
            // Ties the invoice to this order of this shop without revealing the order's key.
            'order_check' => substr(wp_hash('tidegate|' . $order->get_id() . '|' . $order->get_order_key()), 0, 32),
        ];
    }

    /**
     * The order's lines after discounts and with tax, so that none is negative. Empty unless they add up to the total:
     * the amount is what counts.
     *
     * @return list<array{name: string, quantity: int, price: string}>
     */
    private static function items(\WC_Order $order): array
    {
        $items = [];
        $sum = '0';
        foreach ($order->get_items(['line_item', 'shipping', 'fee']) as $item) {
            $total = self::text($item->get_total());
            $tax = self::text($item->get_total_tax());
            if (!Decimal::isValid($total) || !Decimal::isValid($tax)) {
                return [];
            }
            $amount = Decimal::add($total, $tax);
            $sum = Decimal::add($sum, $amount);
            if (!Decimal::isZero($amount)) {
                $items[] = self::item((string) $item->get_name(), (int) $item->get_quantity(), $amount);
            }
        }
        $fits = count($items) <= self::MAX_ITEMS && Decimal::equals($sum, self::amount($order));
        $isExact = array_filter($items, static fn (array $item): bool => Decimal::places($item['price']) > 2) === [];
        return $fits && $isExact ? $items : [];
    }

    /** @return array{name: string, quantity: int, price: string} */
    private static function item(string $name, int $quantity, string $amount): array
    {
        $name = self::line($name, 180);
        $name = $name === '' ? '–' : $name;
        if ($quantity > 1 && $quantity <= self::MAX_QUANTITY) {
            $price = self::divided($amount, $quantity);
            if ($price !== null) {
                return ['name' => $name, 'quantity' => $quantity, 'price' => $price];
            }
            return ['name' => "{$name} × {$quantity}", 'quantity' => 1, 'price' => $amount];
        }
        return ['name' => $name, 'quantity' => 1, 'price' => $amount];
    }

    /** The price of one, if it has at most two decimals; null otherwise. */
    private static function divided(string $amount, int $quantity): ?string
    {
        if (Decimal::places($amount) > 2 || strlen($amount) > 15) {
            return null;
        }
        [$whole, $fraction] = explode('.', $amount . '.');
        $cents = (int) ($whole . str_pad($fraction, 2, '0'));
        if ($cents % $quantity !== 0) {
            return null;
        }
        $one = str_pad((string) intdiv($cents, $quantity), 3, '0', STR_PAD_LEFT);
        return Decimal::shortest(substr($one, 0, -2) . '.' . substr($one, -2));
    }

    /** An amount as WooCommerce stores it, as shortest text. Filters may have made a number of it. */
    private static function text(mixed $amount): string
    {
        $text = is_string($amount) && Decimal::isValid($amount)
            ? $amount
            : (string) wc_format_decimal($amount, wc_get_price_decimals());
        return Decimal::isValid($text) ? Decimal::shortest($text) : $text;
    }

    /** One line of plain text without control characters. */
    private static function line(string $text, int $maxLength): string
    {
        $plain = preg_replace('/[\x00-\x1f\x7f]+/u', ' ', wp_strip_all_tags($text)) ?? '';
        return trim(mb_substr($plain, 0, $maxLength));
    }
}
