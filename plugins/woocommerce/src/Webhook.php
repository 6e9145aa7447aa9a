<?php

declare(strict_types=1);

namespace Tidegate\WooCommerce;

/**
 * Receives webhooks at `/wp-json/tidegate/v1/webhook`, and at `/?wc-api=tidegate` for sites that close the REST API.
 * A webhook only says which invoice to look at.
 */
final class Webhook
{
    private const MAX_BYTES = 512 * 1024;

    /** The address that new invoices send their webhooks to. */
    public static function url(): string
    {
        return Settings::get('webhook_route') === 'classic'
            ? add_query_arg('wc-api', 'tidegate', home_url('/'))
            : rest_url('tidegate/v1/webhook');
    }

    public static function registerRoute(): void
    {
        register_rest_route('tidegate/v1', '/webhook', [
            'methods' => 'POST',
            // The signature is the permission.
            'permission_callback' => '__return_true',
            'callback' => static function (\WP_REST_Request $request): \WP_REST_Response {
                $header = static fn (string $name): string => (string) $request->get_header($name);
                return new \WP_REST_Response(null, self::receive($request->get_body(), $header));
            },
        ]);
    }

    /** `?wc-api=tidegate` */
    public static function receiveClassic(): void
    {
        $header = static function (string $name): string {
            $value = $_SERVER['HTTP_' . strtoupper(str_replace('-', '_', $name))] ?? '';
            return is_string($value) ? wp_unslash($value) : '';
        };
        $body = (string) file_get_contents('php://input', false, null, 0, self::MAX_BYTES + 1);
        status_header(self::receive($body, $header));
        exit;
    }

    /**
     * The HTTP status to answer with. The gateway repeats webhooks that are answered with an error.
     *
     * @param callable(string): string $header
     */
    public static function receive(string $body, callable $header): int
    {
        if (strlen($body) > self::MAX_BYTES) {
            return 413;
        }
        $signature = new Signature(Settings::get('notification_keys'));
        $isValid = $signature->isValid(
            $body,
            $header('webhook-id'),
            $header('webhook-timestamp'),
            $header('webhook-signature'),
            time(),
        );
        if (!$isValid) {
            Log::error('A webhook with a wrong signature or time was refused. Compare the notification key.');
            return 401;
        }
        $invoiceId = self::invoiceIdOf(json_decode($body, true, 64));
        if ($invoiceId === null) {
            return 204;
        }
        try {
            $result = (new OrderUpdater(Settings::client()))->refresh($invoiceId);
            return $result === OrderUpdater::BUSY ? 503 : 204;
        } catch (ApiError $error) {
            if ($error->status === 404) {
                // An invoice of another profile: nothing to do, and nothing to repeat.
                return 204;
            }
            Log::error("Invoice {$invoiceId} could not be read: " . $error->describe());
            return 502;
        }
    }

    /** The invoice that an event is about; null for events about something else. */
    private static function invoiceIdOf(mixed $event): ?string
    {
        $type = is_array($event) ? ($event['type'] ?? null) : null;
        $data = is_array($event) ? ($event['data'] ?? null) : null;
        if (!is_string($type) || !is_array($data)) {
            return null;
        }
        $id = match (explode('.', $type)[0]) {
            'invoice' => $data['id'] ?? null,
            'refund' => $data['invoice_id'] ?? null,
            default => null,
        };
        return Client::isId($id) ? $id : null;
    }
}
