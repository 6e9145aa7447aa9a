import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { execute, one } from '../../db/core/sql.ts';
import { payInFull } from '../../db/invoices/testing.fixture.ts';
import type { TestMerchant } from '../../db/testing.fixture.ts';
import {
  API_VERSIONS,
  type ApiVersion,
  FIRST_VERSION,
  NEWEST_VERSION,
  type VersionEnds,
} from '../../domain/versions/api-versions.ts';
import { renamedField, type VersionedSchema } from '../../domain/versions/change.ts';
import { CHANGES } from '../../domain/versions/changes.ts';
import { basic, startTestApi, type TestApi, type TestCall } from '../testing/server.fixture.ts';

const ends: VersionEnds = { [FIRST_VERSION]: { deprecatedOn: '2027-01-01', endsOn: '2028-01-01' } };
const renamedBody = {
  version: NEWEST_VERSION,
  summary: 'A body of another form, for tests.',
  objects: {},
  bodies: { CreateInvoice: renamedField({ from: 'blurb', to: 'description' }) },
};
const price = { amount: '49.90', currency: 'EUR' };

let api: TestApi;
/** With an end, a change of a body, and a clock. */
let later: TestApi;
let shop: TestMerchant;
let nowMs = Date.parse('2026-12-24T18:00:00Z');
const routes: { url: string; methods: string; response: Record<string, VersionedSchema> }[] = [];

beforeAll(async () => {
  api = await startTestApi({
    deps: {
      prepare: async (app) => {
        app.addHook('onRoute', ({ url, method, schema, config }) => {
          if (config?.access?.by !== 'token' || method === 'HEAD') return;
          routes.push({ url, methods: [method].flat().join(), response: (schema?.response ?? {}) as never });
        });
      },
    },
  });
  shop = await api.merchant();
  later = await startTestApi({
    deps: { now: () => nowMs, apiVersions: { changes: [renamedBody, ...CHANGES], ends } },
  });
});
afterAll(async () => {
  await api.close();
  await later.close();
});

const named = (version: string) => ({ 'tidegate-version': version });
const callIn = (version: ApiVersion, { headers = {}, ...call }: TestCall) =>
  api.call({ as: shop.token, ...call, headers: { ...headers, ...named(version) } });

/** The name of the price in each version, and one that it must not have. */
const NAMES = new Map<ApiVersion, [string, string]>([
  [FIRST_VERSION, ['price', 'amount']],
  [NEWEST_VERSION, ['amount', 'price']],
]);

function expectIn(version: ApiVersion, invoice: Record<string, unknown>, value = '49.90'): void {
  const [name = '', other = ''] = NAMES.get(version) ?? [];
  expect([version, invoice[name], other in invoice]).toEqual([version, value, false]);
}

describe('the version of a call', () => {
  test('is that of its token unless it names one; every answer says it', async () => {
    const url = '/api/v1/me';
    const unnamed = await api.call({ url, as: shop.token });
    expect(unnamed.headers['tidegate-version']).toBe(FIRST_VERSION);
    expect(unnamed.json.data).toMatchObject({
      api_version: FIRST_VERSION,
      api_versions: API_VERSIONS,
      token: { api_version: FIRST_VERSION },
      shop: { api_version: FIRST_VERSION },
    });
    for (const version of API_VERSIONS) {
      const answer = await callIn(version, { url });
      expect([answer.headers['tidegate-version'], answer.json.data.api_version]).toEqual([version, version]);
    }
    const refused = await callIn(NEWEST_VERSION, { url: '/api/v1/invoices/nonsense' });
    expect([refused.status, refused.headers['tidegate-version']]).toEqual([404, NEWEST_VERSION]);
    const stranger = await api.call({ url, headers: named(NEWEST_VERSION) });
    expect([stranger.status, stranger.headers['tidegate-version']]).toEqual([401, undefined]);
  });

  test('follows its token within a second, there and back', async () => {
    const { token } = await api.merchant();
    const read = async () => (await api.call({ url: '/api/v1/me', as: token })).headers['tidegate-version'];
    for (const version of [NEWEST_VERSION, FIRST_VERSION]) {
      await execute(api.db, 'UPDATE api_token SET api_version = $2 WHERE id = $1', [token.id, version]);
      await expect.poll(read).toBe(version);
    }
  });

  test('that there is not is a 400 before anything happens, which lists those that there are', async () => {
    for (const wrong of ['2020-01-01', 'latest', '', `${NEWEST_VERSION}, ${FIRST_VERSION}`, "'; DROP TABLE event"]) {
      const body = { ...price, reference: 'never' };
      const { status, json, headers } = await api.call({
        url: '/api/v1/invoices',
        as: shop.token,
        body,
        headers: named(wrong),
      });
      expect([status, json.code, headers['tidegate-version']]).toEqual([400, 'unsupported_version', FIRST_VERSION]);
      expect(json.message).toContain(`Supported: ${API_VERSIONS.join(', ')}.`);
    }
    const found = await api.call({ url: '/api/v1/invoices?reference=never', as: shop.token });
    expect(found.json.data).toEqual([]);
  });

  test('is in the request log', async () => {
    const { token } = await api.merchant();
    await api.call({ url: '/api/v1/gates', as: token, headers: named(NEWEST_VERSION) });
    await api.call({ url: '/api/v1/gates', as: token });
    await api.app.writeRequestLog();
    const { data } = (await api.call({ url: '/api/v1/requests', as: token })).json;
    expect(data.map((each: { api_version: string }) => each.api_version)).toEqual([FIRST_VERSION, NEWEST_VERSION]);
  });
});

