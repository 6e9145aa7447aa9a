import { describe, expect, test } from 'vitest';
import { TEST_MNEMONIC, testConfig } from './config.fixture.ts';
import { describeVariables, isOpen, isSimulated, readConfig } from './config.ts';

const KEY = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const LEAST = { DATABASE_URL: 'postgres://db/tidegate', ENCRYPTION_KEY: KEY, SANDBOX_SEED: TEST_MNEMONIC };

describe('the configuration', () => {
  test('needs only the database, a key and the sandbox words', () => {
    const config = readConfig(LEAST);
    expect(config).toMatchObject({
      port: 8080,
      publicUrl: 'http://localhost:8080',
      invoiceLifetimeSeconds: 900,
      sandboxBlockSeconds: 10,
      webhookAllowedNetworks: [],
      amqpUrl: undefined,
      nodeEnv: 'development',
    });
    expect(config.encryptionKey).toHaveLength(32);
  });

  test('names every wrong variable in one error', () => {
    const wrong = {
      PORT: '80801',
      DATABASE_URL: 'mysql://db',
      ENCRYPTION_KEY: 'short',
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1/32, 10.0.0.0/99',
      ALLOW_TEST_CHAINS: 'yes',
      LOG_LEVEL: 'loud',
      SANDBOX_SEED: 'not a phrase',
    };
    const error = failure(() => readConfig(wrong));
    for (const name of Object.keys(wrong)) expect(error).toContain(name);
    expect(error).toContain('10.0.0.0/99');
  });

  test('reads where people are helped: a page, or one mailbox', () => {
    for (const value of ['https://help.pay.test/', 'mailto:help@pay.test'])
      expect(readConfig({ ...LEAST, SUPPORT_URL: value }).supportUrl).toBe(value);
    for (const value of [
      'http://help.pay.test',
      'javascript:alert(1)',
      'mailto:a@pay.test,b@pay.test',
      'help@pay.test',
    ])
      expect(failure(() => readConfig({ ...LEAST, SUPPORT_URL: value }))).toContain('SUPPORT_URL must be');
  });

  test('reads the mailbox of support from a URL with user and password, and says what one looks like', () => {
    expect(readConfig(LEAST).support.inbox).toBeUndefined();
    const url = 'imaps://help%40pay.test:p%40ss@mail.pay.test:9993';
    expect(readConfig({ ...LEAST, SUPPORT_IMAP_URL: url }).support.inbox).toEqual({ url, ca: undefined });
    for (const wrong of [
      'imaps://mail.pay.test',
      'https://a:b@mail.pay.test',
      'imaps://a:%zz@mail.pay.test',
      'imaps://a@m',
    ])
      expect(failure(() => readConfig({ ...LEAST, SUPPORT_IMAP_URL: wrong }))).toContain('SUPPORT_IMAP_URL must be');
  });

  test('knows the mailbox that visitors write to: its own, or the one where people are helped', () => {
    expect(readConfig(LEAST).support.mail).toBe('support@tidegate.localhost');
    expect(readConfig({ ...LEAST, SUPPORT_URL: 'mailto:help@pay.test' }).support.mail).toBe('help@pay.test');
    const page = { ...LEAST, SUPPORT_URL: 'https://help.pay.test/' };
    expect(readConfig({ ...page, SUPPORT_MAIL: 'desk@pay.test' }).support.mail).toBe('desk@pay.test');
    const production = { ...page, NODE_ENV: 'production', TEMPORAL_CODEC_KEY: KEY };
    expect(failure(() => readConfig(production))).toContain('SUPPORT_MAIL is required');
    expect(readConfig({ ...production, SITE: 'off' }).hasSite).toBe(false);
    expect(failure(() => readConfig({ ...LEAST, SUPPORT_MAIL: 'a@pay.test, b@pay.test' }))).toContain('SUPPORT_MAIL');
  });

  test('reads the recipients of alerts, and refuses half of a channel', () => {
    const { alerts } = readConfig({
      ...LEAST,
      SMTP_URL: 'smtp://mail',
      ALERT_MAIL_TO: 'ops@pay.test, head@pay.test',
      ALERT_QUIET_HOURS: '22:00-07:30',
      PUBLIC_URL: 'https://pay.test/',
    });
    expect(alerts).toMatchObject({
      mail: { to: ['ops@pay.test', 'head@pay.test'], escalationTo: [] },
      webhook: undefined,
      pagerduty: undefined,
      baseUrl: 'https://pay.test',
      escalationMinutes: 15,
      quietHours: { fromMinute: 1320, toMinute: 450 },
    });
    const wrong = {
      ALERT_MAIL_TO: 'ops',
      ALERT_WEBHOOK_SECRET: 'whsec_short',
      ALERT_PAGERDUTY_KEY: 'hunter2',
      ALERT_QUIET_HOURS: '25:00-07:00',
      ALERT_TIME_ZONE: 'Moon',
      ALERT_ALLOWED_NETWORKS: 'all',
    };
    const error = failure(() => readConfig({ ...LEAST, ...wrong, ALERT_WEBHOOK_URL: 'https://ops.test' }));
    for (const name of Object.keys(wrong)) expect(error).toContain(name);
    expect(error).not.toContain('hunter2');
    expect(failure(() => readConfig({ ...LEAST, ALERT_MAIL_TO: 'ops@pay.test' }))).toContain('SMTP_URL is required');
    expect(failure(() => readConfig({ ...LEAST, ALERT_WEBHOOK_URL: 'https://ops.test' }))).toContain(
      'ALERT_WEBHOOK_SECRET is required',
    );
    const production = { ...LEAST, NODE_ENV: 'production', TEMPORAL_CODEC_KEY: KEY };
    expect(failure(() => readConfig({ ...production, ALERT_PAGERDUTY_URL: 'http://pd.test' }))).toContain(
      'ALERT_PAGERDUTY_URL must begin with https://',
    );
  });

  test('never repeats a secret in its error', () => {
    const error = failure(() =>
      readConfig({
        ...LEAST,
        DATABASE_URL: 'ftp://user:hunter2@db',
        ENCRYPTION_KEY: 'hunter2',
        SANDBOX_SEED: 'hunter2',
      }),
    );
    expect(error).not.toContain('hunter2');
  });

  test('takes an empty variable for an unset one', () => {
    expect(readConfig({ ...LEAST, AMQP_URL: '', PORT: '' })).toMatchObject({ amqpUrl: undefined, port: 8080 });
  });

  test('simulates every network of both modes unless a node is set', () => {
    const config = testConfig({ SANDBOX_CHAIN_LTC_URL: 'http://u:p@localhost:1', SANDBOX_XPUB_LTC: ltcXpub() });
    expect(isSimulated(config, 'sandbox', 'LTC')).toBe(false);
    expect(isSimulated(config, 'sandbox', 'BTC')).toBe(true);
    expect(isSimulated(config, 'production', 'LTC')).toBe(true);
  });

  test('closes a network without a node in production mode under NODE_ENV=production', () => {
    const config = testConfig({ NODE_ENV: 'production', TEMPORAL_CODEC_KEY: KEY });
    expect(isSimulated(config, 'production', 'BTC')).toBe(false);
    expect(isOpen(config, 'production', 'BTC')).toBe(false);
    expect(isOpen(config, 'sandbox', 'BTC')).toBe(true);
  });

  test('asks for an account key where a real node is set: the sandbox words are no place for real money', () => {
    expect(failure(() => testConfig({ CHAIN_BTC_URL: 'http://u:p@node:8332' }))).toContain('XPUB_BTC is required');
    expect(failure(() => testConfig({ CHAIN_BTC_URL: 'http://u:p@node:8332', XPUB_BTC: 'xpub123' }))).toContain(
      'XPUB_BTC is not an extended public key',
    );
  });

  test('derives the account of a test node in sandbox mode from the sandbox words, unless one is given', () => {
    const node = { SANDBOX_CHAIN_LTC_URL: 'http://u:p@localhost:1' };
    expect(testConfig(node).accountXpubs.sandbox.LTC).toBe(ltcXpub());
    const other = testConfig().accountXpubs.sandbox.BTC ?? '';
    expect(testConfig({ ...node, SANDBOX_XPUB_LTC: other }).accountXpubs.sandbox.LTC).toBe(other);
  });

  test('refuses production without encryption of workflow payloads', () => {
    expect(failure(() => testConfig({ NODE_ENV: 'production' }))).toContain('TEMPORAL_CODEC_KEY');
  });

  test('takes only an origin for the Web UI, with a codec key, in the scheme of the gateway', () => {
    const of = (TEMPORAL_UI_ORIGIN: string, PUBLIC_URL = 'https://pay.example') =>
      failure(() => testConfig({ TEMPORAL_UI_ORIGIN, PUBLIC_URL, TEMPORAL_CODEC_KEY: KEY }));
    for (const wrong of ['*', 'temporal.example', 'https://temporal.example/', 'http://temporal.example', 'null']) {
      expect(of(wrong)).toContain('TEMPORAL_UI_ORIGIN must be an origin such as https://');
    }
    const ORIGIN = { TEMPORAL_UI_ORIGIN: 'https://temporal.example' };
    const isFor = { PUBLIC_URL: 'https://pay.example' };
    expect(of('http://localhost:8233')).toContain('TEMPORAL_UI_ORIGIN must begin with https:// if PUBLIC_URL does');
    expect(failure(() => testConfig({ ...ORIGIN, ...isFor }))).toContain('TEMPORAL_CODEC_KEY is required');
    expect(testConfig({ ...ORIGIN, ...isFor, TEMPORAL_CODEC_KEY: KEY }).temporalUiOrigin).toBe(
      'https://temporal.example',
    );
  });

  test('gives the two modes different accounts', () => {
    const { accountXpubs } = testConfig();
    expect(accountXpubs.sandbox.BTC).not.toBe(accountXpubs.production.BTC);
  });

  test('describes every variable once', () => {
    const names = describeVariables().map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['PORT', 'CHAIN_TRON_URL', 'SANDBOX_XPUB_XRP']));
  });
});

function ltcXpub(): string {
  return testConfig().accountXpubs.sandbox.LTC ?? '';
}

function failure(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  throw new Error('no error was thrown');
}
