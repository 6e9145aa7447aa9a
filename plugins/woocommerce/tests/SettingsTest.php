<?php

declare(strict_types=1);

use Tidegate\WooCommerce\Connection;
use Tidegate\WooCommerce\Gateway;
use Tidegate\WooCommerce\Settings;

require_once __DIR__ . '/ShopTestCase.php';

final class SettingsTest extends ShopTestCase
{
    public function testOneMethodOrOneForEachCoin(): void
    {
        self::assertSame(['tidegate'], $this->offered());
        Site::$options['woocommerce_tidegate_settings'] += ['methods' => 'each', 'coins' => ['XRP', 'BTC', 'DOGE']];
        self::assertSame(['tidegate_btc', 'tidegate_xrp'], $this->offered());
    }

    /** @dataProvider incomplete */
    public function testIsNotOfferedUntilItIsComplete(string $name, string $value): void
    {
        Site::$options['woocommerce_tidegate_settings'][$name] = $value;
        self::assertSame([], $this->offered());
    }

    /** @return list<array{string, string}> */
    public static function incomplete(): array
    {
        return [['enabled', 'no'], ['api_key', ''], ['api_secret', ''], ['notification_keys', ''], ['notification_keys', 'whsec_'],
            ['gateway_url', ''], ['gateway_url', 'http://pay.test'], ['gateway_url', 'https://user@pay.test'], ['gateway_url', 'javascript:1']];
    }

    public function testKeyAndSecretCanBePastedTogether(): void
    {
        Site::$options['woocommerce_tidegate_settings'] = ['api_key' => 'tg_test_new:new-secret', 'api_secret' => ''] + Site::$options['woocommerce_tidegate_settings'];
        (new Gateway())->process_admin_options();
        self::assertSame(['tg_test_new', 'new-secret'], [Settings::get('api_key'), Settings::get('api_secret')]);
        self::assertSame(['message: Connected to the Tidegate sandbox: payments are tests.'], Site::$notices);
    }

    public function testSavingSaysThatTheKeyIsWrong(): void
    {
        $this->gateway->first = [FakeGateway::refusal(401, 'unauthenticated')];
        (new Gateway())->process_admin_options();
        self::assertSame(['error: Tidegate does not know this key and secret.'], Site::$notices);
    }

    public function testAnEmptySecretFieldKeepsWhatIsSaved(): void
    {
        self::assertSame('secret-of-the-shop', (new Gateway())->validate_secret_field('api_secret', ' '));
        self::assertSame('new', (new Gateway())->validate_secret_field('api_secret', ' new '));
    }

    public function testAConnectionIsAcceptedOnceAndOnlyWithItsState(): void
    {
        parse_str((string) parse_url(Connection::authorizeUrl('https://other.test/'), PHP_URL_QUERY), $query);
        self::assertSame('invoice_create,invoice_get,invoice_refund', $query['permissions']);
        $post = ['api_key' => 'tg_live_connected', 'api_secret' => 'connected-secret', 'notification_key' => FakeGateway::KEY];
        foreach ([[], ['state' => ''], ['state' => [$query['state']]], ['state' => str_repeat('0', 64)]] as $wrong) {
            self::assertFalse(Connection::accept($post + $wrong));
        }
        self::assertSame('tg_test_key', Settings::get('api_key'));
        self::assertTrue(Connection::accept($post + ['state' => $query['state']]));
        self::assertSame(['https://other.test', 'tg_live_connected', 'connected-secret'], [Settings::get('gateway_url'), Settings::get('api_key'), Settings::get('api_secret')]);
        self::assertFalse(Connection::accept(['api_key' => 'tg_live_attacker'] + $post + ['state' => $query['state']]));
    }

    public function testAConnectionWithBrokenCredentialsChangesNothing(): void
    {
        parse_str((string) parse_url(Connection::authorizeUrl('https://other.test'), PHP_URL_QUERY), $query);
        self::assertFalse(Connection::accept(['api_key' => "tg_live\r\nx: y", 'api_secret' => 'connected-secret', 'notification_key' => FakeGateway::KEY, 'state' => $query['state']]));
        self::assertSame('https://pay.test', Settings::get('gateway_url'));
    }

    /** @return list<string> */
    private function offered(): array
    {
        $offered = array_filter(Gateway::all(), static fn (Gateway $gateway): bool => $gateway->is_available());
        return array_values(array_map(static fn (Gateway $gateway): string => $gateway->id, $offered));
    }
}
