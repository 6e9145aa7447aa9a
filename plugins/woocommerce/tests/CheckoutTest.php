<?php

declare(strict_types=1);

use Tidegate\WooCommerce\OrderRecord;
use Tidegate\WooCommerce\Plugin;

require_once __DIR__ . '/ShopTestCase.php';

final class CheckoutTest extends ShopTestCase
{
    public function testCreatesAnInvoiceAndSendsTheCustomerToIt(): void
    {
        $order = $this->order(['items' => [
            new WC_Order_Item('Tyre', 2, '33.613445', '6.386555'),
            new WC_Order_Item('Pump <b>small</b>', 3, '8.319328', '1.580672'),
        ]]);
        $answer = $this->pay($order);
        self::assertSame(['success', "https://pay.test/invoice/{$this->gateway->newestId()}"], [$answer['result'], $answer['redirect']]);
        $request = $this->creates()[0][2];
        self::assertSame('order-17-1', $request['headers']['Idempotency-Key']);
        self::assertSame(Plugin::API_VERSION, $request['headers']['Tidegate-Version']);
        self::assertSame('Basic ' . base64_encode('tg_test_key:secret-of-the-shop'), $request['headers']['Authorization']);
        self::assertSame(0, $request['redirection']);
        $body = json_decode($request['body'], true);
        self::assertMatchesRegularExpression('/\A[0-9a-f]{32}\z/', $body['metadata']['order_check']);
        unset($body['metadata']['order_check']);
        self::assertSame([
            'amount' => '49.9',
            'currency' => 'EUR',
            'reference' => 'order-17',
            'description' => 'Order 17 at Tyres & more',
            'success_url' => 'https://shop.test/checkout/order-received/17/',
            'cancel_url' => 'https://shop.test/checkout/order-pay/17/?pay_for_order=true',
            'notification_url' => 'https://shop.test/wp-json/tidegate/v1/webhook',
            'metadata' => ['platform' => 'woocommerce', 'plugin_version' => '1.0.1', 'order_id' => '17'],
            'customer' => ['email' => 'jane@payer.test', 'name' => 'Jane Doe'],
            'items' => [
                ['name' => 'Tyre', 'quantity' => 2, 'price' => '20'],
                ['name' => 'Pump small', 'quantity' => 3, 'price' => '3.3'],
            ],
        ], $body);
        self::assertNoted('created for 49.9 EUR', $this->now($order));
    }

    public function testAsksForOneCoinWithAMethodOfItsOwn(): void
    {
        $this->pay($this->order(['payment_method' => 'tidegate_ltc']), 'LTC');
        self::assertSame('LTC', json_decode($this->creates()[0][2]['body'], true)['gate_id']);
    }

    /** @dataProvider itemsThatDoNotFit */
    public function testLeavesItemsOutThatDoNotAddUp(array $items): void
    {
        self::assertSame('success', $this->pay($this->order(['items' => $items]))['result']);
        self::assertArrayNotHasKey('items', json_decode($this->creates()[0][2]['body'], true));
    }

    /** @return array<string, array{list<WC_Order_Item>}> */
    public static function itemsThatDoNotFit(): array
    {
        return [
            'a cent is missing' => [[new WC_Order_Item('Tyre', 1, '49.89')]],
            'a negative fee' => [[new WC_Order_Item('Tyre', 1, '59.90'), new WC_Order_Item('Discount', 1, '-10.00')]],
            'parts of a cent' => [[new WC_Order_Item('Tyre', 1, '24.945'), new WC_Order_Item('Tube', 1, '24.955')]],
            'too many' => [array_map(static fn () => new WC_Order_Item('Nut', 1, '0.10'), range(1, 499))],
        ];
    }

    public function testAQuantityThatDoesNotDivideIsPartOfTheName(): void
    {
        $this->pay($this->order(['total' => '10.00', 'items' => [new WC_Order_Item('Nut', 3, '10.00')]]));
        $items = json_decode($this->creates()[0][2]['body'], true)['items'];
        self::assertSame([['name' => 'Nut × 3', 'quantity' => 1, 'price' => '10']], $items);
    }

    public function testTheSameInvoiceIsUsedAgain(): void
    {
        $order = $this->order();
        self::assertSame($this->pay($order), $this->pay($order));
        self::assertCount(1, $this->gateway->invoices);
    }

    public function testTwoClicksAtOnceMakeOneInvoice(): void
    {
        $order = $this->order();
        // Both processes read the order before either stored an invoice.
        $stale = Site::$orders[17];
        $this->pay($order);
        Site::$orders[17] = $stale;
        $this->pay($order);
        self::assertCount(1, $this->gateway->invoices);
        self::assertTrue((new OrderRecord($this->now($order)))->knows($this->gateway->newestId()));
    }

    public function testALostAnswerMakesNoSecondInvoice(): void
    {
        $order = $this->order();
        $this->gateway->losesAnswer = true;
        self::assertSame('failure', $this->pay($order)['result']);
        self::assertCount(2, $this->creates());
        $this->gateway->losesAnswer = false;
        // The customer changed the order meanwhile, so the same key would now be for another body.
        Site::$orders[17]['total'] = '59.90';
        self::assertSame('success', $this->pay($order)['result']);
        $statuses = array_column($this->gateway->invoices, 'status');
        self::assertSame(['canceled', 'new'], $statuses);
        self::assertSame('59.9', $this->gateway->invoices[$this->gateway->newestId()]['price']);
        self::assertSame('order-17-2', $this->creates()[3][2]['headers']['Idempotency-Key']);
    }

