<?php

declare(strict_types=1);

namespace Tidegate\WooCommerce;

/**
 * One-click connection: the merchant approves an API key on the gateway's authorize page, which posts it back here.
 * The post comes from another site and has no session of this one, so only the one-time state proves who started it.
 */
final class Connection
{
    private const STATE = 'tidegate_connection_state';
    private const STATE_SECONDS = 600;
    private const PERMISSIONS = ['invoice_create', 'invoice_get', 'invoice_refund'];

    /** The page on which the merchant approves the connection. Replaces an earlier state. */
    public static function authorizeUrl(string $gatewayUrl): string
    {
        $state = bin2hex(random_bytes(32));
        $stored = ['hash' => hash('sha256', $state), 'url' => rtrim($gatewayUrl, '/')];
        set_transient(self::STATE, $stored, self::STATE_SECONDS);
        return rtrim($gatewayUrl, '/') . '/authorize?' . http_build_query([
            'application' => 'WooCommerce',
            'permissions' => implode(',', self::PERMISSIONS),
            'redirect' => self::callbackUrl(),
            'state' => $state,
        ]);
    }

    public static function callbackUrl(): string
    {
        return add_query_arg('wc-api', 'tidegate_connect', home_url('/'));
    }

    /** `?wc-api=tidegate_connect` */
    public static function receive(): void
    {
        $isSaved = self::accept(wp_unslash($_POST));
        wp_safe_redirect(add_query_arg('tidegate_connected', $isSaved ? '1' : '0', self::settingsUrl()));
        exit;
    }

    /** Stores the credentials if the state is the one that was given out. A state works once. @param array<string, mixed> $post */
    public static function accept(array $post): bool
    {
        $stored = get_transient(self::STATE);
        $state = $post['state'] ?? null;
        if (!is_array($stored) || !is_string($state) || !hash_equals((string) $stored['hash'], hash('sha256', $state))) {
            return false;
        }
        delete_transient(self::STATE);
        $values = [];
        foreach (['api_key', 'api_secret', 'notification_key'] as $name) {
            $value = $post[$name] ?? null;
            if (!is_string($value) || preg_match('/\A[\x21-\x7e]{8,300}\z/', $value) !== 1) {
                return false;
            }
            $values[$name] = $value;
        }
        Settings::save([
            'gateway_url' => (string) $stored['url'],
            'api_key' => $values['api_key'],
            'api_secret' => $values['api_secret'],
            'notification_keys' => $values['notification_key'],
        ]);
        return true;
    }

    /** `admin-post.php?action=tidegate_connect`: sends the merchant to the authorize page. */
    public static function begin(): void
    {
        if (!current_user_can('manage_woocommerce') || !check_admin_referer('tidegate_connect')) {
            wp_die(esc_html__('You may not change these settings.', 'tidegate-for-woocommerce'), '', ['response' => 403]);
        }
        $url = Settings::get('gateway_url');
        $isOffered = Settings::problemOfUrl($url) === null && self::hasAuthorizePage($url);
        if (!$isOffered) {
            wp_safe_redirect(add_query_arg('tidegate_connected', 'none', self::settingsUrl()));
            exit;
        }
        // The gateway's address was entered by the merchant; `wp_safe_redirect` knows only this site.
        wp_redirect(self::authorizeUrl($url));
        exit;
    }

    public static function beginUrl(): string
    {
        return wp_nonce_url(admin_url('admin-post.php?action=tidegate_connect'), 'tidegate_connect');
    }

    public static function settingsUrl(): string
    {
        return admin_url('admin.php?page=wc-settings&tab=checkout&section=tidegate');
    }

    /** Says after the return how it went. */
    public static function notice(): void
    {
        $result = $_GET['tidegate_connected'] ?? null;
        $text = match ($result) {
            '1' => __('Connected to Tidegate.', 'tidegate-for-woocommerce'),
            '0' => __('The connection was not confirmed in time. Please try again.', 'tidegate-for-woocommerce'),
            'none' => __('Enter and save the address of your gateway first. If it has no connection page yet, paste key, secret and notification key.', 'tidegate-for-woocommerce'),
            default => null,
        };
        if ($text !== null && current_user_can('manage_woocommerce')) {
            $class = $result === '1' ? 'notice-success' : 'notice-error';
            echo '<div class="notice is-dismissible ' . esc_attr($class) . '"><p>' . esc_html($text) . '</p></div>';
        }
    }

    private static function hasAuthorizePage(string $gatewayUrl): bool
    {
        $answer = wp_remote_request(rtrim($gatewayUrl, '/') . '/authorize', ['method' => 'GET', 'timeout' => 5, 'redirection' => 0]);
        $status = is_wp_error($answer) ? 0 : (int) wp_remote_retrieve_response_code($answer);
        return $status !== 0 && $status !== 404 && $status < 500;
    }
}
