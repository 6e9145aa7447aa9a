<?php

declare(strict_types=1);

use Tidegate\WooCommerce\Gateway;
use Tidegate\WooCommerce\OpenOrders;
use Tidegate\WooCommerce\Webhook;

require_once __DIR__ . '/ShopTestCase.php';

final class WebhookTest extends ShopTestCase
{
    private WC_Order $order;
    private string $id;

    protected function setUp(): void
    {
        parent::setUp();
        $this->order = $this->order();
        $this->pay($this->order);
        $this->id = $this->gateway->newestId();
    }

    /** @param array<string, mixed> $change */
    private function becomes(array $change): int
    {
        $this->gateway->change($this->id, $change);
        return $this->notify($this->id);
    }

    private function paid(): array
    {
        return ['status' => 'done', 'paid' => true, 'completed_at' => '2026-11-20T12:00:00.000Z', 'amount_paid' => '0.00100000',
            'amount_confirmed' => '0.00100000', 'transactions' => [self::transaction('confirmed')]];
    }

    public function testAPaymentHoldsTheStockAndThenPaysTheOrder(): void
    {
        self::assertSame(204, $this->becomes(['status' => 'confirming', 'gate_id' => 'BTC', 'amount_paid' => '0.00100000', 'transactions' => [self::transaction('seen')]]));
        $held = $this->now($this->order);
        self::assertSame(['on-hold', true], [$held->data['status'], $held->data['stock_reduced']]);
        self::assertNoted('Payment of 0.00100000 BTC detected', $held);
        self::assertNoted('Transaction aa11 pays 0.00100000 BTC', $held);

        self::assertSame(204, $this->becomes($this->paid()));
        $paid = $this->now($this->order);
        self::assertSame(['processing', 'aa11'], [$paid->data['status'], $paid->data['transaction_id']]);
        self::assertNoted('Paid: 0.00100000 BTC for 49.9 EUR', $paid);
        self::assertNoted('Transaction aa11 (0.00100000 BTC) is confirmed', $paid);
    }

    public function testAReplayChangesNothing(): void
    {
        $this->becomes($this->paid());
        $paid = Site::$orders[17];
        self::assertSame(204, $this->notify($this->id));
        self::assertSame($paid, Site::$orders[17]);
    }

    public function testAnOlderVersionChangesNothing(): void
    {
        $old = $this->gateway->invoices[$this->id];
        $this->becomes($this->paid());
        $paid = Site::$orders[17];
        $this->gateway->invoices[$this->id] = ['status' => 'expired'] + $old;
        self::assertSame(204, $this->notify($this->id));
        self::assertSame($paid, Site::$orders[17]);
    }

    public function testWhatAWebhookClaimsIsNotBelieved(): void
    {
        self::assertSame(204, $this->notify($this->id, ['status' => 'done', 'paid' => true, 'version' => 99]));
        self::assertSame('pending', $this->now($this->order)->data['status']);
    }

    public function testAForgedWebhookIsRefusedBeforeAnythingIsRead(): void
    {
        $calls = count($this->gateway->calls);
        $webhook = FakeGateway::webhook('invoice.done', ['id' => $this->id]);
        $headers = ['webhook-id' => 'msg_1', 'webhook-timestamp' => $webhook['time'], 'webhook-signature' => 'v1,AAAA'];
        self::assertSame(401, Webhook::receive($webhook['body'], static fn (string $name): string => $headers[$name]));
        self::assertSame(413, Webhook::receive(str_repeat(' ', 600_000), static fn (string $name): string => $headers[$name]));
        self::assertCount($calls, $this->gateway->calls);
    }

    public function testAForeignInvoiceChangesNothing(): void
    {
        $before = Site::$orders;
        self::assertSame(204, $this->notify('0199a3c2-7b1e-7c53-9d0a-000000000099'));
        // It names this order, but the order does not know it.
        $foreign = '0199a3c2-7b1e-7c53-9d0a-000000000088';
        $this->gateway->invoices[$foreign] = ['id' => $foreign, 'version' => 9, 'status' => 'done', 'paid' => true] + $this->gateway->invoices[$this->id];
        self::assertSame(204, $this->notify($foreign));
        // IDs that would lead elsewhere are not put into a path.
        self::assertSame(204, $this->notify('../balances'));
        self::assertSame($before, Site::$orders);
    }

