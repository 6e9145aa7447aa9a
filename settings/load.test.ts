import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeAuthority } from './certificates.fixture.ts';
import { TEST_MNEMONIC } from './config.fixture.ts';
import { loadConfig, loadSetting, loadTemporalConfig } from './load.ts';

const KEY = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const LEAST = { DATABASE_URL: 'postgres://db/tidegate', ENCRYPTION_KEY: KEY, SANDBOX_SEED: TEST_MNEMONIC };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidegate-settings-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a setting from a file', () => {
  test('is the text of the file without the newline at its end', () => {
    const config = loadConfig({
      SANDBOX_SEED: TEST_MNEMONIC,
      ENCRYPTION_KEY_FILE: file('key', `${KEY}\n`),
      DATABASE_URL_FILE: file('url', 'postgres://u:p@db/tidegate\r\n'),
      SIGNER_PASSPHRASE_FILE: file('passphrase', ' ends with a space \n'),
      CHAIN_BTC_URL_FILE: file('node', 'http://u:p@node:8332'),
      XPUB_BTC: loadConfig(LEAST).accountXpubs.sandbox.BTC,
    });
    expect(config.encryptionKey).toHaveLength(32);
    expect(config.databaseUrl).toBe('postgres://u:p@db/tidegate');
    expect(config.signer.passphrase).toBe(' ends with a space ');
    expect(config.chains.production.BTC).toBe('http://u:p@node:8332');
  });

  test('is found behind links, as Kubernetes mounts them', () => {
    file('data', `${KEY}\n`);
    symlinkSync('data', join(folder, 'link'));
    expect(loadSetting({ ENCRYPTION_KEY_FILE: join(folder, 'link') }, 'ENCRYPTION_KEY')).toBe(KEY);
  });

  test('is refused where the variable is set too, and where no file may replace it', () => {
    const env = { ...LEAST, ENCRYPTION_KEY_FILE: file('both', KEY), PORT_FILE: file('port', '80') };
    const error = failure(() => loadConfig(env));
    expect(error).toContain('ENCRYPTION_KEY and ENCRYPTION_KEY_FILE are both set');
    expect(error).toContain('PORT_FILE does not exist');
  });

  test('that every user can read is used with one warning, and a certificate without', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const [secret, certificate] = [file('seen', 'hunter2'), file('seen.pem', makeAuthority('seen').cert)];
    for (const path of [secret, certificate]) chmodSync(path, 0o644);
    const env = { TEMPORAL_API_KEY_FILE: secret, TEMPORAL_TLS_CA_FILE: certificate };
    expect(loadTemporalConfig(env).temporalApiKey).toBe('hunter2');
    loadTemporalConfig(env);
    await Promise.resolve();
    expect(warn.mock.calls).toEqual([[expect.stringContaining(`TEMPORAL_API_KEY_FILE names ${secret}, which every`)]]);
    warn.mockRestore();
  });

  test('names every file that cannot be used, with the reason and never with its content', () => {
    const open = file('open', 'hunter2');
    chmodSync(open, 0o666);
    mkdirSync(join(folder, 'folder'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const error = failure(() =>
      loadConfig({
        ...LEAST,
        AMQP_URL_FILE: join(folder, 'missing'),
        SMTP_URL_FILE: join(folder, 'folder'),
        CAPTCHA_SECRET_FILE: file('empty', '\n'),
        METRICS_TOKEN_FILE: open,
        VERIFICATION_SECRET_FILE: file('binary', Buffer.from([0xff, 0xfe, 0])),
        SIGNER_PASSPHRASE_FILE: file('large', 'hunter2'.repeat(20_000)),
        TEMPORAL_API_KEY_FILE: join(folder, 'pipe'),
        TEMPORAL_CODEC_KEY_FILE: file('short', 'hunter2'),
      }),
    );
    expect(error).toContain(`AMQP_URL_FILE names ${join(folder, 'missing')}, which does not exist`);
    expect(error).toMatch(/SMTP_URL_FILE .* is not a file/);
    expect(error).toMatch(/CAPTCHA_SECRET_FILE .* is empty/);
    expect(error).toMatch(/METRICS_TOKEN_FILE .* every user can change/);
    expect(error).toMatch(/VERIFICATION_SECRET_FILE .* is not text/);
    expect(error).toMatch(/SIGNER_PASSPHRASE_FILE .* has more than/);
    expect(error).toMatch(/TEMPORAL_API_KEY_FILE .* is not a file/);
    expect(error).toContain('TEMPORAL_CODEC_KEY must be');
    expect(error).not.toContain('hunter2');
  });
});

describe('the settings of TLS', () => {
  const authority = makeAuthority('one');
  const { cert, key } = authority.issue();

  test('are off by default, and on as soon as one of them or an API key is set', () => {
    expect(loadTemporalConfig({}).temporalTls).toBeUndefined();
    expect(loadTemporalConfig({ TEMPORAL_TLS: 'true' }).temporalTls).toBeDefined();
    expect(loadTemporalConfig({ TEMPORAL_API_KEY: 'k' }).temporalTls).toEqual({});
    const given = { TEMPORAL_TLS_CA_FILE: file('ca.pem', authority.cert), TEMPORAL_TLS_CERT: cert };
    expect(loadTemporalConfig({ ...given, TEMPORAL_TLS_KEY_FILE: file('key.pem', key) }).temporalTls).toEqual({
      ca: authority.cert.trimEnd(),
      client: { cert, key: key.trimEnd() },
      serverName: undefined,
    });
  });

  test('never let an API key or a password travel unencrypted', () => {
    const temporal = { TEMPORAL_TLS: 'false', TEMPORAL_API_KEY: 'hunter2' };
    expect(failure(() => loadTemporalConfig(temporal))).toMatch(/TEMPORAL_API_KEY would be sent unencrypted/);
    const amqp = { ...LEAST, AMQP_URL: 'amqp://u:hunter2@rabbit', AMQP_TLS_CA: authority.cert };
    expect(failure(() => loadConfig(amqp))).toContain('AMQP_URL must begin with amqps://');
  });

  test('refuse half a pair, a key of another certificate, and what cannot be read', () => {
    expect(failure(() => loadTemporalConfig({ TEMPORAL_TLS_CERT: cert }))).toContain(
      'TEMPORAL_TLS_KEY is required because TEMPORAL_TLS_CERT is set',
    );
    const other = { TEMPORAL_TLS_CERT: cert, TEMPORAL_TLS_KEY: authority.issue().key };
    expect(failure(() => loadTemporalConfig(other))).toContain('is not the key of the first certificate');
    const broken = cert.replace(/\n\w{8}/, '\nAAAAAAAA');
    expect(failure(() => loadTemporalConfig({ TEMPORAL_TLS_CA: broken }))).toContain('cannot be read');
    expect(failure(() => loadTemporalConfig({ TEMPORAL_TLS_CA: 'mycert' }))).toContain('must be certificates in PEM');
  });

  test('accept an expired certificate: the program must start, and the server says the rest', () => {
    const { cert: old, key: oldKey } = authority.issue({ isExpired: true });
    expect(() => loadTemporalConfig({ TEMPORAL_TLS_CERT: old, TEMPORAL_TLS_KEY: oldKey })).not.toThrow();
  });
});

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content, { mode: 0o600 });
  return path;
}

function failure(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  throw new Error('no error was thrown');
}
