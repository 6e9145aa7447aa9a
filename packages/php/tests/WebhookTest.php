<?php

declare(strict_types=1);

use PHPUnit\Framework\TestCase;
use Tidegate\Exception\UnexpectedAnswerException;
use Tidegate\Exception\WebhookVerificationException;
use Tidegate\Model\InvoiceEvent;
use Tidegate\Model\TestEvent;
use Tidegate\Model\UnknownEvent;
use Tidegate\Webhook;

final class WebhookTest extends TestCase
{
    private const SECRET = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
    private const NEXT = 'whsec_ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA=';
    private const ID = '0199a3c2-7b1e-7c53-9d0a-5f0f3b6f2c11';
    private const NOW = 1_795_000_000;
    private const BODY = '{"type":"invoice.done","timestamp":"2026-11-20T12:00:00.000Z",'
        . '"data":{"id":"an-invoice","paid":true,"description":"Müller & Söhne – ☕"}}';

    public function testAcceptsTheExampleOfTheStandard(): void
    {
        // From the documentation of Standard Webhooks, so computed independently of this code. Its body is no event.
        $headers = [
            'webhook-id' => 'msg_p5jXN8AQM9LWM0D4loKWxJek',
            'webhook-timestamp' => '1614265330',
            'webhook-signature' => 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
        ];
        $this->expectException(UnexpectedAnswerException::class);
        Webhook::verify('{"test": 2432232314}', $headers, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', now: 1614265330);
    }

    public function testIsAnEventWithItsIdWhateverHoldsTheHeaders(): void
    {
        $headers = self::signed();
        $server = [];
        foreach ($headers as $name => $value) {
            $server['HTTP_' . strtoupper(strtr($name, '-', '_'))] = $value;
        }
        $forms = [
            'getallheaders()' => array_combine(array_map('ucwords', array_keys($headers)), $headers),
            'Symfony, Laravel, PSR-7' => array_map(static fn (string $value): array => [$value], $headers),
            '$_SERVER' => $server + ['REQUEST_TIME' => self::NOW, 'argv' => ['a', 'b']],
        ];
        foreach ($forms as $name => $form) {
            $event = Webhook::verify(self::BODY, $form, self::SECRET, now: self::NOW);
            self::assertInstanceOf(InvoiceEvent::class, $event, $name);
            self::assertSame([self::ID, 'invoice.done', true], [$event->id, $event->type, $event->data->paid]);
            self::assertSame('Müller & Söhne – ☕', $event->data->description);
        }
    }

    public function testIsAcceptedWhileTheKeyIsChanged(): void
    {
        $next = self::signed(key: self::NEXT);
        self::assertNull(self::problemOf(self::BODY, $next, [self::SECRET, self::NEXT]));
        self::assertSame('no_match', self::problemOf(self::BODY, $next, [self::SECRET]));
        $both = self::signed()['webhook-signature'] . ' ' . $next['webhook-signature'];
        foreach ([self::SECRET, self::NEXT] as $key) {
            self::assertNull(self::problemOf(self::BODY, ['webhook-signature' => $both] + $next, $key));
        }
    }

    /** @dataProvider forgeries */
    public function testRefusesAForgedOne(string $body, array $headers): void
    {
        self::assertSame('no_match', self::problemOf($body, $headers));
    }

    /** @return array<string, array{string, array<string, string>}> */
    public static function forgeries(): array
    {
        $headers = self::signed();
        $signature = $headers['webhook-signature'];
        return [
            'another body' => [str_replace('true', 'false', self::BODY), $headers],
            'a blank more' => [self::BODY . ' ', $headers],
            'another id' => [self::BODY, ['webhook-id' => strtr(self::ID, '0', '1')] + $headers],
            'another time' => [self::BODY, ['webhook-timestamp' => (string) (self::NOW + 1)] + $headers],
            'another key' => [self::BODY, self::signed(key: self::NEXT)],
            'an unknown version' => [self::BODY, ['webhook-signature' => 'v2' . substr($signature, 2)] + $headers],
            'a cut signature' => [self::BODY, ['webhook-signature' => substr($signature, 0, -6)] + $headers],
            'an empty signature' => [self::BODY, ['webhook-signature' => 'v1,'] + $headers],
            'too many signatures' => [self::BODY, ['webhook-signature' => str_repeat('v1,x ', 16) . $signature] + $headers],
            'the parts joined in another way' => [
                substr(self::BODY, 1),
                ['webhook-timestamp' => $headers['webhook-timestamp']] + $headers,
            ],
        ];
    }

    public function testRefusesOneWithoutAHeaderOrWithOneTwice(): void
    {
        foreach (array_keys(self::signed()) as $name) {
            $headers = self::signed();
            $value = $headers[$name];
            unset($headers[$name]);
            self::assertSame('header_missing', self::problemOf(self::BODY, $headers), $name);
            self::assertSame('header_missing', self::problemOf(self::BODY, [$name => [$value, $value]] + $headers), $name);
            $spelled = [$name => $value, strtoupper($name) => $value] + $headers;
            self::assertSame('header_missing', self::problemOf(self::BODY, $spelled), $name);
        }
    }

    public function testRefusesAReplayedOneOnceItIsOlderThanTheTolerance(): void
    {
        $headers = self::signed();
        self::assertNull(self::problemOf(self::BODY, $headers, now: self::NOW + 300));
        self::assertSame('too_old', self::problemOf(self::BODY, $headers, now: self::NOW + 301));
        self::assertNull(self::problemOf(self::BODY, $headers, now: self::NOW - 300));
        self::assertSame('too_new', self::problemOf(self::BODY, $headers, now: self::NOW - 301));
        $this->expectExceptionMessage('11 seconds ago');
        Webhook::verify(self::BODY, $headers, self::SECRET, toleranceSeconds: 10, now: self::NOW + 11);
    }

    public function testRefusesATimeThatIsNone(): void
    {
        foreach (['soon', '-1', '1e9', ' 1763640000', "1763640000\n", str_repeat('9', 30)] as $time) {
            $headers = ['webhook-timestamp' => $time] + self::signed();
            self::assertSame('timestamp_invalid', self::problemOf(self::BODY, $headers), $time);
        }
    }

    public function testExplainsAWrongKey(): void
    {
        foreach (['', 'tgs_0123456789abcdef', 'whsec_', 'whsec_c2hvcnQ=', 'whsec_***', []] as $wrong) {
            try {
                Webhook::verify(self::BODY, self::signed(), $wrong, now: self::NOW);
                self::fail('It was accepted.');
            } catch (InvalidArgumentException $error) {
                self::assertStringContainsString('whsec_', $error->getMessage());
            }
        }
    }

    public function testASignedBodyThatIsNotJsonIsAnErrorOfItsOwn(): void
    {
        self::assertSame('not_json', self::problemOf('paid', self::signed('paid')));
    }

    public function testAnEventOfAnObjectThatIsNotKnownYetIsPassedOn(): void
    {
        $body = '{"type":"subscription.due","timestamp":"2026-11-20T12:00:00.000Z","data":{"id":"s1","cents":12345678901234567890}}';
        $event = Webhook::verify($body, self::signed($body), self::SECRET, now: self::NOW);
        self::assertInstanceOf(UnknownEvent::class, $event);
        self::assertSame(['id' => 's1', 'cents' => '12345678901234567890'], $event->data);
    }

    public function testATestOfTheBackOfficeIsAnEventToo(): void
    {
        $body = '{"type":"webhook.test","timestamp":"2026-11-20T12:00:00.000Z","data":{"id":"t","mode":"sandbox","message":"Hi"}}';
        $event = Webhook::verify($body, self::signed($body), self::SECRET, now: self::NOW);
        self::assertInstanceOf(TestEvent::class, $event);
        self::assertSame('Hi', $event->data->message);
    }

    public function testTheIdIsThatOfTheHeaderWhichIsSigned(): void
    {
        $body = substr(self::BODY, 0, -1) . ',"id":"of-the-body"}';
        self::assertSame(self::ID, Webhook::verify($body, self::signed($body), self::SECRET, now: self::NOW)->id);
    }

    /** @return array<string, string> */
    private static function signed(string $body = self::BODY, string $key = self::SECRET, int $at = self::NOW): array
    {
        $secret = base64_decode(substr($key, strlen('whsec_')));
        return [
            'webhook-id' => self::ID,
            'webhook-timestamp' => (string) $at,
            'webhook-signature' => 'v1,' . base64_encode(hash_hmac('sha256', self::ID . ".{$at}.{$body}", $secret, true)),
        ];
    }

    /** @param string|list<string> $secrets */
    private static function problemOf(string $body, array $headers, string|array $secrets = self::SECRET, int $now = self::NOW): ?string
    {
        try {
            Webhook::verify($body, $headers, $secrets, now: $now);
            return null;
        } catch (WebhookVerificationException $error) {
            return $error->problem;
        }
    }
}
