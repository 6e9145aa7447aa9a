import { expect, test } from 'vitest';
import { cardPartnerKind } from './card-partner.ts';
import { testConfig } from './config.fixture.ts';

const WHOLE = {
  CARD_PARTNER_URL: 'https://api.partner.test/',
  CARD_PARTNER_NAME: 'tidegate',
  CARD_PARTNER_KEY: 'key',
  CARD_PARTNER_SECRET: 'secret',
  CARD_PARTNER_WEBHOOK_SECRET: 'hooks',
  CARD_PARTNER_TERMS_URL: 'https://partner.test/terms',
  CARD_PARTNER_PRIVACY_URL: 'https://partner.test/privacy',
};
const PRODUCTION = {
  NODE_ENV: 'production',
  SITE: 'off',
  TEMPORAL_CODEC_KEY: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
};

test('without a partner nobody buys by card, in any mode', () => {
  const config = testConfig();
  expect(config).toMatchObject({ cardPartner: undefined, cardSimulatorPort: undefined });
  expect(cardPartnerKind(config, 'production')).toBe('none');
  expect(cardPartnerKind(config, 'sandbox')).toBe('none');
});

test('a real partner sells in production mode only, a simulated one where there is no real one', () => {
  const real = testConfig(WHOLE);
  expect(real.cardPartner).toEqual({
    url: 'https://api.partner.test',
    partner: 'tidegate',
    key: 'key',
    secret: 'secret',
    webhookSecret: 'hooks',
    seller: {
      id: 'banxa',
      name: 'Banxa',
      termsUrl: 'https://partner.test/terms',
      privacyUrl: 'https://partner.test/privacy',
    },
  });
  expect(cardPartnerKind(real, 'production')).toBe('partner');
  expect(cardPartnerKind(real, 'sandbox')).toBe('none');
  const both = testConfig({ ...WHOLE, CARD_SIMULATOR_PORT: '8099' });
  expect(cardPartnerKind(both, 'production')).toBe('partner');
  expect(cardPartnerKind(both, 'sandbox')).toBe('simulated');
  expect(cardPartnerKind(testConfig({ CARD_SIMULATOR_PORT: '8099' }), 'production')).toBe('simulated');
});

test.each(Object.keys(WHOLE))('half a configuration is refused: %s alone, and all but it', (name) => {
  const alone = { [name]: WHOLE[name as keyof typeof WHOLE] };
  for (const other of Object.keys(WHOLE).filter((each) => each !== name))
    expect(() => testConfig(alone)).toThrow(`${other} is required because ${name} is set`);
  const { [name as keyof typeof WHOLE]: _, ...rest } = WHOLE;
  expect(() => testConfig(rest)).toThrow(`${name} is required because`);
});

test('production refuses a simulator and a partner without TLS', () => {
  expect(() => testConfig({ ...PRODUCTION, CARD_SIMULATOR_PORT: '8099' })).toThrow(
    'CARD_SIMULATOR_PORT must not be set',
  );
  const plain = { ...WHOLE, CARD_PARTNER_URL: 'http://partner.test' };
  expect(() => testConfig({ ...PRODUCTION, ...plain })).toThrow('CARD_PARTNER_URL must begin with https://');
  expect(testConfig({ ...PRODUCTION, ...WHOLE }).cardPartner?.partner).toBe('tidegate');
});
