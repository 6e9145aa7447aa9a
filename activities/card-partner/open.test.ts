import { expect, test } from 'vitest';
import { testConfig } from '../../settings/config.fixture.ts';
import { cardWebhookOf, simulatedAccount } from './accounts.ts';
import { openCardSeller } from './open.ts';

test('a mode has a partner, and a secret for its webhooks, or neither', () => {
  const none = testConfig();
  expect(openCardSeller(none, 'sandbox')).toBeNull();
  expect(cardWebhookOf(none, 'sandbox')).toBeNull();
  const simulated = testConfig({ CARD_SIMULATOR_PORT: '8099', PUBLIC_URL: 'https://pay.test/gateway' });
  expect(openCardSeller(simulated, 'sandbox')?.seller).toEqual({
    id: 'simulated',
    name: 'Simulated card partner',
    termsUrl: 'http://127.0.0.1:8099/terms',
    privacyUrl: 'http://127.0.0.1:8099/privacy',
  });
  const account = simulatedAccount(simulated, 'sandbox');
  expect(account).toMatchObject({ url: 'http://127.0.0.1:8099', partner: 'simulated-sandbox' });
  expect(cardWebhookOf(simulated, 'sandbox')).toEqual({
    secret: account.webhookSecret,
    path: '/gateway/webhooks/card-partner/sandbox',
  });
  const production = simulatedAccount(simulated, 'production');
  const secrets = [account, production].flatMap(({ key, secret, webhookSecret }) => [key, secret, webhookSecret]);
  expect(new Set(secrets).size).toBe(6);
});
