<?php

declare(strict_types=1);

use PHPUnit\Framework\TestCase;
use Tidegate\Exception\ConnectionException;
use Tidegate\Exception\WebhookVerificationException;
use Tidegate\Http\Request;
use Tidegate\Http\Response;
use Tidegate\Http\Transport;
use Tidegate\Model\WebhookEndpointWithSecret;
use Tidegate\Tidegate;
use Tidegate\Webhook;

require_once __DIR__ . '/FaultyTransport.php';

final class SecretsTest extends TestCase
{
    private const KEY = 'tg_test_abcdefghij';
    private const SECRET = 'tgs_0123456789secret';

    public function testTheClientAndItsErrorsShowNoSecret(): void
    {
        $transport = new FaultyTransport(['no connection']);
        $client = $this->client($transport);
        try {
            $client->invoices->create(['amount' => '49.90', 'currency' => 'EUR']);
            self::fail('It was accepted.');
        } catch (ConnectionException $error) {
            // Frames of PHPUnit hold the constants of this class.
            $frames = array_filter($error->getTrace(), static fn (array $frame): bool => str_starts_with($frame['class'] ?? '', 'Tidegate\\'));
            self::assertNotEmpty($frames);
            $this->expectHidden($client, $frames, $error->getMessage(), $client->invoices);
        }
    }

    public function testARequestShowsNoSecretEvenWhereAnotherTransportPrintsIt(): void
    {
        $seen = new class () implements Transport {
            public ?Request $request = null;

            public function send(Request $request): Response
            {
                $this->request = $request;
                return new Response(200, [], '{"data":{}}');
            }
        };
        $this->client($seen)->me->get();
        self::assertSame('Basic ' . base64_encode(self::KEY . ':' . self::SECRET), $seen->request?->authorization->reveal());
        $this->expectHidden($seen->request);
    }

    public function testWrongArgumentsAreNotRepeatedInTheMessage(): void
    {
        foreach ([[self::SECRET, self::SECRET], [self::KEY, 'sk_live_secret']] as [$key, $secret]) {
            try {
                new Tidegate('https://pay.example.com', $key, $secret);
                self::fail('It was accepted.');
            } catch (InvalidArgumentException $error) {
                $this->expectHidden($error->getMessage());
                self::assertStringNotContainsString('sk_live_secret', $error->getMessage());
                // The attribute that hides arguments from traces came with PHP 8.2.
                if (PHP_VERSION_ID >= 80200) {
                    $frames = array_filter($error->getTrace(), static fn (array $frame): bool => str_starts_with($frame['class'] ?? '', 'Tidegate\\'));
                    $this->expectHidden($frames);
                }
            }
        }
    }

    public function testAClientCannotBeStored(): void
    {
        $this->expectException(LogicException::class);
        serialize($this->client(new FaultyTransport([])));
    }

    public function testTheSecretOfANewEndpointIsReadNotPrinted(): void
    {
        $endpoint = new WebhookEndpointWithSecret(['id' => 'e', 'secret' => self::SECRET]);
        self::assertSame(self::SECRET, $endpoint->secret);
        self::assertStringNotContainsString(self::SECRET, print_r($endpoint, true));
    }

    public function testTheNotificationKeyIsNotInTracesOfAWebhook(): void
    {
        if (PHP_VERSION_ID < 80200) {
            self::markTestSkipped('The attribute that hides arguments from traces came with PHP 8.2.');
        }
        try {
            Webhook::verify('{}', [], 'whsec_' . base64_encode(self::SECRET));
            self::fail('It was accepted.');
        } catch (WebhookVerificationException $error) {
            $frames = array_filter($error->getTrace(), static fn (array $frame): bool => ($frame['class'] ?? '') === Webhook::class);
            self::assertStringNotContainsString(base64_encode(self::SECRET), print_r($frames, true));
        }
    }

    public function testKeysAndAddressesOfTheWrongFormAreRefused(): void
    {
        $wrong = [
            'tg_test_' => ['https://pay.example.com', 'sk_live_1', 'tgs_1'],
            'tgs_' => ['https://pay.example.com', 'tg_test_1', 'tg_test_1'],
            'is missing' => ['pay.example.com', 'tg_test_1', 'tgs_1'],
            'begins with https' => ['http://pay.example.com', 'tg_live_1', 'tgs_1'],
            'https://.' => ['ftp://pay.example.com', 'tg_test_1', 'tgs_1'],
            'no path' => ['https://pay.example.com/api/v1', 'tg_test_1', 'tgs_1'],
            'has no path' => ['https://me:pass@pay.example.com', 'tg_test_1', 'tgs_1'],
            'key begins' => ['https://pay.example.com', "tg_test_1\r\nx: y", 'tgs_1'],
        ];
        foreach ($wrong as $words => $arguments) {
            try {
                new Tidegate(...$arguments);
                self::fail("{$words}: it was accepted.");
            } catch (InvalidArgumentException $error) {
                self::assertStringContainsString($words, $error->getMessage());
            }
        }
        foreach (['https://pay.example.com/', 'http://127.0.0.1:8080', 'http://[::1]:8080'] as $right) {
            self::assertInstanceOf(Tidegate::class, new Tidegate($right, 'tg_live_1', 'tgs_1'));
        }
    }

    private function client(Transport $transport): Tidegate
    {
        return new Tidegate('https://pay.example.com', self::KEY, self::SECRET, maxRetries: 0, transport: $transport);
    }

    private function expectHidden(mixed ...$shown): void
    {
        ob_start();
        var_dump(...$shown);
        $dumped = (string) ob_get_clean();
        foreach ($shown as $each) {
            // A cast shows private properties, which var_dump does not where a class hides them.
            $dumped .= print_r($each, true) . print_r((array) $each, true) . json_encode($each, JSON_PARTIAL_OUTPUT_ON_ERROR);
        }
        foreach ([self::SECRET, base64_encode(self::KEY . ':' . self::SECRET)] as $secret) {
            self::assertStringNotContainsString($secret, $dumped);
        }
    }
}
