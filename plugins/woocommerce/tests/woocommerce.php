<?php

/** Doubles of what the plugin calls of WooCommerce. They follow WooCommerce's rules for stock and statuses. */

declare(strict_types=1);

final class WC_Order_Item
{
    public function __construct(
        private string $name,
        private int $quantity,
        private string $total,
        private string $tax = '0',
    ) {
    }

    public function get_name(): string
    {
        return $this->name;
    }

    public function get_quantity(): int
    {
        return $this->quantity;
    }

    public function get_total(): string
    {
        return $this->total;
    }

    public function get_total_tax(): string
    {
        return $this->tax;
    }
}

class WC_Order
{
    /** @var array<string, mixed> */
    public array $data;

    /** @param array<string, mixed> $data */
    public static function make(array $data): self
    {
        $order = new self();
        $order->data = $data + [
            'id' => count(Site::$orders) + 17,
            'status' => 'pending',
            'total' => '49.90',
            'currency' => 'EUR',
            'payment_method' => 'tidegate',
            'email' => 'jane@payer.test',
            'items' => [],
            'meta' => [],
            'notes' => [],
            'customer_notes' => [],
            'transaction_id' => '',
            'stock_reduced' => false,
        ];
        $order->save();
        return $order;
    }

    public static function read(int $id): ?self
    {
        if (!isset(Site::$orders[$id])) {
            return null;
        }
        $order = new self();
        $order->data = Site::$orders[$id];
        return $order;
    }

    public function save(): void
    {
        Site::$orders[$this->data['id']] = $this->data;
    }

    public function get_id(): int
    {
        return $this->data['id'];
    }

    public function get_order_number(): string
    {
        return (string) $this->data['id'];
    }

    public function get_order_key(): string
    {
        return 'wc_order_' . $this->data['id'];
    }

    public function get_total(string $context = 'view'): mixed
    {
        return $this->data['total'];
    }

    public function get_currency(): string
    {
        return $this->data['currency'];
    }

    public function get_billing_email(): string
    {
        return $this->data['email'];
    }

    public function get_billing_first_name(): string
    {
        return 'Jane';
    }

    public function get_billing_last_name(): string
    {
        return 'Doe';
    }

    public function get_payment_method(): string
    {
        return $this->data['payment_method'];
    }

    public function get_checkout_payment_url(): string
    {
        return home_url('/checkout/order-pay/' . $this->data['id'] . '/?pay_for_order=true');
    }

    /** @return list<WC_Order_Item> */
    public function get_items(array $types): array
    {
        return $this->data['items'];
    }

    public function get_meta(string $key): mixed
    {
        return $this->data['meta'][$key] ?? '';
    }

    public function update_meta_data(string $key, mixed $value): void
    {
        $this->data['meta'][$key] = $value;
    }

    /** Notes are rows of their own: they exist at once. */
    public function add_order_note(string $note, int $forCustomer = 0): void
    {
        $field = $forCustomer === 1 ? 'customer_notes' : 'notes';
        $this->data[$field][] = $note;
        Site::$orders[$this->data['id']][$field][] = $note;
    }

    /** @param string|list<string> $status */
    public function has_status(string|array $status): bool
    {
        return in_array($this->data['status'], (array) $status, true);
    }

    public function is_paid(): bool
    {
        return $this->has_status(['processing', 'completed']);
    }

    public function update_status(string $status, string $note = ''): void
    {
        $this->add_order_note(trim("{$note} Order status changed from {$this->data['status']} to {$status}."));
        $this->data['status'] = $status;
        if (in_array($status, ['processing', 'completed', 'on-hold'], true)) {
            $this->data['stock_reduced'] = true;
        } elseif (in_array($status, ['pending', 'cancelled'], true)) {
            $this->data['stock_reduced'] = false;
        }
        $this->save();
        do_action("woocommerce_order_status_{$status}", $this->data['id']);
    }

    public function payment_complete(string $transactionId): bool
    {
        if (!$this->has_status(['on-hold', 'pending', 'failed', 'cancelled'])) {
            return false;
        }
        $this->data['transaction_id'] = $transactionId;
        $this->update_status('processing');
        return true;
    }
}

abstract class WC_Payment_Gateway
{
    public string $id = '';
    public bool $has_fields = false;
    /** @var list<string> */
    public array $supports = [];
    public string $icon = '';
    public string $method_title = '';
    public string $method_description = '';
    /** @var array<string, mixed> */
    public array $form_fields = [];
    /** @var array<string, mixed> */
    public array $settings = [];
    public string $enabled = 'no';
    public string $title = '';
    public string $description = '';

    public function init_settings(): void
    {
        $this->settings = (array) get_option($this->get_option_key(), []);
    }

    abstract public function get_option_key();

    public function is_available(): bool
    {
        return $this->enabled === 'yes';
    }

    public function process_admin_options()
    {
        return true;
    }

    public function admin_options(): void
    {
    }

    public function get_return_url(WC_Order $order): string
    {
        return home_url('/checkout/order-received/' . $order->get_id() . '/');
    }
}

final class WC_Admin_Settings
{
    public static function add_error(string $text): void
    {
        Site::$notices[] = "error: {$text}";
    }

    public static function add_message(string $text): void
    {
        Site::$notices[] = "message: {$text}";
    }
}

function wc_get_order(mixed $id): WC_Order|false
{
    if (Site::$beforeRead !== null) {
        (Site::$beforeRead)();
    }
    return WC_Order::read((int) $id) ?? false;
}

/** @param array<string, mixed> $query @return list<WC_Order> */
function wc_get_orders(array $query): array
{
    $isWanted = static fn (array $data): bool => $data['payment_method'] === $query['payment_method']
        && in_array("wc-{$data['status']}", $query['status'], true);
    $ids = array_keys(array_filter(Site::$orders, $isWanted));
    return array_map(static fn (int $id): WC_Order => WC_Order::read($id), array_slice($ids, 0, $query['limit']));
}

function wc_format_decimal(mixed $number, int $places): string
{
    return number_format((float) $number, $places, '.', '');
}

function wc_get_price_decimals(): int
{
    return 2;
}

function wc_add_notice(string $text, string $type): void
{
    Site::$notices[] = "{$type}: {$text}";
}

function wc_get_logger(): object
{
    return new class () {
        /** @param array<string, mixed> $context */
        public function log(string $level, string $message, array $context): void
        {
            Site::$log[] = "{$level}: {$message}";
        }
    };
}
