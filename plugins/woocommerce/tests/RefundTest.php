<?php

declare(strict_types=1);

use Tidegate\WooCommerce\Gateway;

require_once __DIR__ . '/ShopTestCase.php';

final class RefundTest extends ShopTestCase
{
    private WC_Order $order;

    protected function setUp(): void
    {
        parent::setUp();
        $this->order = $this->order();
        $this->pay($this->order);
        $this->gateway->calls = [];
    }

    private static function link(string $url, ?string $sentTo = null): array
    {
        return ['status' => 201, 'body' => json_encode(['data' => ['id' => 'refund-1', 'url' => $url, 'sent_to' => $sentTo]])];
    }

    public function testMakesALinkAndMailsIt(): void
    {
        $this->gateway->first = [self::link('https://pay.test/refund/abc')];
        self::assertTrue((new Gateway())->process_refund(17, '10.00', 'Broken'));
        [$method, $path, $request] = $this->gateway->calls[0];
        self::assertSame(['POST', "/api/v1/invoices/{$this->gateway->newestId()}/refunds"], [$method, $path]);
        self::assertSame(['amount' => '10', 'currency' => 'EUR', 'reason' => 'Broken'], json_decode($request['body'], true));
        self::assertNoted('Refund of 10 EUR created', $this->now($this->order));
        self::assertStringEndsWith('https://pay.test/refund/abc', $this->now($this->order)->data['customer_notes'][0]);
    }

    public function testALinkThatTheGatewayMailedIsNotNoted(): void
    {
        $this->gateway->first = [self::link('https://pay.test/refund/abc', 'j•••@payer.test')];
        self::assertTrue((new Gateway())->process_refund(17, '10.00'));
        $order = $this->now($this->order);
        self::assertNoted('The refund link was sent to j•••@payer.test', $order);
        self::assertStringNotContainsString('refund/abc', json_encode($order->data, JSON_UNESCAPED_SLASHES));
    }

    public function testALinkWithoutHttpsIsNotMailed(): void
    {
        $this->gateway->first = [self::link('http://pay.test/refund/abc')];
        self::assertTrue((new Gateway())->process_refund(17, '10.00'));
        self::assertSame([], $this->now($this->order)->data['customer_notes']);
    }

    public function testALostAnswerIsRepeatedUnderTheSameKeyAndTheNextRefundHasAnother(): void
    {
        $lost = new WP_Error('http', 'timed out');
        $this->gateway->first = [$lost, $lost];
        $refused = (new Gateway())->process_refund(17, '10.00');
        self::assertStringContainsString('not made twice', $refused->get_error_message());
        $this->gateway->first = [self::link('https://pay.test/r/1'), self::link('https://pay.test/r/2')];
        (new Gateway())->process_refund(17, '10.00');
        (new Gateway())->process_refund(17, '10.00');
        $keys = array_map(static fn (array $call): string => $call[2]['headers']['Idempotency-Key'], $this->gateway->calls);
        self::assertSame(['order-17-refund-1-10', 'order-17-refund-1-10', 'order-17-refund-1-10', 'order-17-refund-2-10'], $keys);
    }

    /** @dataProvider refusals */
    public function testSaysWhyARefundIsNotPossible(array|WP_Error $answer, string $words): void
    {
        $this->gateway->first = [$answer, $answer];
        $refused = (new Gateway())->process_refund(17, '10.00');
        self::assertStringContainsString($words, $refused->get_error_message());
        self::assertSame([], $this->now($this->order)->data['customer_notes']);
    }

    /** @return list<array{array<string, mixed>, string}> */
    public static function refusals(): array
    {
        return [
            [FakeGateway::refusal(422, 'validation_failed', ['address' => ['Required.']]), 'does not support refunds by link yet'],
            [FakeGateway::refusal(403, 'permission_denied'), 'may not refund'],
            [FakeGateway::refusal(503, 'service_unavailable'), 'cannot be reached'],
            [FakeGateway::refusal(409, 'illegal_transition'), 'Tidegate refused the refund: Refused.'],
        ];
    }

    /** @dataProvider amounts */
    public function testRefusesWhatIsNoAmount(mixed $amount): void
    {
        self::assertInstanceOf(WP_Error::class, (new Gateway())->process_refund(17, $amount));
        self::assertSame([], $this->gateway->calls);
    }

    /** @return list<array{mixed}> */
    public static function amounts(): array
    {
        return [['0.00'], ['-5'], ['1e3'], [null], [0.0]];
    }
}
