<?php

declare(strict_types=1);

use PHPUnit\Framework\TestCase;
use Tidegate\WooCommerce\Signature;

require_once __DIR__ . '/FakeGateway.php';

final class SignatureTest extends TestCase
{
    private const OTHER = 'whsec_ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA=';

    public function testAcceptsTheExampleOfTheStandard(): void
    {
        // From the documentation of Standard Webhooks' libraries: computed independently of this code.
        $signature = new Signature('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
        $valid = $signature->isValid(
            '{"test": 2432232314}',
            'msg_p5jXN8AQM9LWM0D4loKWxJek',
            '1614265330',
            'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
            1614265330,
        );
        self::assertTrue($valid);
    }

    /** @dataProvider forgeries */
    public function testRefuses(string $keys, int $age, callable $forge): void
    {
        $webhook = $forge(FakeGateway::webhook('invoice.done', ['id' => 'x'], time() - $age));
        self::assertFalse((new Signature($keys))->isValid($webhook['body'], $webhook['id'], $webhook['time'], $webhook['signature'], time()));
    }

    /** @return array<string, array{string, int, callable}> */
    public static function forgeries(): array
    {
        $same = static fn (array $webhook): array => $webhook;
        return [
            'older than five minutes' => [FakeGateway::KEY, 302, $same],
            'more than five minutes ahead' => [FakeGateway::KEY, -302, $same],
            'another key' => [self::OTHER, 0, $same],
            'no key' => ['', 0, $same],
            'a key that is too short' => ['whsec_' . base64_encode('short'), 0, static fn (array $webhook): array => FakeGateway::webhook('invoice.done', ['id' => 'x'], null, 'whsec_' . base64_encode('short'))],
            'another body' => [FakeGateway::KEY, 0, static fn (array $webhook): array => ['body' => $webhook['body'] . ' '] + $webhook],
            'another ID' => [FakeGateway::KEY, 0, static fn (array $webhook): array => ['id' => 'msg_2'] + $webhook],
            'no ID' => [FakeGateway::KEY, 0, static fn (array $webhook): array => ['id' => ''] + $webhook],
            'another time' => [FakeGateway::KEY, 0, static fn (array $webhook): array => ['time' => (string) ((int) $webhook['time'] + 1)] + $webhook],
            'a time that is no number' => [FakeGateway::KEY, 0, static fn (array $webhook): array => ['time' => $webhook['time'] . '.5'] + $webhook],
            'another version' => [FakeGateway::KEY, 0, static fn (array $webhook): array => ['signature' => 'v2' . substr($webhook['signature'], 2)] + $webhook],
            'no signature' => [FakeGateway::KEY, 0, static fn (array $webhook): array => ['signature' => ''] + $webhook],
            'too many signatures' => [FakeGateway::KEY, 0, static fn (array $webhook): array => ['signature' => str_repeat('v1,x ', 10) . $webhook['signature']] + $webhook],
        ];
    }

    public function testAcceptsEitherKeyWhileOneIsRenewed(): void
    {
        foreach ([self::OTHER . ' ' . FakeGateway::KEY, FakeGateway::KEY . ",\n" . self::OTHER] as $keys) {
            $webhook = FakeGateway::webhook('invoice.done', ['id' => 'x'], time() - 299);
            $signatures = 'v1,AAAA ' . $webhook['signature'];
            self::assertTrue((new Signature($keys))->isValid($webhook['body'], $webhook['id'], $webhook['time'], $signatures, time()));
        }
    }
}
