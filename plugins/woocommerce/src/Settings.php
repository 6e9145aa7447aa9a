<?php

declare(strict_types=1);

namespace Tidegate\WooCommerce;

/** The plugin's settings, which all its payment methods share. */
final class Settings
{
    public const OPTION = 'woocommerce_tidegate_settings';

    /** Coins that an invoice can be paid in, and their names at the checkout. */
    public const COINS = [
        'BTC' => 'Bitcoin (BTC)',
        'LTC' => 'Litecoin (LTC)',
        'BCH' => 'Bitcoin Cash (BCH)',
        'ETH' => 'Ethereum (ETH)',
        'USDT_ERC20' => 'Tether (USDT, Ethereum)',
        'USDT_TRC20' => 'Tether (USDT, Tron)',
        'TRX' => 'Tron (TRX)',
        'XRP' => 'XRP',
    ];

    private const DEFAULTS = [
        'enabled' => 'no',
        'description' => '',
        'gateway_url' => '',
        'api_key' => '',
        'api_secret' => '',
        'notification_keys' => '',
        'methods' => 'one',
        'webhook_route' => 'rest',
        'reference_prefix' => '',
        'expired_status' => 'pending',
        'debug' => 'no',
    ];

    public static function get(string $name): string
    {
        $saved = get_option(self::OPTION, []);
        $value = is_array($saved) ? ($saved[$name] ?? null) : null;
        return is_string($value) ? $value : (self::DEFAULTS[$name] ?? '');
    }

    /** @return list<string> the coins that are payment methods of their own */
    public static function ownMethods(): array
    {
        if (self::get('methods') !== 'each') {
            return [];
        }
        $saved = get_option(self::OPTION, []);
        $chosen = is_array($saved['coins'] ?? null) ? $saved['coins'] : [];
        return array_values(array_filter(array_keys(self::COINS), static fn ($coin) => in_array($coin, $chosen, true)));
    }

    /** Whether the plugin has what it needs to create invoices and to verify webhooks. */
    public static function areComplete(): bool
    {
        return self::problemOfUrl(self::get('gateway_url')) === null
            && self::get('api_key') !== ''
            && self::get('api_secret') !== ''
            && (new Signature(self::get('notification_keys')))->hasSecret();
    }

    public static function isSandbox(): bool
    {
        return str_starts_with(self::get('api_key'), 'tg_test_');
    }

    public static function client(): Client
    {
        return new Client(rtrim(self::get('gateway_url'), '/'), self::get('api_key'), self::get('api_secret'));
    }

    /** @param array<string, string> $values */
    public static function save(array $values): void
    {
        $saved = get_option(self::OPTION, []);
        update_option(self::OPTION, array_merge(is_array($saved) ? $saved : [], $values));
    }

    /** Why credentials must not be sent to this address; null if they may. */
    public static function problemOfUrl(string $url): ?string
    {
        $parts = wp_parse_url($url);
        $host = is_array($parts) ? strtolower((string) ($parts['host'] ?? '')) : '';
        $scheme = is_array($parts) ? strtolower((string) ($parts['scheme'] ?? '')) : '';
        if ($host === '' || isset($parts['user']) || isset($parts['query']) || isset($parts['fragment'])) {
            return __('Enter the address of your gateway, for example https://pay.example.com.', 'tidegate-for-woocommerce');
        }
        $isLocal = in_array($host, ['localhost', '127.0.0.1', '[::1]'], true);
        if ($scheme !== 'https' && !($scheme === 'http' && $isLocal)) {
            return __('The address must begin with https://.', 'tidegate-for-woocommerce');
        }
        return null;
    }

    /** @return array<string, array<string, mixed>> */
    public static function fields(): array
    {
        return self::checkoutFields() + self::connectionFields() + self::orderFields();
    }