    public function testAnInvoiceThatEndedUnpaidIsReplaced(): void
    {
        $order = $this->order();
        $this->pay($order);
        $this->gateway->change($this->gateway->newestId(), ['status' => 'expired']);
        self::assertSame('success', $this->pay($order)['result']);
        self::assertSame(['expired', 'new'], array_column($this->gateway->invoices, 'status'));
        self::assertSame('order-17-2', $this->creates()[1][2]['headers']['Idempotency-Key']);
    }

    /** @dataProvider statusesWithMoney */
    public function testAnInvoiceThatSawMoneyIsNeverReplaced(string $status): void
    {
        $order = $this->order();
        $this->pay($order);
        $id = $this->gateway->newestId();
        $this->gateway->change($id, ['status' => $status, 'amount_paid' => '0.00050000']);
        // Even if the order's total has changed.
        Site::$orders[17]['total'] = '59.90';
        self::assertSame("https://pay.test/invoice/{$id}", $this->pay($order)['redirect']);
        self::assertCount(1, $this->gateway->invoices);
        self::assertSame($status, $this->gateway->invoices[$id]['status']);
    }

    /** @return list<array{string}> */
    public static function statusesWithMoney(): array
    {
        return [['pending'], ['partially_paid'], ['confirming'], ['processing'], ['done'], ['expired'], ['expired_paid'], ['refunded'], ['error']];
    }

    public function testAnOpenInvoiceOverAnotherAmountOrCoinIsCanceledFirst(): void
    {
        $order = $this->order();
        $this->pay($order);
        Site::$orders[17]['total'] = '59.90';
        $this->pay($order);
        $this->pay($order, 'BTC');
        $this->gateway->change($this->gateway->newestId(), ['status' => 'pending', 'gate_id' => 'BTC']);
        $this->pay($order, 'LTC');
        self::assertSame(['canceled', 'canceled', 'new'], array_column($this->gateway->invoices, 'status'));
    }

    public function testARefusedRequestDoesNotBlockTheOrder(): void
    {
        $order = $this->order();
        $this->gateway->first = [FakeGateway::refusal(422, 'validation_failed', ['amount' => ['Too small.']])];
        self::assertSame('failure', $this->pay($order)['result']);
        self::assertNoted('Refused. (amount) [422 validation_failed]', $this->now($order));
        self::assertStringStartsWith('error: Payment with cryptocurrency is not possible right now', Site::$notices[0]);
        $this->gateway->first = [FakeGateway::refusal(409, 'idempotency_mismatch')];
        self::assertSame('success', $this->pay($order)['result']);
        self::assertMatchesRegularExpression('/\Aorder-17-1-[0-9a-f]{12}\z/', $this->creates()[2][2]['headers']['Idempotency-Key']);
    }

    public function testRefusedDecorationIsLeftOut(): void
    {
        $errors = ['customer.email' => ['Not valid.'], 'success_url' => ['Another domain.'], 'items.0.price' => ['Not valid.']];
        $this->gateway->first = [FakeGateway::refusal(422, 'validation_failed', $errors)];
        $order = $this->order(['items' => [new WC_Order_Item('Tyre', 1, '49.90')]]);
        self::assertSame('success', $this->pay($order)['result']);
        [, $second] = $this->creates();
        self::assertSame('order-17-1-reduced', $second[2]['headers']['Idempotency-Key']);
        $body = json_decode($second[2]['body'], true);
        self::assertSame([], array_intersect(['customer', 'success_url', 'items'], array_keys($body)));
        self::assertSame('49.9', $body['amount']);
    }

    public function testMoneyIsNeverLeftOut(): void
    {
        $errors = ['currency' => ['Unknown.'], 'customer.email' => ['Not valid.']];
        $this->gateway->first = [FakeGateway::refusal(422, 'validation_failed', $errors)];
        self::assertSame('failure', $this->pay($this->order())['result']);
        self::assertSame([], $this->gateway->invoices);
    }

    public function testAnotherShopsInvoiceWithTheSameReferenceIsNotAdopted(): void
    {
        $this->pay($this->order());
        $id = $this->gateway->newestId();
        // The other shop's order 17 has another key.
        $this->gateway->invoices[$id]['metadata']['order_check'] = str_repeat('0', 32);
        self::assertSame('failure', $this->pay($this->order(['id' => 17, 'total' => '59.90']))['result']);
        self::assertSame('new', $this->gateway->invoices[$id]['status']);
    }

    public function testAnAnswerThatIsRepeatedAfterItsInvoiceExpiredIsNotUsed(): void
    {
        $order = $this->order();
        $stale = Site::$orders[17];
        $this->pay($order);
        $id = $this->gateway->newestId();
        Site::$orders[17] = $stale;
        $this->gateway->change($id, ['status' => 'expired']);
        $this->gateway->first = [['status' => 201, 'body' => json_encode(['data' => ['status' => 'new', 'expires_at' => '2026-11-20T12:00:00.000Z'] + $this->gateway->invoices[$id]])]];
        $redirect = $this->pay($order)['redirect'];
        self::assertStringEndsWith($this->gateway->newestId(), $redirect);
        self::assertSame(['expired', 'new'], array_column($this->gateway->invoices, 'status'));
    }

    public function testACheckoutPageWithoutHttpsIsNotOpened(): void
    {
        $order = $this->order();
        $this->pay($order);
        $this->gateway->invoices[$this->gateway->newestId()]['checkout_url'] = 'http://pay.test/invoice/1';
        self::assertSame('failure', $this->pay($order)['result']);
    }
}
