<?php

declare(strict_types=1);

use PHPUnit\Framework\TestCase;
use Tidegate\Exception\AuthenticationException;
use Tidegate\Exception\ConflictException;
use Tidegate\Exception\NotFoundException;
use Tidegate\Exception\ValidationException;
use Tidegate\Model\InvoiceEvent;
use Tidegate\Model\Refund;
use Tidegate\Model\RefundLink;
use Tidegate\Tidegate;

require_once __DIR__ . '/Shop.php';

final class GatewayTest extends TestCase
{
    private const UNKNOWN = '0199c1f2-7c3a-7d4e-8a51-5b0f3c9d2e10';

    public function testCreatesReadsAndCancelsAnInvoiceWithAmountsAsText(): void
    {
        $client = Shop::client();
        $invoice = $client->invoices->create(Shop::PRICE + ['gate_id' => 'BTC', 'metadata' => ['cart' => '7']]);
        self::assertSame(['pending', '49.90', '0.00099800', 'sandbox'], [$invoice->status, $invoice->total, $invoice->amount_due, $invoice->mode]);
        self::assertSame([Tidegate::API_VERSION, '49.90'], [$client->me->get()->api_version, $invoice->amount]);
        self::assertSame(201, $invoice->lastResponse()?->status);
        self::assertFalse($invoice->lastResponse()->isReplayed);
        self::assertMatchesRegularExpression('/^[0-9a-f-]{36}$/', (string) $invoice->lastResponse()->requestId);
        self::assertSame($invoice->toArray(), $client->invoices->get($invoice->id)->toArray());
        self::assertSame(['cart' => '7'], $invoice->metadata);
        self::assertSame('canceled', $client->invoices->cancel($invoice->id)->status);
    }

    public function testSaysWhatTheGatewayLeftOutBecauseItOnlyDecorates(): void
    {
        $invoice = Shop::client()->invoices->create(Shop::PRICE + ['customer' => ['email' => 'no address']]);
        $warnings = $invoice->lastResponse()?->warnings ?? [];
        self::assertSame(['customer.email'], array_map(static fn ($each) => $each->field, $warnings));
    }

    public function testRefundsAPaidInvoiceToAnAddressAndByALink(): void
    {
        $client = Shop::client();
        $checked = $client->invoices->refund(Shop::fact('paid'), ['amount' => '0.0001', 'address' => Shop::fact('address')], validateOnly: true);
        self::assertInstanceOf(Refund::class, $checked);
        self::assertSame([], $client->refunds->list()->all());
        $refund = $client->invoices->refund(Shop::fact('paid'), ['amount' => '0.0005', 'address' => Shop::fact('address'), 'reason' => 'Out of stock']);
        self::assertInstanceOf(Refund::class, $refund);
        self::assertSame([Shop::fact('paid'), 'Out of stock'], [$refund->invoice_id, $client->refunds->get($refund->id)->reason]);
        $link = $client->invoices->refund(Shop::fact('paidToo'), ['amount' => '10.00', 'currency' => 'EUR']);
        self::assertInstanceOf(RefundLink::class, $link);
        self::assertStringStartsWith('http', $link->url);
    }

    public function testReadsWhatHappenedFromTheEventsEachOnce(): void
    {
        $client = Shop::client();
        $types = [];
        // One answer of the test's own database may be a moment behind the others.
        foreach ($client->events->follow(query: ['object_id' => Shop::fact('paid')], intervalSeconds: 0.05) as $event) {
            self::assertInstanceOf(InvoiceEvent::class, $event);
            self::assertSame(Shop::fact('paid'), $event->data->id);
            $types[] = $event->type;
            if ($event->type === 'invoice.done') {
                self::assertSame(['49.90', true], [$event->data->total, $event->data->paid]);
                self::assertEquals($event->toArray(), $client->events->get($event->id)->toArray());
                break;
            }
        }
        self::assertContains('invoice.pending', $types);
        self::assertSame($types, array_values(array_unique($types)));
        $listed = iterator_to_array($client->events->list(['limit' => 1, 'object_id' => Shop::fact('paid')]), false);
        self::assertSame($types, array_slice(array_map(static fn ($each) => $each->type, $listed), 0, count($types)));
    }

    public function testFollowsOnlyWhatIsStillToCome(): void
    {
        $client = Shop::client(of: 'follower');
        $client->invoices->create(Shop::PRICE);
        iterator_to_array($client->events->list(), false);
        foreach ($client->events->follow(intervalSeconds: 0.05) as $first) {
            break;
        }
        $after = $client->events->latest();
        self::assertSame([], iterator_to_array($client->events->follow($after, forSeconds: 0.0), false));
        $next = $client->invoices->create(Shop::PRICE);
        foreach ($client->events->follow($after, intervalSeconds: 0.05) as $event) {
            self::assertInstanceOf(InvoiceEvent::class, $event);
            self::assertSame($next->id, $event->data->id);
            self::assertNotSame($first->id, $event->id);
            break;
        }
    }