describe('a change of answers', () => {
  test('reaches every call whose answer has the object, and the server knows of no other', () => {
    const changed = CHANGES.flatMap(({ objects }) => Object.keys(objects));
    const holds = (schema: unknown) => changed.some((title) => JSON.stringify(schema).includes(`"title":"${title}"`));
    const calls = routes.filter(({ response }) => Object.values(response).some(holds));
    expect(calls.map(({ methods, url }) => `${methods} ${url}`).sort()).toEqual([
      'GET /api/v1/invoices',
      'GET /api/v1/invoices/:id',
      'PATCH /api/v1/invoices/:id',
      'POST /api/v1/invoices',
      'POST /api/v1/invoices/:id/cancel',
      'POST /api/v1/invoices/:id/complete',
      'POST /api/v1/invoices/:id/expire',
    ]);
  });

  test.each(API_VERSIONS)('is in version %s wherever an invoice is answered', async (version) => {
    const create = (reference: string) => callIn(version, { url: '/api/v1/invoices', body: { ...price, reference } });
    const made = await create(`of-${version}`);
    expect([made.status, (await create(`of-${version}`)).status]).toEqual([201, 200]);
    expectIn(version, made.json.data);
    expectIn(version, (await create(`of-${version}`)).json.data);
    const { id } = made.json.data;
    const url = `/api/v1/invoices/${id}`;
    expectIn(version, (await callIn(version, { url })).json.data);
    const listed = (await callIn(version, { url: `/api/v1/invoices?reference=of-${version}` })).json.data;
    expect(listed).toHaveLength(1);
    for (const each of listed) expectIn(version, each);
    const patched = await callIn(version, { url, method: 'PATCH', body: { amount: '60.00', plugin: 'x' } });
    expectIn(version, patched.json.data, '60.00');
    expect(patched.json.warnings).toHaveLength(1);
    expectIn(version, (await callIn(version, { url: `${url}/cancel`, method: 'POST' })).json.data, '60.00');
    const other = (await create(`expired-${version}`)).json.data;
    const expired = await callIn(version, { url: `/api/v1/invoices/${other.id}/expire`, method: 'POST' });
    expectIn(version, expired.json.data);
  });

  test('leaves refusals as they are', async () => {
    const refuse = (version: ApiVersion) =>
      callIn(version, { url: '/api/v1/invoices', body: { ...price, price: '1' } });
    const [older, newest] = [await refuse(FIRST_VERSION), await refuse(NEWEST_VERSION)];
    expect([older.status, older.json.errors]).toEqual([422, newest.json.errors]);
  });

  test('is none of the back office, whose calls have no version', async () => {
    const as = await api.signIn(shop);
    const answer = await as({ url: '/spa/sandbox/invoices', body: price, headers: named('nonsense') });
    expect([answer.status, answer.json.data.price, 'amount' in answer.json.data]).toEqual([201, '49.90', false]);
    expect(answer.headers['tidegate-version']).toBeUndefined();
  });
});

describe('a request that is repeated', () => {
  const once = (version: ApiVersion, key: string) =>
    callIn(version, { url: '/api/v1/invoices', body: price, headers: { 'idempotency-key': key } });

  test.each([
    [FIRST_VERSION, NEWEST_VERSION],
    [NEWEST_VERSION, FIRST_VERSION],
  ])('first in %s, then in %s, is answered in the version of the repeat', async (first, second) => {
    const made = await once(first, `from-${first}`);
    const same = await once(first, `from-${first}`);
    expect([same.text, same.headers['idempotent-replayed']]).toEqual([made.text, 'true']);
    const other = await once(second, `from-${first}`);
    expect([other.status, other.headers['idempotent-replayed'], other.json.data.id]).toEqual([
      201,
      'true',
      made.json.data.id,
    ]);
    expectIn(first, made.json.data);
    expectIn(second, other.json.data);
    const fresh = await callIn(second, { url: `/api/v1/invoices/${made.json.data.id}` });
    expect(other.json.data).toEqual(fresh.json.data);
  });

  test('is kept in the version of its first caller, as processes of the release before read it', async () => {
    const { text } = await once(FIRST_VERSION, 'kept');
    const sql = `SELECT response_body, api_version FROM idempotency_key WHERE key = 'kept'`;
    const row = await one<{ response_body: string; api_version: string }>(api.db, sql, []);
    expect(row).toEqual({ response_body: text, api_version: FIRST_VERSION });
    // Those keep no version: their answers are in the first.
    await execute(api.db, `UPDATE idempotency_key SET api_version = NULL WHERE key = 'kept'`, []);
    expectIn(NEWEST_VERSION, (await once(NEWEST_VERSION, 'kept')).json.data);
    expect((await once(FIRST_VERSION, 'kept')).text).toBe(text);
  });
});

