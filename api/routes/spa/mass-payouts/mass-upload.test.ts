import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RECIPIENTS } from '../../../../db/payouts/testing.fixture.ts';
import { cookiesOf, expectStatus, openBrowser, type TestBrowser } from '../../../testing/accounts.fixture.ts';
import { startTestApi, type TestApi } from '../../../testing/server.fixture.ts';

// Over sockets, as browsers upload: what is read of a body, and what is not, shows only there.

let api: TestApi;
let url: string;
let browser: TestBrowser;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
beforeAll(async () => {
  api = await startTestApi();
  url = await api.app.listen({ port: 0, host: '127.0.0.1' });
  const { user } = await api.merchant();
  browser = await openBrowser(api);
  const { email, password } = user;
  await expectStatus(200, browser({ url: '/auth/login', body: { email, password } }));
});
afterAll(async () => {
  agent.destroy();
  await api.close();
});

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  readonly json: any;
  readonly replayed: boolean;
}

/** Each call takes the connection of the one before it. */
function send(path: string, body?: string | Buffer, key?: string): Promise<Answer> {
  const headers = {
    cookie: cookiesOf(browser),
    'x-xsrf-token': browser.jar.get('XSRF-TOKEN') ?? '',
    'x-visitor-id': browser.visitorId,
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    ...(body === undefined ? {} : { 'content-type': 'text/csv', 'content-length': String(Buffer.byteLength(body)) }),
  };
  const method = body === undefined ? 'GET' : 'POST';
  return new Promise((resolve, reject) => {
    const call = request(`${url}${path}`, { method, agent, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const json = JSON.parse(Buffer.concat(parts).toString());
        resolve({
          status: response.statusCode ?? 0,
          json,
          replayed: response.headers['idempotent-replayed'] === 'true',
        });
      });
    });
    call.on('error', reject);
    call.end(body);
  });
}

const UPLOAD = '/spa/sandbox/mass-payouts?fee_payer=merchant';
const line = `BTC,${RECIPIENTS.BTC},,0.001\n`;

test.each<[string, string | Buffer, number, string]>([
  ['more than 10 000 lines', line.repeat(10_001), 422, 'more than 10000 lines'],
  ['bytes that are no text', Buffer.concat([Buffer.from([0x00]), Buffer.from(line.repeat(20_000))]), 422, 'UTF-8'],
  ['a line of a megabyte', `${line}${'x'.repeat(1_000_000)}\n${line.repeat(5_000)}`, 422, 'too long'],
  ['an open quote', `"${line.repeat(20_000)}`, 422, 'too long'],
  ['50 megabytes', Buffer.alloc(50_000_000, `${'x'.repeat(1_000)}\n`), 413, ''],
])(
  'a file that is refused for %s gets its answer, and so does the next call of the connection',
  async (_words, file, status, words) => {
    const refused = await send(UPLOAD, file);
    expect([refused.status, String(refused.json.errors?.file ?? '')]).toEqual([status, expect.stringContaining(words)]);
    expect((await send('/spa/sandbox/mass-payouts')).status).toBe(200);
  },
);

test('the same key and file make one mass payout; another file or fee payer under the key is refused', async () => {
  const [first, again] = [await send(UPLOAD, line, 'file-1'), await send(UPLOAD, line, 'file-1')];
  expect([first.status, first.replayed]).toEqual([201, false]);
  expect([again.status, again.replayed]).toEqual([201, true]);
  expect(again.json).toEqual(first.json);
  const other = await send(UPLOAD, line.repeat(2), 'file-1');
  expect([other.status, other.json.code]).toEqual([409, 'idempotency_mismatch']);
  const byRecipient = await send(UPLOAD.replace('=merchant', '=recipient'), line, 'file-1');
  expect([byRecipient.status, byRecipient.json.code]).toEqual([409, 'idempotency_mismatch']);
  const atOnce = await Promise.all(['file-2', 'file-2', 'file-3'].map((key) => send(UPLOAD, line, key)));
  expect(new Set(atOnce.map(({ json }) => json.data.id)).size).toBe(2);
});
