<?php

declare(strict_types=1);

use PHPUnit\Framework\TestCase;
use Tidegate\Exception\ConflictException;
use Tidegate\Exception\ConnectionException;
use Tidegate\Exception\RateLimitException;
use Tidegate\Exception\ServerException;
use Tidegate\Exception\ValidationException;
use Tidegate\Http\Response;

require_once __DIR__ . '/Shop.php';
require_once __DIR__ . '/FaultyTransport.php';

final class RetryTest extends TestCase
{
    public function testAnInvoiceWhoseAnswerWasLostIsCreatedOnce(): void
    {
        $faulty = new FaultyTransport(['answer lost', 'answer lost']);
        $client = Shop::client($faulty, of: 'lost');
        $invoice = $client->invoices->create(Shop::PRICE);
        self::assertTrue($invoice->lastResponse()?->isReplayed);
        self::assertSame([$invoice->lastResponse()->idempotencyKey], array_unique($faulty->keys));
        self::assertCount(3, $faulty->keys);
        self::assertEquals([$invoice->toArray()], array_map(static fn ($each) => $each->toArray(), $client->invoices->list()->all()));
    }

    public function testAKeyOfTheCallerIsSentAsItIs(): void
    {
        $faulty = new FaultyTransport(['no connection']);
        Shop::client($faulty)->invoices->create(Shop::PRICE, idempotencyKey: 'order-7-1');
        self::assertSame(['order-7-1', 'order-7-1'], $faulty->keys);
        $this->expectExceptionMessage('ASCII');
        Shop::client()->invoices->create(Shop::PRICE, idempotencyKey: "a\r\nb");
    }

    public function testARefusalIsSentOnce(): void
    {
        $faulty = new FaultyTransport([]);
        try {
            Shop::client($faulty)->invoices->create(['amount' => '1.999', 'currency' => 'EUR']);
            self::fail('It was accepted.');
        } catch (ValidationException) {
            self::assertCount(1, $faulty->keys);
        }
    }

    public function testABusyGatewayIsCalledAgainAfterTheSecondsThatItNames(): void
    {
        $faulty = new FaultyTransport([FaultyTransport::busy(503, headers: ['retry-after' => '1'])]);
        $start = microtime(true);
        self::assertSame('new', Shop::client($faulty)->invoices->create(Shop::PRICE)->status);
        self::assertGreaterThanOrEqual(1.0, microtime(true) - $start);
        self::assertCount(2, $faulty->keys);
    }

    public function testALongerWaitThanAMinuteIsForTheCallerToDecide(): void
    {
        $faulty = new FaultyTransport([FaultyTransport::busy(429, headers: ['retry-after' => '3600'])]);
        try {
            Shop::client($faulty)->invoices->create(Shop::PRICE);
            self::fail('It was accepted.');
        } catch (RateLimitException $error) {
            self::assertSame([3600.0, 1], [$error->retryAfterSeconds, count($faulty->keys)]);
        }
    }

    public function testAfterTheLastAttemptTheErrorNamesTheKey(): void
    {
        $faulty = new FaultyTransport(array_fill(0, 9, 'no connection'));
        try {
            Shop::client($faulty, maxRetries: 1)->invoices->create(Shop::PRICE);
            self::fail('It was accepted.');
        } catch (ConnectionException $error) {
            self::assertSame([$error->idempotencyKey, $error->idempotencyKey], $faulty->keys);
            self::assertStringContainsString('Connection refused', $error->getMessage());
        }
        $failing = new FaultyTransport(array_map(FaultyTransport::busy(...), [500, 502, 504]));
        try {
            Shop::client($failing)->invoices->create(Shop::PRICE);
            self::fail('It was accepted.');
        } catch (ServerException $error) {
            self::assertSame([504, 3, 'r-1'], [$error->status, count(array_unique($failing->keys)) + 2, $error->requestId]);
        }
    }

    public function testAConflictIsSentAgainOnlyWhileTheFirstRequestIsRunning(): void
    {
        $waiting = new FaultyTransport([FaultyTransport::busy(409, 'idempotency_running')]);
        self::assertSame('new', Shop::client($waiting)->invoices->create(Shop::PRICE)->status);
        Shop::client()->invoices->create(Shop::PRICE + ['reference' => 'taken']);
        $taken = new FaultyTransport([]);
        try {
            Shop::client($taken)->invoices->create(['amount' => '50.00', 'currency' => 'EUR', 'reference' => 'taken']);
            self::fail('It was accepted.');
        } catch (ConflictException $error) {
            self::assertSame(['reference_taken', 2, 1], [$error->errorCode, count($waiting->keys), count($taken->keys)]);
        }
    }

    public function testARedirectIsNotFollowed(): void
    {
        $faulty = new FaultyTransport([new Response(307, ['location' => Shop::fact('url')], '')]);
        $this->expectException(ConnectionException::class);
        $this->expectExceptionMessage('redirect');
        Shop::client($faulty, maxRetries: 0)->invoices->list()->page();
    }

    public function testCurlDoesNotFollowARedirectEither(): void
    {
        $this->expectException(ConnectionException::class);
        $this->expectExceptionMessage('redirect');
        Shop::client(url: Shop::fact('redirecting'), maxRetries: 0)->invoices->list()->page();
    }

    public function testAnAttemptEndsAfterItsTime(): void
    {
        $start = microtime(true);
        try {
            Shop::client(url: Shop::fact('silent'), maxRetries: 0, timeoutSeconds: 0.2)->invoices->create(Shop::PRICE);
            self::fail('It was answered.');
        } catch (ConnectionException $error) {
            self::assertStringContainsString('timed out', $error->getMessage());
            self::assertLessThan(20.0, microtime(true) - $start);
        }
    }
}