    /** @dataProvider otherEvents */
    public function testOtherEventsAreAccepted(string $type): void
    {
        $calls = count($this->gateway->calls);
        self::assertSame(204, $this->notify($this->id, [], $type));
        self::assertCount($calls, $this->gateway->calls);
    }

    /** @return list<array{string}> */
    public static function otherEvents(): array
    {
        return [['webhook.test'], ['payout.done'], ['conversion.done'], ['']];
    }

    public function testPartlyPaidAndThenExpiredWaitsForTheMerchant(): void
    {
        $this->becomes(['status' => 'partially_paid', 'gate_id' => 'BTC', 'amount_paid' => '0.00040000', 'amount_remaining' => '0.00060000']);
        self::assertNoted('Partly paid: 0.00040000 BTC of 0.00100000 BTC. 0.00060000 BTC is missing.', $this->now($this->order));
        self::assertSame('on-hold', $this->now($this->order)->data['status']);
        $this->becomes(['status' => 'partially_paid', 'amount_paid' => '0.00070000', 'amount_remaining' => '0.00030000']);
        self::assertNoted('0.00030000 BTC is missing', $this->now($this->order));
        $this->becomes(['status' => 'expired_paid', 'status_reason' => 'underpaid']);
        $held = $this->now($this->order);
        self::assertSame(['on-hold', true], [$held->data['status'], $held->data['stock_reduced']]);
        self::assertNoted('Complete or refund the invoice', $held);
    }

    public function testMoneyAfterTheOrderWasCanceledPutsItOnHold(): void
    {
        Site::$options['woocommerce_tidegate_settings']['expired_status'] = 'cancelled';
        $this->becomes(['status' => 'expired']);
        self::assertSame('cancelled', $this->now($this->order)->data['status']);
        $this->becomes(['status' => 'expired_paid', 'status_reason' => 'paid_late', 'amount_paid' => '0.00100000']);
        $held = $this->now($this->order);
        self::assertSame(['on-hold', true], [$held->data['status'], $held->data['stock_reduced']]);
    }

    public function testAPaymentThatDisappearsReleasesTheOrder(): void
    {
        $this->becomes(['status' => 'confirming', 'gate_id' => 'BTC', 'amount_paid' => '0.00100000', 'transactions' => [self::transaction('seen')]]);
        $this->becomes(['status' => 'pending', 'amount_paid' => '0.00000000', 'transactions' => [self::transaction('dropped')]]);
        $released = $this->now($this->order);
        self::assertSame(['pending', false], [$released->data['status'], $released->data['stock_reduced']]);
        self::assertNoted('no longer counts', $released);
    }

    public function testOverpaidShips(): void
    {
        $this->becomes(['status' => 'overpaid', 'amount_excess' => '0.00020000', 'amount_confirmed' => '0.00120000'] + $this->paid());
        self::assertSame('processing', $this->now($this->order)->data['status']);
        self::assertNoted('0.00020000 more than due', $this->now($this->order));
    }

    public function testTheFieldFulfillmentWinsOverTheStatus(): void
    {
        $this->becomes(['fulfillment' => 'hold'] + $this->paid());
        self::assertSame('on-hold', $this->now($this->order)->data['status']);
        $this->becomes(['fulfillment' => 'ship']);
        self::assertSame('processing', $this->now($this->order)->data['status']);
    }

    /** @dataProvider unpaidStatuses */
    public function testOnlyPaidShips(array $change): void
    {
        $this->becomes($change);
        self::assertNotContains($this->now($this->order)->data['status'], ['processing', 'completed']);
    }

    /** @return list<array{array<string, mixed>}> */
    public static function unpaidStatuses(): array
    {
        return array_map(static fn (string $status): array => [['status' => $status, 'paid' => false, 'amount_paid' => '0.001']], [
            'new', 'pending', 'partially_paid', 'confirming', 'processing', 'done', 'overpaid', 'expired', 'canceled', 'expired_paid',
            'invalid', 'error', 'refund_requested', 'refunded', 'partially_refunded', 'a status of the future',
        ]);
    }

    /** @dataProvider amountsThatDiffer */
    public function testAnInvoiceOverAnotherAmountDoesNotShip(array $order): void
    {
        Site::$orders[17] = $order + Site::$orders[17];
        $this->becomes($this->paid());
        self::assertSame('on-hold', $this->now($this->order)->data['status']);
        self::assertNoted('Check both before you ship', $this->now($this->order));
    }