describe('events', () => {
  let other: TestMerchant;
  beforeAll(async () => {
    other = await api.merchant();
    const made = await api.call({ url: '/api/v1/invoices', body: { ...price, gate_id: 'BTC' }, as: other.token });
    await payInFull(api.db, made.json.data.id);
    await api.events(other, 2);
  });

  test.each(API_VERSIONS)('are read in version %s, in lists and one by one', async (version) => {
    const { data } = (await callIn(version, { url: '/api/v1/events?types=invoice.*', as: other.token })).json;
    expect(data.length).toBeGreaterThan(1);
    for (const event of data) {
      expectIn(version, event.data);
      expect((await callIn(version, { url: `/api/v1/events/${event.id}`, as: other.token })).json.data).toEqual(event);
    }
  });

  test.each(API_VERSIONS)('are streamed in version %s', async (version) => {
    const origin = await api.app.listen({ port: 0, host: '127.0.0.1' }).catch(() => api.app.listeningOrigin);
    const answer = await fetch(`${origin}/api/v1/events/live?after=00000000-0000-0000-0000-000000000000`, {
      headers: { authorization: basic(other.token), ...named(version) },
      signal: AbortSignal.timeout(10_000),
    });
    expect(answer.headers.get('tidegate-version')).toBe(version);
    let text = '';
    for await (const chunk of answer.body ?? []) {
      text += Buffer.from(chunk).toString('utf8');
      if (text.split('event: invoice.').length > 2 && text.endsWith('\n\n')) break;
    }
    const events = [...text.matchAll(/^data: (\{"id".*)$/gm)].map(([, json = '']) => JSON.parse(json));
    for (const event of events) expectIn(version, event.data);
    expect(events.length).toBeGreaterThan(1);
  });

  test('are stored in the first version, whatever version made them happen', async () => {
    const made = await api.call({
      url: '/api/v1/invoices',
      body: price,
      as: other.token,
      headers: named(NEWEST_VERSION),
    });
    const sql = 'SELECT body FROM event WHERE entity_id = $1';
    const row = await one<{ body: string }>(api.db, sql, [made.json.data.id]);
    expectIn(FIRST_VERSION, JSON.parse(row.body).data);
  });
});

describe('a version whose end is announced', () => {
  test('says so in every answer, and is refused from that day on', async () => {
    const { token } = await later.merchant();
    const read = (version?: ApiVersion) =>
      later.call({ url: '/api/v1/gates', as: token, ...(version === undefined ? {} : { headers: named(version) }) });
    const { headers } = await read();
    expect([headers.deprecation, headers.sunset]).toEqual(['@1798761600', 'Sat, 01 Jan 2028 00:00:00 GMT']);
    expect(headers.link).toBe(
      ['deprecation', 'sunset']
        .map((rel) => `<http://localhost:8080/docs/api/versions.md>; rel="${rel}"; type="text/markdown"`)
        .join(', '),
    );
    const newest = await read(NEWEST_VERSION);
    expect([newest.status, newest.headers.deprecation, newest.headers.sunset]).toEqual([200, undefined, undefined]);
    try {
      nowMs = Date.parse('2028-01-01');
      for (const ended of [await read(), await read(FIRST_VERSION)]) {
        expect([ended.status, ended.json.code]).toEqual([400, 'unsupported_version']);
        expect(ended.json.message).toContain(`${FIRST_VERSION} has ended. Supported: ${NEWEST_VERSION}.`);
      }
      expect((await read(NEWEST_VERSION)).status).toBe(200);
    } finally {
      nowMs = Date.parse('2026-12-24T18:00:00Z');
    }
  });
});

describe('a change of a body', () => {
  test('is read before anything else, in the versions before it alone', async () => {
    const { token } = await later.merchant();
    const create = (body: object, version: ApiVersion) =>
      later.call({ url: '/api/v1/invoices', as: token, body: { ...price, ...body }, headers: named(version) });
    const older = await create({ blurb: '  Two mugs ' }, FIRST_VERSION);
    expect([older.status, older.json.data.description]).toEqual([201, 'Two mugs']);
    const refused = await create({ blurb: 'Two mugs' }, NEWEST_VERSION);
    expect([refused.status, Object.keys(refused.json.errors)]).toEqual([422, ['blurb']]);
    const text = await later.call({ url: '/api/v1/invoices', as: token, body: '[1]', headers: named(FIRST_VERSION) });
    expect(text.status).toBe(422);
  });
});
