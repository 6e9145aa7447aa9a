<?php

declare(strict_types=1);

namespace Tidegate\WooCommerce;

use Automattic\WooCommerce\Blocks\Payments\Integrations\AbstractPaymentMethodType;

/** Offers the payment methods in the checkout block. One script registers all of them. */
final class Blocks extends AbstractPaymentMethodType
{
    private const HANDLE = 'tidegate-blocks';

    protected $name = 'tidegate';

    public function initialize(): void
    {
        $this->settings = [];
    }

    public function is_active(): bool
    {
        return $this->offered() !== [];
    }

    /** @return list<string> */
    public function get_payment_method_script_handles(): array
    {
        wp_register_script(
            self::HANDLE,
            plugins_url('assets/blocks.js', Plugin::file()),
            ['wc-blocks-registry', 'wc-settings', 'wp-element', 'wp-html-entities'],
            Plugin::VERSION,
            true,
        );
        return [self::HANDLE];
    }

    /** @return array<string, mixed> */
    public function get_payment_method_data(): array
    {
        return [
            'methods' => array_map(static fn (Gateway $gateway): array => [
                'name' => $gateway->id,
                'title' => $gateway->get_title(),
                'description' => $gateway->get_description(),
                'icon' => $gateway->icon,
                'supports' => $gateway->supports,
            ], $this->offered()),
        ];
    }

    /** @return list<Gateway> */
    private function offered(): array
    {
        $all = WC()->payment_gateways()->payment_gateways();
        $isOffered = static fn ($gateway): bool => $gateway instanceof Gateway && $gateway->is_available();
        return array_values(array_filter($all, $isOffered));
    }
}
