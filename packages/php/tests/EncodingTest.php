<?php

declare(strict_types=1);

use PHPUnit\Framework\TestCase;
use Tidegate\Http\Encoding;
use Tidegate\Http\Response;
use Tidegate\Exception\UnexpectedAnswerException;
use Tidegate\Tidegate;

require_once __DIR__ . '/FaultyTransport.php';

final class EncodingTest extends TestCase
{
    public function testAFloatIsRefusedInWordsWhereverItIs(): void
    {
        foreach (['amount' => ['amount' => 49.9], 'items.0.price' => ['items' => [['price' => 49.9]]]] as $path => $body) {
            try {
                Encoding::json($body + ['currency' => 'EUR']);
                self::fail('It was accepted.');
            } catch (InvalidArgumentException $error) {
                self::assertStringContainsString("{$path} is the float 49.9.", $error->getMessage());
                self::assertStringContainsString("such as '49.9'", $error->getMessage());
            }
        }
        $this->expectExceptionMessage('amount is the float');
        Encoding::query(['amount' => 0.1 + 0.2]);
    }

    public function testBodiesAreObjectsOfUnchangedText(): void
    {
        self::assertSame('{}', Encoding::json([]));
        self::assertSame('{"name":"Müller/Söhne","count":2}', Encoding::json(['name' => 'Müller/Söhne', 'count' => 2]));
        $this->expectExceptionMessage('UTF-8');
        Encoding::json(['name' => "\xff"]);
    }

    public function testQueriesTakeListsTimesAndTruth(): void
    {
        $time = new DateTimeImmutable('2026-11-20T13:00:00+01:00');
        $query = ['status' => ['done', 'overpaid'], 'date_from' => $time, 'page' => 2, 'validate_only' => true, 'after' => null];
        self::assertSame('?status=done%2Coverpaid&date_from=2026-11-20T12%3A00%3A00.000Z&page=2&validate_only=true', Encoding::query($query));
        self::assertSame('', Encoding::query([]));
        $this->expectExceptionMessage('x of a query');
        Encoding::query(['x' => new stdClass()]);
    }

    public function testAnIdThatWouldNameAnotherCallIsRefused(): void
    {
        foreach (['', '../payouts', 'a/b', "a\n", 'a?b'] as $id) {
            try {
                Encoding::id($id);
                self::fail('It was accepted.');
            } catch (InvalidArgumentException $error) {
                self::assertStringContainsString('is no id', $error->getMessage());
            }
        }
    }

    public function testAnAnswerThatIsNoneIsAnErrorOfItsOwn(): void
    {
        foreach (['<html>', '{}', '{"data":7}', '{"data":{"id":7}}'] as $body) {
            try {
                $this->answering($body)->invoices->get('i');
                self::fail("{$body}: it was accepted.");
            } catch (UnexpectedAnswerException $error) {
                self::assertNotSame('', $error->getMessage());
            }
        }
    }

    public function testAFieldThatAnOlderGatewayLacksFailsOnlyWhereItIsRead(): void
    {
        $invoice = $this->answering('{"data":{"id":"i","new_field":{"a":1}}}')->invoices->get('i');
        self::assertSame('i', $invoice->id);
        self::assertSame(['a' => 1], $invoice->toArray()['new_field']);
        $this->expectException(Error::class);
        $this->expectExceptionMessage('must not be accessed before initialization');
        $invoice->status;
    }

    private function answering(string $body): Tidegate
    {
        $transport = new FaultyTransport([new Response(200, [], $body)]);
        return new Tidegate('https://pay.example.com', 'tg_test_1', 'tgs_1', maxRetries: 0, transport: $transport);
    }
}