    public function testGoesThroughAListPageByPageAndGivesEachObjectOnceWhileNewOnesCome(): void
    {
        $client = Shop::client(of: 'list');
        $made = [];
        for ($count = 0; $count < 7; $count++) {
            $made[] = $client->invoices->create(Shop::PRICE)->id;
        }
        $first = $client->invoices->list(['per_page' => 3])->page();
        self::assertSame([3, 7, 1, 3], [count($first->data), $first->total, $first->page, $first->perPage]);
        $seen = [];
        foreach ($client->invoices->list(['per_page' => 3]) as $invoice) {
            $seen[] = $invoice->id;
            if (count($seen) === 2) {
                // Pushes what was last on the first page to the second one.
                $client->invoices->create(Shop::PRICE);
            }
        }
        self::assertSame(array_reverse($made), $seen);
        self::assertCount(5, $client->invoices->list(['per_page' => 2])->all(5));
        self::assertSame([], $client->invoices->list()->all(0));
        self::assertCount(2, $client->invoices->list(['per_page' => 3, 'page' => 3])->all());
    }

    public function testSaysWhatAPayoutCostsAndEveryLineOfABalance(): void
    {
        $client = Shop::client(of: 'funded');
        $quote = $client->payouts->quote(['gate_id' => 'BTC', 'amount' => '0.0015', 'fee_payer' => 'recipient']);
        self::assertSame(['BTC', '0.00150000', null], [$quote->gate_id, $quote->total, $quote->problem]);
        $balances = [];
        foreach ($client->ledgerEntries->list(['gate_id' => 'BTC', 'limit' => 1]) as $entry) {
            $balances[] = $entry->balance;
        }
        self::assertSame(['0.01000000', '0.02000000', '0.03000000'], $balances);
        $payout = ['gate_id' => 'BTC', 'amount' => '0.0015', 'address' => Shop::fact('address'), 'fee_payer' => 'merchant'];
        $made = $client->payouts->create($payout, idempotencyKey: 'salary-1');
        $again = $client->payouts->create($payout, idempotencyKey: 'salary-1');
        self::assertSame([$made->id, true], [$again->id, $again->lastResponse()?->isReplayed]);
    }

    public function testKeepsWebhookEndpoints(): void
    {
        $endpoints = Shop::client()->webhookEndpoints;
        $url = 'https://shop.example.com/webhooks';
        $made = $endpoints->create(['url' => $url, 'event_types' => ['invoice.*']]);
        $changed = $endpoints->update($made->id, ['description' => 'Orders']);
        self::assertSame(['Orders', $url, ['invoice.*']], [$changed->description, $changed->url, $changed->event_types]);
        self::assertSame([$made->id], array_map(static fn ($each) => $each->id, $endpoints->list()->page()->data));
        self::assertNotSame($made->secret, $endpoints->rotateSecret($made->id)->secret);
        self::assertNotNull($endpoints->get($made->id)->previous_secret_until);
        $endpoints->delete($made->id);
        $this->expectException(NotFoundException::class);
        $endpoints->get($made->id);
    }

    public function testErrorsHaveAClassACodeAndTheFields(): void
    {
        $client = Shop::client();
        $invalid = self::refusal(static fn () => $client->invoices->create(['amount' => '1.999', 'currency' => 'EUR']));
        self::assertInstanceOf(ValidationException::class, $invalid);
        self::assertSame([422, 'amount', 'amount'], [$invalid->status, $invalid->field(), array_key_first($invalid->fields)]);
        self::assertStringContainsString('amount: ', $invalid->getMessage());
        self::assertInstanceOf(NotFoundException::class, self::refusal(static fn () => $client->invoices->get(self::UNKNOWN)));
        $client->invoices->create(Shop::PRICE, idempotencyKey: 'errors');
        $other = self::refusal(static fn () => $client->invoices->create(['amount' => '50'] + Shop::PRICE, idempotencyKey: 'errors'));
        self::assertInstanceOf(ConflictException::class, $other);
        self::assertSame(['idempotency_mismatch', true], [$other->errorCode, is_string($other->requestId)]);
        $stranger = Shop::client(secret: 'tgs_' . str_repeat('0', 40));
        self::assertInstanceOf(AuthenticationException::class, self::refusal(static fn () => $stranger->invoices->list()->page()));
    }

    private static function refusal(callable $work): Throwable
    {
        try {
            $work();
        } catch (Throwable $error) {
            return $error;
        }
        throw new LogicException('It was accepted.');
    }
}
