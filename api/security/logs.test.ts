import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { makeMerchant, type TestMerchant, testEncryptionKey } from '../../db/testing.fixture.ts';
import { type ManagedProcess, startProcess } from '../../scripts/process/managed.ts';
import { freePort } from '../../scripts/process/ports.ts';
import { TEST_MNEMONIC } from '../../settings/config.fixture.ts';
import { basic, setRates } from '../testing/server.fixture.ts';

const lines: string[] = [];
const { db, databaseUrl } = await openTestDatabase();
let merchant: TestMerchant;
let origin: string;
let api: ManagedProcess;

beforeAll(async () => {
  merchant = await makeMerchant(db);
  await setRates(db, 'sandbox');
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  api = await startProcess({
    name: 'api',
    command: process.execPath,
    args: [join(import.meta.dirname, '../server.ts')],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      TEMPORAL_ADDRESS: '127.0.0.1:1',
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: origin,
      ENCRYPTION_KEY: testEncryptionKey.toString('base64'),
      SANDBOX_SEED: TEST_MNEMONIC,
      LOG_LEVEL: 'trace',
    },
    ready: async () => (await fetch(`${origin}/health/ready`)).ok,
    onLine: (line) => lines.push(line),
  });
});
afterAll(async () => {
  await api?.stop();
});

test('hazard 72: nothing that opens anything gets into the log, at its most talkative', async () => {
  const { email, password } = merchant.user;
  const jar = new Map<string, string>();
  const send = async (path: string, body?: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${origin}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-xsrf-token': jar.get('XSRF-TOKEN') ?? '',
        'x-visitor-id': 'visitor-of-a-test',
        'content-type': 'application/json',
        ...headers,
      },
      body,
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(name, value);
    }
    return answer;
  };
  await send('/auth/csrf-cookie');
  const statuses = [
    await send('/auth/login', JSON.stringify({ email, password: 'the-wrong-guess' })),
    await send('/auth/login', JSON.stringify({ email, password })),
    // The value that a parser or a schema complains about must not be repeated.
    await send('/auth/login', `{"email":"${email}","password":"${password}"`),
    await send('/auth/login', JSON.stringify({ email, password: [password] })),
    await send('/auth/first-password?token=link-token-1234567890'),
    await send(`/spa/user?password=${password}`),
    await send('/api/v1/invoices?limit=x', undefined, { authorization: basic(merchant.token) }),
    await send('/api/v1/invoices', undefined, {
      authorization: `Basic ${btoa(`${merchant.token.key}:wrong-secret-1`)}`,
    }),
    await send('/api/v1/invoices', JSON.stringify({ amount: '49.90', currency: 'EUR' }), {
      authorization: basic(merchant.token),
    }),
    await send('/no/such/page?token=link-token-1234567890'),
  ].map(({ status }) => status);
  expect(statuses).toEqual([401, 200, 400, 422, expect.any(Number), 200, 422, 401, 201, 404]);
  const invoice = (await (await send('/api/v1/invoices', undefined, { authorization: basic(merchant.token) })).json())
    .data[0].id;
  await send(`/invoice/${invoice}`);
  await send(`/customer/invoices/${invoice}`);
  await api.stop();

  const log = lines.join('\n');
  expect(log).toContain('api ready');
  expect(lines.length).toBeGreaterThan(5);
  const secrets = {
    password,
    guess: 'the-wrong-guess',
    session: jar.get('tidegate_session') ?? '',
    csrf: jar.get('XSRF-TOKEN') ?? '',
    'token of a link': 'link-token-1234567890',
    'API secret': merchant.token.secret,
    'wrong API secret': 'wrong-secret-1',
    credentials: basic(merchant.token).slice('Basic '.length),
    'notification key': merchant.notificationKey,
    'encryption key': testEncryptionKey.toString('base64'),
    mnemonic: TEST_MNEMONIC.split(' ').slice(0, 3).join(' '),
    'id of an invoice': invoice,
    'mail address': email,
  };
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret.length, name).toBeGreaterThan(8);
    expect(log.includes(secret), name).toBe(false);
  }
});