    /** @return list<array{array<string, mixed>}> */
    public static function amountsThatDiffer(): array
    {
        return [[['total' => '49.91']], [['total' => '499.0']], [['currency' => 'USD']]];
    }

    public function testAReversedPaymentHoldsTheOrderUntilItIsConfirmedAgain(): void
    {
        $this->becomes($this->paid());
        $this->becomes(['status' => 'error', 'status_reason' => 'reorganised', 'paid' => false]);
        self::assertSame('on-hold', $this->now($this->order)->data['status']);
        self::assertNoted('The payment needs attention', $this->now($this->order));
        $this->becomes($this->paid());
        self::assertSame('processing', $this->now($this->order)->data['status']);
    }

    public function testAMerchantsOwnStatusIsKept(): void
    {
        $this->becomes($this->paid());
        $this->now($this->order)->update_status('on-hold');
        $this->becomes(['refunds' => []]);
        self::assertSame('on-hold', $this->now($this->order)->data['status']);
    }

    public function testRefundsAreNotedAndARefundOfAllRefundsTheOrder(): void
    {
        $this->becomes($this->paid());
        $refund = ['id' => 'r1', 'status' => 'pending', 'gate_id' => 'BTC', 'amount' => '0.00050000', 'txid' => null];
        $this->becomes(['status' => 'partially_refunded', 'refunds' => [$refund]]);
        self::assertNoted('Refund of 0.00050000 BTC is under way', $this->now($this->order));
        self::assertSame('processing', $this->now($this->order)->data['status']);
        $this->gateway->change($this->id, ['status' => 'refunded', 'refunds' => [['status' => 'done', 'txid' => 'bb22'] + $refund]]);
        self::assertSame(204, $this->notify($this->id, ['id' => 'r1'], 'refund.done'));
        self::assertNoted('Refund of 0.00050000 BTC sent in transaction bb22', $this->now($this->order));
        self::assertSame('refunded', $this->now($this->order)->data['status']);
    }

    public function testARequestedRefundStopsAnOrderUntilItIsDecided(): void
    {
        $this->becomes($this->paid());
        $this->becomes(['status' => 'refund_requested', 'fulfillment' => 'hold']);
        self::assertSame('on-hold', $this->now($this->order)->data['status']);
        self::assertNoted('Do not ship until the invoice is decided', $this->now($this->order));
        $this->becomes(['fulfillment' => 'ship'] + $this->paid());
        self::assertSame('processing', $this->now($this->order)->data['status']);
        $this->becomes(['status' => 'refund_requested', 'fulfillment' => 'hold']);
        $this->becomes(['status' => 'refunded', 'fulfillment' => 'reversed']);
        self::assertSame('refunded', $this->now($this->order)->data['status']);
    }

    public function testARefundOfTheShopsOwnStopsNoOrderWhileTheCustomerEntersAnAddress(): void
    {
        $this->becomes($this->paid());
        $link = ['id' => 'refund-1', 'url' => 'https://pay.test/refund/abc', 'sent_to' => 'j•••@payer.test'];
        $this->gateway->first = [['status' => 201, 'body' => json_encode(['data' => $link])]];
        self::assertTrue((new Gateway())->process_refund(17, '10.00'));
        $this->becomes(['status' => 'refund_requested', 'fulfillment' => 'hold']);
        self::assertSame('processing', $this->now($this->order)->data['status']);
        $this->becomes(['status' => 'partially_refunded', 'fulfillment' => 'ship']);
        self::assertSame('processing', $this->now($this->order)->data['status']);
        self::assertStringNotContainsString('Do not ship', json_encode($this->now($this->order)->data));
    }

    public function testALatePaymentThatWentBackCancelsTheOrder(): void
    {
        $this->becomes(['status' => 'expired_paid', 'fulfillment' => 'hold', 'amount_paid' => '0.00100000']);
        self::assertSame('on-hold', $this->now($this->order)->data['status']);
        $this->becomes(['status' => 'refunded', 'fulfillment' => 'reversed']);
        self::assertSame('cancelled', $this->now($this->order)->data['status']);
    }

