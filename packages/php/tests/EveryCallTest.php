<?php

declare(strict_types=1);

use PHPUnit\Framework\TestCase;
use Tidegate\Listing;
use Tidegate\Tidegate;

/** Every method once, with a request that the public document allows, against a mock made from it. */
final class EveryCallTest extends TestCase
{
    private const ID = '0199c1f2-7c3a-7d4e-8a51-5b0f3c9d2e10';
    private const PAYOUT = [
        'gate_id' => 'BTC',
        'amount' => '0.001',
        'address' => 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
        'fee_payer' => 'merchant',
    ];
    /** What a method is given; others are given an id if they take one, and nothing else. */
    private const GIVEN = [
        'invoices.create' => [['amount' => '49.90', 'currency' => 'EUR', 'items' => [['name' => 'Shirt', 'price' => '49.90']]]],
        'invoices.list' => [['status' => ['done', 'overpaid'], 'page' => 1, 'order' => 'asc']],
        'invoices.update' => [self::ID, ['metadata' => ['cart' => '7']]],
        'invoices.refund' => [self::ID, ['amount' => '10.00', 'currency' => 'EUR', 'reason' => 'Damaged']],
        'payouts.create' => [self::PAYOUT],
        'payouts.quote' => [['gate_id' => 'BTC', 'amount' => '0.001', 'fee_payer' => 'recipient']],
        'massPayouts.create' => [[
            'fee_payer' => 'merchant',
            'lines' => [['gate_id' => 'BTC', 'amount' => '0.001', 'address' => self::PAYOUT['address']]],
        ]],
        'paymentLinks.create' => [['title' => 'Harbor tour', 'amount' => '49.90', 'currency' => 'EUR']],
        'paymentLinks.update' => [self::ID, ['active' => false]],
        'paymentRequests.create' => [[
            'recipient_name' => 'Nora Lind',
            'recipient_email' => 'nora@example.com',
            'description' => 'Two lamps',
            'amount' => '49.90',
            'currency' => 'EUR',
        ]],
        'addresses.create' => [['gate_id' => 'XRP', 'reference' => 'customer-7']],
        'ledgerEntries.list' => [['gate_id' => 'BTC', 'limit' => 5]],
        'webhookEndpoints.create' => [['url' => 'https://shop.example.com/hooks']],
        'webhookEndpoints.update' => [self::ID, ['enabled' => false]],
        'sandbox.payInvoice' => [self::ID, ['scenario' => 'paid']],
        'sandbox.payAddress' => [self::ID, ['amount' => '0.5']],
        'sandbox.mineBlocks' => ['BTC', ['count' => 2]],
        'sandbox.setFees' => ['BTC', ['percent' => 200]],
        'sandbox.transferToBank' => [['amount' => '10.00', 'reference' => 'TG-1']],
    ];

    /** @dataProvider methods */
    public function testIsACallThatTheDocumentAllows(string $resource, string $method): void
    {
        $client = new Tidegate((string) getenv('PRISM_URL'), 'tg_test_1', 'tgs_1', maxRetries: 0);
        $takesId = (new ReflectionMethod($client->{$resource}, $method))->getNumberOfRequiredParameters() > 0;
        $given = self::GIVEN["{$resource}.{$method}"] ?? ($takesId ? [self::ID] : []);
        $answer = $client->{$resource}->{$method}(...$given);
        $first = match (true) {
            $answer instanceof Listing => $answer->page()->data[0] ?? 'an empty list',
            $answer instanceof Generator => $answer->current(),
            default => $answer ?? 'nothing',
        };
        if (is_string($first)) {
            // Deleting returns nothing, and the recorded list of deliveries is empty.
            self::assertContains("{$resource}.{$method}", ['webhookEndpoints.delete', 'webhooks.deliveries', 'withdrawals.list', 'deposits.list']);
            return;
        }
        // A property that was not read from the answer cannot be read from the object.
        foreach ((new ReflectionObject($first))->getProperties(ReflectionProperty::IS_PUBLIC) as $property) {
            self::assertTrue($property->isInitialized($first), "{$property->class}::{$property->name}");
        }
    }

    /** @return iterable<string, array{string, string}> */
    public static function methods(): iterable
    {
        foreach ((new ReflectionClass(Tidegate::class))->getProperties(ReflectionProperty::IS_PUBLIC) as $property) {
            foreach ((new ReflectionClass($property->getType()->getName()))->getMethods(ReflectionMethod::IS_PUBLIC) as $method) {
                // These two are written by hand over `events.list`.
                if (!$method->isConstructor() && !in_array($method->name, ['follow', 'latest'], true)) {
                    yield "{$property->name}.{$method->name}" => [$property->name, $method->name];
                }
            }
        }
    }
}
