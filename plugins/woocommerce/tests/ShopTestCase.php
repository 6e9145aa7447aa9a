<?php

declare(strict_types=1);

use PHPUnit\Framework\TestCase;
use Tidegate\WooCommerce\Gateway;
use Tidegate\WooCommerce\Webhook;

require_once __DIR__ . '/FakeGateway.php';

/** A shop that is connected with a gateway in memory. */
abstract class ShopTestCase extends TestCase
{
    protected FakeGateway $gateway;

    protected function setUp(): void
    {
        Site::reset();
        $this->gateway = new FakeGateway();
        $this->gateway->install();
    }

    /** @param array<string, mixed> $data */
    protected function order(array $data = []): WC_Order
    {
        return WC_Order::make($data);
    }

    /** @return array<string, mixed> */
    protected function pay(WC_Order $order, ?string $coin = null): array
    {
        return (new Gateway($coin))->process_payment($order->get_id());
    }

    /** Sends a webhook about the invoice, which claims whatever `$claims` says. @param array<string, mixed> $claims */
    protected function notify(string $id, array $claims = [], string $type = 'invoice.changed'): int
    {
        $webhook = FakeGateway::webhook($type, $claims + ['id' => $id, 'invoice_id' => $id]);
        $headers = ['webhook-id' => $webhook['id'], 'webhook-timestamp' => $webhook['time'], 'webhook-signature' => $webhook['signature']];
        return Webhook::receive($webhook['body'], static fn (string $name): string => $headers[$name]);
    }

    protected function now(WC_Order $order): WC_Order
    {
        return WC_Order::read($order->get_id());
    }

    /** @return array<string, mixed> */
    protected static function transaction(string $status, string $txid = 'aa11'): array
    {
        return ['txid' => $txid, 'output' => '0', 'gate_id' => 'BTC', 'amount' => '0.00100000', 'status' => $status];
    }

    /** @return list<array{0: string, 1: string, 2: array<string, mixed>}> */
    protected function creates(): array
    {
        $isCreate = static fn (array $call): bool => $call[0] === 'POST' && $call[1] === '/api/v1/invoices';
        return array_values(array_filter($this->gateway->calls, $isCreate));
    }

    protected static function assertNoted(string $text, WC_Order $order, int $times = 1): void
    {
        $found = array_filter($order->data['notes'], static fn (string $note): bool => str_contains($note, $text));
        self::assertCount($times, $found, "Notes: \n" . implode("\n", $order->data['notes']));
    }
}
