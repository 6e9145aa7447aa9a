<?php

declare(strict_types=1);

namespace Tidegate\WooCommerce;

/** Connects the plugin with WordPress and WooCommerce. */
final class Plugin
{
    public const VERSION = '1.0.1';

    /** The version of the API that this plugin reads, whatever version its token has. */
    public const API_VERSION = '2026-11-24';

    private static string $file = '';

    public static function file(): string
    {
        return self::$file;
    }

    public static function start(string $file): void
    {
        self::$file = $file;
        add_action('before_woocommerce_init', [self::class, 'declareFeatures']);
        add_action('init', [self::class, 'loadTranslations']);
        add_action('plugins_loaded', [self::class, 'connect']);
        register_activation_hook($file, [self::class, 'schedule']);
        register_deactivation_hook($file, [self::class, 'unschedule']);
    }

    public static function declareFeatures(): void
    {
        $features = '\Automattic\WooCommerce\Utilities\FeaturesUtil';
        if (class_exists($features)) {
            $features::declare_compatibility('custom_order_tables', self::$file, true);
            $features::declare_compatibility('cart_checkout_blocks', self::$file, true);
        }
    }

    public static function loadTranslations(): void
    {
        // One translation serves all variants of a language, such as de_AT and de_DE_formal.
        $language = strtolower(substr((string) determine_locale(), 0, 2));
        load_textdomain('tidegate-for-woocommerce', __DIR__ . "/../languages/tidegate-for-woocommerce-{$language}.mo");
    }

    public static function connect(): void
    {
        if (!class_exists('WC_Payment_Gateway')) {
            add_action('admin_notices', [self::class, 'noticeWithoutWooCommerce']);
            return;
        }
        add_filter('woocommerce_payment_gateways', static fn (array $gateways): array => [...$gateways, ...Gateway::all()]);
        add_filter('plugin_action_links_' . plugin_basename(self::$file), [self::class, 'actionLinks']);
        add_action('rest_api_init', [Webhook::class, 'registerRoute']);
        add_action('woocommerce_api_tidegate', [Webhook::class, 'receiveClassic']);
        add_action('woocommerce_api_tidegate_connect', [Connection::class, 'receive']);
        add_action('admin_post_tidegate_connect', [Connection::class, 'begin']);
        add_action('admin_notices', [Connection::class, 'notice']);
        add_action('woocommerce_blocks_payment_method_type_registration', [self::class, 'registerBlocks']);
        add_action('woocommerce_before_thankyou', [OpenOrders::class, 'onReturn']);
        add_action('woocommerce_order_status_cancelled', [OpenOrders::class, 'onCanceled']);
        add_filter('woocommerce_cancel_unpaid_order', [OpenOrders::class, 'mayCancel'], 10, 2);
        add_action(OpenOrders::HOOK, [OpenOrders::class, 'checkAll']);
    }

    /** @param object $registry */
    public static function registerBlocks($registry): void
    {
        $registry->register(new Blocks());
    }

    /** @param list<string> $links @return list<string> */
    public static function actionLinks(array $links): array
    {
        $settings = '<a href="' . esc_url(Connection::settingsUrl()) . '">'
            . esc_html__('Settings', 'tidegate-for-woocommerce') . '</a>';
        return [$settings, ...$links];
    }

    public static function noticeWithoutWooCommerce(): void
    {
        echo '<div class="notice notice-error"><p>'
            . esc_html__('Tidegate for WooCommerce needs WooCommerce. Install and activate it first.', 'tidegate-for-woocommerce')
            . '</p></div>';
    }

    public static function schedule(): void
    {
        if (!wp_next_scheduled(OpenOrders::HOOK)) {
            wp_schedule_event(time() + 3600, 'hourly', OpenOrders::HOOK);
        }
    }

    public static function unschedule(): void
    {
        wp_clear_scheduled_hook(OpenOrders::HOOK);
    }
}
