<?php

declare(strict_types=1);

namespace Tidegate\WooCommerce;

/** A payment method at the checkout: for all coins, or for one. */
final class Gateway extends \WC_Payment_Gateway
{
    public function __construct(private readonly ?string $coin = null)
    {
        $this->id = self::idOf($coin);
        $this->has_fields = false;
        $this->supports = ['products', 'refunds'];
        $this->icon = plugins_url('assets/icon.svg', Plugin::file());
        $name = $coin === null ? '' : ' – ' . Settings::COINS[$coin];
        $this->method_title = 'Tidegate' . $name;
        $this->method_description = __('Accept cryptocurrency. Customers pay on a Tidegate page, and the order follows the invoice.', 'tidegate-for-woocommerce');
        $this->init_form_fields();
        $this->init_settings();
        $this->enabled = Settings::get('enabled');
        $title = Settings::get('title') ?: __('Cryptocurrency', 'tidegate-for-woocommerce');
        $this->title = $coin === null ? $title : Settings::COINS[$coin];
        $this->description = Settings::get('description');
        add_action("woocommerce_update_options_payment_gateways_{$this->id}", [$this, 'process_admin_options']);
    }

    public static function idOf(?string $coin): string
    {
        return $coin === null ? 'tidegate' : 'tidegate_' . strtolower($coin);
    }

    /** The methods that are offered with the present settings; the first one has the settings. @return list<Gateway> */
    public static function all(): array
    {
        return [new self(), ...array_map(static fn (string $coin): self => new self($coin), Settings::ownMethods())];
    }

    public function init_form_fields(): void
    {
        $this->form_fields = $this->coin === null ? Settings::fields() : [];
    }

    /** The settings are those of the first method. */
    public function get_option_key(): string
    {
        return Settings::OPTION;
    }

    public function is_available(): bool
    {
        // With one method for each coin, the first one only has the settings.
        $isOffered = $this->coin !== null || Settings::ownMethods() === [];
        return $isOffered && Settings::areComplete() && parent::is_available();
    }

    public function needs_setup(): bool
    {
        return !Settings::areComplete();
    }

    /** @return array{result: string, redirect?: string} */
    public function process_payment($order_id): array
    {
        $order = wc_get_order($order_id);
        if (!$order instanceof \WC_Order) {
            return ['result' => 'failure'];
        }
        try {
            $starter = new InvoiceStarter(Settings::client());
            $invoice = $starter->start($order, $this->coin, $this->get_return_url($order));
            return ['result' => 'success', 'redirect' => self::checkoutUrl($invoice)];
        } catch (ApiError $error) {
            Log::error("Order {$order->get_id()}: no invoice. " . $error->describe());
            $order->add_order_note(sprintf(
                /* translators: %s: message of the gateway */
                __('Tidegate could not create an invoice: %s', 'tidegate-for-woocommerce'),
                $error->describe(),
            ));
            wc_add_notice(__('Payment with cryptocurrency is not possible right now. Please try again or choose another payment method.', 'tidegate-for-woocommerce'), 'error');
            return ['result' => 'failure'];
        }
    }

    /** @return true|\WP_Error */
    public function process_refund($order_id, $amount = null, $reason = '')
    {
        $order = wc_get_order($order_id);
        return $order instanceof \WC_Order
            ? Refunds::create($order, $amount, (string) $reason)
            : new \WP_Error('tidegate_refund', __('The order was not found.', 'tidegate-for-woocommerce'));
    }

    /** Saves the settings and checks the connection, so that a wrong key is seen here and not by a customer. */
    public function process_admin_options(): bool
    {
        if ($this->coin !== null) {
            return false;
        }
        $isSaved = parent::process_admin_options();
        $this->splitPastedKey();
        foreach ($this->problems() as $problem) {
            \WC_Admin_Settings::add_error($problem);
        }
        return $isSaved;
    }

    public function admin_options(): void
    {
        parent::admin_options();
        if ($this->coin !== null) {
            return;
        }
        echo '<p><a class="button" href="' . esc_url(Connection::beginUrl()) . '">'
            . esc_html__('Connect with Tidegate', 'tidegate-for-woocommerce') . '</a></p>';
        echo '<p>' . esc_html__('Webhooks arrive at:', 'tidegate-for-woocommerce')
            . ' <code>' . esc_html(Webhook::url()) . '</code></p>';
    }

    /** A field that never shows what is saved. */
    public function generate_secret_html($key, $data): string
    {
        $isSaved = Settings::get((string) $key) !== '';
        $data['type'] = 'password';
        $data['placeholder'] = $isSaved ? __('Saved. Leave empty to keep it.', 'tidegate-for-woocommerce') : '';
        $data['custom_attributes'] = ['autocomplete' => 'new-password'];
        $saved = $this->settings[$key] ?? '';
        $this->settings[$key] = '';
        $html = $this->generate_text_html($key, $data);
        $this->settings[$key] = $saved;
        return $html;
    }

    /** An empty field keeps what is saved. */
    public function validate_secret_field($key, $value): string
    {
        $text = trim(is_string($value) ? wp_unslash($value) : '');
        return $text === '' ? Settings::get((string) $key) : sanitize_text_field($text);
    }

    public function validate_gateway_url_field($key, $value): string
    {
        return rtrim(esc_url_raw(trim(is_string($value) ? wp_unslash($value) : '')), '/');
    }

    private function splitPastedKey(): void
    {
        $pasted = Settings::get('api_key');
        if (str_contains($pasted, ':')) {
            [$key, $secret] = explode(':', $pasted, 2);
            Settings::save(['api_key' => trim($key), 'api_secret' => trim($secret)]);
            $this->init_settings();
        }
    }

    /** @return list<string> */
    private function problems(): array
    {
        $ofUrl = Settings::problemOfUrl(Settings::get('gateway_url'));
        if ($ofUrl !== null) {
            return [$ofUrl];
        }
        $problems = [];
        if (!(new Signature(Settings::get('notification_keys')))->hasSecret()) {
            $problems[] = __('Enter the notification key. It begins with whsec_.', 'tidegate-for-woocommerce');
        }
        try {
            Settings::client()->check();
            \WC_Admin_Settings::add_message(Settings::isSandbox()
                ? __('Connected to the Tidegate sandbox: payments are tests.', 'tidegate-for-woocommerce')
                : __('Connected to Tidegate.', 'tidegate-for-woocommerce'));
        } catch (ApiError $error) {
            $problems[] = $error->status === 401
                ? __('Tidegate does not know this key and secret.', 'tidegate-for-woocommerce')
                /* translators: %s: message of the gateway */
                : sprintf(__('The connection does not work: %s', 'tidegate-for-woocommerce'), $error->describe());
        }
        return $problems;
    }

    /** @param array<string, mixed> $invoice */
    private static function checkoutUrl(array $invoice): string
    {
        $url = $invoice['checkout_url'] ?? null;
        if (!is_string($url) || Settings::problemOfUrl(explode('?', $url)[0]) !== null) {
            throw new ApiError(0, 'unreadable', 'The gateway sent no payment page.');
        }
        return $url;
    }
}