    public function testASecondPaidInvoiceIsNotedAndChangesNothing(): void
    {
        $first = $this->id;
        $this->becomes(['status' => 'expired']);
        $this->pay($this->order);
        $this->id = $this->gateway->newestId();
        $this->becomes($this->paid());
        $this->id = $first;
        $this->becomes($this->paid());
        self::assertSame('processing', $this->now($this->order)->data['status']);
        self::assertNoted("Invoice {$first} was paid as well", $this->now($this->order));
    }

    public function testAnOldInvoiceThatExpiresDoesNotTouchTheOrder(): void
    {
        Site::$options['woocommerce_tidegate_settings']['expired_status'] = 'failed';
        $this->gateway->change($this->id, ['status' => 'expired']);
        $this->pay($this->order);
        self::assertSame(204, $this->notify($this->id));
        self::assertSame('pending', $this->now($this->order)->data['status']);
    }

    public function testOneProcessAtATimeChangesAnOrder(): void
    {
        Site::$options['tidegate_lock_17'] = (string) time();
        $this->gateway->change($this->id, $this->paid());
        self::assertSame(503, $this->notify($this->id));
        self::assertSame('pending', $this->now($this->order)->data['status']);
        // A process that crashed a minute ago holds nothing.
        Site::$options['tidegate_lock_17'] = (string) (time() - 61);
        self::assertSame(204, $this->notify($this->id));
        self::assertSame('processing', $this->now($this->order)->data['status']);
        self::assertArrayNotHasKey('tidegate_lock_17', Site::$options);
    }

    public function testAGatewayThatIsAwayIsAskedAgainLater(): void
    {
        $this->gateway->first = [new WP_Error('http', 'timed out'), FakeGateway::refusal(503, 'service_unavailable')];
        self::assertSame(502, $this->notify($this->id));
    }

    public function testSecretsAreNotLogged(): void
    {
        $this->gateway->first = [FakeGateway::refusal(500, 'x'), ['status' => 500, 'body' => json_encode(['message' => 'bad: secret-of-the-shop and ' . FakeGateway::KEY])]];
        $this->notify($this->id);
        self::assertNotSame([], Site::$log);
        self::assertStringNotContainsString('secret-of-the-shop', implode(Site::$log));
        self::assertStringNotContainsString(substr(FakeGateway::KEY, 6), implode(Site::$log));
    }

    public function testTheHourlyCheckFindsAPaymentWhoseWebhookWasLost(): void
    {
        $this->gateway->change($this->id, $this->paid());
        OpenOrders::checkAll();
        self::assertSame('processing', $this->now($this->order)->data['status']);
    }

    public function testReturningLooksAtMostEveryTenSeconds(): void
    {
        OpenOrders::onReturn(17);
        $calls = count($this->gateway->calls);
        OpenOrders::onReturn(17);
        self::assertCount($calls, $this->gateway->calls);
        Site::$transients = [];
        $this->gateway->change($this->id, $this->paid());
        OpenOrders::onReturn(17);
        self::assertSame('processing', $this->now($this->order)->data['status']);
    }

    public function testAnOrderWhoseInvoiceIsBeingPaidIsNotCanceledAsUnpaid(): void
    {
        self::assertTrue(OpenOrders::mayCancel(true, $this->now($this->order)));
        $this->gateway->change($this->id, ['status' => 'confirming', 'amount_paid' => '0.001']);
        self::assertFalse(OpenOrders::mayCancel(true, $this->now($this->order)));
        self::assertFalse(OpenOrders::mayCancel(false, $this->now($this->order)));
        $this->gateway->first = [FakeGateway::refusal(503, 'x'), FakeGateway::refusal(503, 'x')];
        self::assertFalse(OpenOrders::mayCancel(true, $this->now($this->order)));
    }

    public function testCancelingAnOrderCancelsItsOpenInvoice(): void
    {
        OpenOrders::onCanceled(17);
        self::assertSame('canceled', $this->gateway->invoices[$this->id]['status']);
    }

    public function testCancelingAnOrderLeavesAnInvoiceWithMoneyAlone(): void
    {
        $this->gateway->change($this->id, ['status' => 'confirming', 'amount_paid' => '0.001']);
        OpenOrders::onCanceled(17);
        self::assertSame('confirming', $this->gateway->invoices[$this->id]['status']);
    }
}