    /** @return array<string, array<string, mixed>> */
    private static function checkoutFields(): array
    {
        return [
            'enabled' => [
                'title' => __('Enable', 'tidegate-for-woocommerce'),
                'type' => 'checkbox',
                'label' => __('Accept cryptocurrency with Tidegate', 'tidegate-for-woocommerce'),
                'default' => 'no',
            ],
            'title' => [
                'title' => __('Title', 'tidegate-for-woocommerce'),
                'type' => 'text',
                'description' => __('Customers see this name at the checkout.', 'tidegate-for-woocommerce'),
                'desc_tip' => true,
                'default' => __('Cryptocurrency', 'tidegate-for-woocommerce'),
            ],
            'description' => [
                'title' => __('Description', 'tidegate-for-woocommerce'),
                'type' => 'textarea',
                'default' => __('You pay on a secure page and return to the shop.', 'tidegate-for-woocommerce'),
            ],
            'methods' => [
                'title' => __('Payment methods', 'tidegate-for-woocommerce'),
                'type' => 'select',
                'default' => 'one',
                'options' => [
                    'one' => __('One method: customers choose the coin on the payment page', 'tidegate-for-woocommerce'),
                    'each' => __('One method for each coin below', 'tidegate-for-woocommerce'),
                ],
            ],
            'coins' => [
                'title' => __('Coins', 'tidegate-for-woocommerce'),
                'type' => 'multiselect',
                'class' => 'wc-enhanced-select',
                'description' => __('Used only with one method for each coin.', 'tidegate-for-woocommerce'),
                'default' => [],
                'options' => self::COINS,
            ],
        ];
    }

    /** @return array<string, array<string, mixed>> */
    private static function connectionFields(): array
    {
        return [
            'connection' => [
                'title' => __('Connection', 'tidegate-for-woocommerce'),
                'type' => 'title',
                'description' => __('Copy these values from Integration in your Tidegate back office. A sandbox key makes test payments.', 'tidegate-for-woocommerce'),
            ],
            'gateway_url' => [
                'title' => __('Gateway address', 'tidegate-for-woocommerce'),
                'type' => 'text',
                'placeholder' => 'https://pay.example.com',
                'default' => '',
            ],
            'api_key' => [
                'title' => __('API key', 'tidegate-for-woocommerce'),
                'type' => 'text',
                'description' => __('You can paste key and secret together as key:secret.', 'tidegate-for-woocommerce'),
                'default' => '',
            ],
            'api_secret' => [
                'title' => __('Secret', 'tidegate-for-woocommerce'),
                'type' => 'secret',
                'default' => '',
            ],
            'notification_keys' => [
                'title' => __('Notification key', 'tidegate-for-woocommerce'),
                'type' => 'secret',
                'description' => __('It begins with whsec_. While you renew it, enter both keys with a space between them.', 'tidegate-for-woocommerce'),
                'default' => '',
            ],
        ];
    }

    /** @return array<string, array<string, mixed>> */
    private static function orderFields(): array
    {
        return [
            'webhook_route' => [
                'title' => __('Webhooks', 'tidegate-for-woocommerce'),
                'type' => 'select',
                'default' => 'rest',
                'options' => [
                    'rest' => __('REST API', 'tidegate-for-woocommerce'),
                    'classic' => __('Classic address, for sites that close the REST API', 'tidegate-for-woocommerce'),
                ],
            ],
            'orders' => ['title' => __('Orders', 'tidegate-for-woocommerce'), 'type' => 'title'],
            'reference_prefix' => [
                'title' => __('Reference prefix', 'tidegate-for-woocommerce'),
                'type' => 'text',
                'description' => __('Needed only if several shops use the same Tidegate profile: it keeps their order numbers apart.', 'tidegate-for-woocommerce'),
                'default' => '',
            ],
            'expired_status' => [
                'title' => __('If the customer does not pay', 'tidegate-for-woocommerce'),
                'type' => 'select',
                'default' => 'pending',
                'options' => [
                    'pending' => __('Keep the order open, so that the customer can try again', 'tidegate-for-woocommerce'),
                    'failed' => __('Mark the order as failed', 'tidegate-for-woocommerce'),
                    'cancelled' => __('Cancel the order', 'tidegate-for-woocommerce'),
                ],
            ],
            'debug' => [
                'title' => __('Log', 'tidegate-for-woocommerce'),
                'type' => 'checkbox',
                'label' => __('Log every step, not only errors (WooCommerce → Status → Logs)', 'tidegate-for-woocommerce'),
                'default' => 'no',
            ],
        ];
    }
}
