import { beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { select } from '../../../db/core/sql.ts';
import { createApiToken } from '../../../db/shops/api-tokens.ts';
import type { TestMerchant } from '../../../db/testing.fixture.ts';
import type { TokenPermission } from '../../../domain/accounts/permissions.ts';
import { newId } from '../../../domain/ids.ts';
import { API_VERSIONS, FIRST_VERSION, NEWEST_VERSION } from '../../../domain/versions/api-versions.ts';
import { mailsTo } from '../../testing/mails.fixture.ts';
import { openTestApi } from '../../testing/open-api.fixture.ts';

let shop: TestMerchant;
const api = await openTestApi();
beforeEach(async () => {
  shop = await api.merchant();
});

const URL = 'https://shop.example/hooks/tidegate';
const PATH = '/api/v1/webhook-endpoints';
type Token = TestMerchant['token'];

const create = (body: object = {}, as: Token = shop.token, headers: Record<string, string> = {}) =>
  api.call({ url: PATH, body: { url: URL, ...body }, as, headers });
const patch = (id: string, body: object, as: Token = shop.token) =>
  api.call({ method: 'PATCH', url: `${PATH}/${id}`, body, as });
const read = (id: string, as: Token = shop.token) => api.call({ url: `${PATH}/${id}`, as });
const list = async (as: Token = shop.token) => (await api.call({ url: PATH, as })).json.data as { id: string }[];
const tokenWith = (...permissions: TokenPermission[]) =>
  inTransaction(api.db, (tx) =>
    createApiToken(tx, {
      profileId: shop.profileId,
      mode: shop.mode,
      name: 'Narrow',
      permissions,
      createdBy: shop.user.id,
    }),
  );

test('an endpoint shows its secret once, is changed, rotated, disabled and deleted', async () => {
  const made = await create({ event_types: ['invoice.done', 'refund.*'], description: 'Shipping' });
  expect(made.status, made.text).toBe(201);
  expect(made.headers['cache-control']).toBe('no-store');
  const { id, secret, ...shown } = made.json.data;
  expect(secret).toMatch(/^whsec_/);
  expect(shown).toMatchObject({
    url: URL,
    event_types: ['invoice.done', 'refund.*'],
    description: 'Shipping',
    format: 'standard',
    enabled: true,
    version: 1,
    previous_secret_until: null,
  });
  expect((await read(id)).text).not.toContain(secret);
  expect(await list()).toEqual([{ id, ...shown }]);

  const changed = await patch(id, { url: `${URL}/2`, description: null });
  expect(changed.json.data).toMatchObject({ url: `${URL}/2`, description: null, version: 2, enabled: true });
  expect((await patch(id, { enabled: false })).json.data).toMatchObject({ enabled: false });
  const rotated = await api.call({ url: `${PATH}/${id}/rotate-secret`, body: { overlap_hours: 1 }, as: shop.token });
  expect(rotated.json.data.secret).not.toBe(secret);
  expect(Date.parse(rotated.json.data.previous_secret_until)).toBeGreaterThan(Date.now());

  expect((await api.call({ method: 'DELETE', url: `${PATH}/${id}`, as: shop.token })).status).toBe(204);
  expect((await read(id)).status).toBe(404);
  expect((await patch(id, { enabled: true })).status).toBe(404);
  const entries = await select<{ action: string; actor_name: string }>(
    api.db,
    `SELECT action, actor_name FROM audit_log WHERE chain = $1 AND action LIKE 'endpoint.%' ORDER BY seq`,
    [shop.merchantId],
  );
  expect(entries.map(({ action }) => action)).toEqual([
    'endpoint.created',
    'endpoint.updated',
    'endpoint.updated',
    'endpoint.secret_renewed',
    'endpoint.deleted',
  ]);
});

test('an endpoint has the version of the call that made it or that it names, and another one by choice', async () => {
  const inNewest = { 'tidegate-version': NEWEST_VERSION };
  const made = async (body: object, headers: Record<string, string>) => {
    const { id, api_version } = (await create(body, shop.token, headers)).json.data;
    await api.call({ method: 'DELETE', url: `${PATH}/${id}`, as: shop.token });
    return api_version;
  };
  expect([await made({}, {}), await made({}, inNewest)]).toEqual([FIRST_VERSION, NEWEST_VERSION]);
  expect(await made({ api_version: FIRST_VERSION }, inNewest)).toBe(FIRST_VERSION);
  const { id } = (await create()).json.data;
  for (const version of [NEWEST_VERSION, FIRST_VERSION]) {
    expect((await patch(id, { api_version: version })).json.data.api_version).toBe(version);
    expect((await read(id)).json.data.api_version).toBe(version);
  }
  const refused = await patch(id, { api_version: '2020-01-01' });
  expect([refused.status, refused.json.errors.api_version]).toEqual([
    422,
    [`Must be one of: ${API_VERSIONS.join(', ')}.`],
  ]);
  await api.call({ method: 'DELETE', url: `${PATH}/${id}`, as: shop.token });
});

test('one key makes one endpoint, and its secret is kept sealed only', async () => {
  const key = { 'idempotency-key': newId() };
  const [first, again] = [await create({}, shop.token, key), await create({}, shop.token, key)];
  expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
  expect(await list()).toHaveLength(1);
  const [kept] = await select<{ body: string }>(
    api.db,
    'SELECT response_body AS body FROM idempotency_key WHERE key = $1',
    [key['idempotency-key']],
  );
  expect(kept?.body).not.toContain(first.json.data.secret);
});

test('the team is mailed where events go to', async () => {
  await create();
  expect(await mailsTo(api, shop.user.email)).toContainEqual(
    expect.objectContaining({ kind: 'notification_url_changed' }),
  );
});

test.each([
  ['http://10.0.0.1/hook', 'production'],
  ['https://169.254.169.254/latest', 'production'],
  ['https://0x7f.1/hook', 'production'],
  ['https://[::ffff:127.0.0.1]/hook', 'production'],
  ['https://host.docker.internal/hook', 'production'],
  ['https://me:secret@shop.example/hook', 'sandbox'],
  ['ftp://shop.example/hook', 'sandbox'],
] as const)('hazard 59: %s is refused in %s', async (url, mode) => {
  shop = await api.merchant({ mode });
  const refused = await create({ url });
  expect(refused.status).toBe(422);
  expect(Object.keys(refused.json.errors)).toEqual(['url']);
  const { id } = (await create()).json.data;
  expect((await patch(id, { url })).status).toBe(422);
});

test('an unknown type of event is refused by name', async () => {
  const refused = await create({ event_types: ['invoice.paid'] });
  expect(refused.json.errors).toEqual({ event_types: [expect.stringContaining('invoice.paid is no type')] });
  expect((await create({ event_types: [] })).status).toBe(422);
  expect((await create({ format: 'greenfield' })).status).toBe(422);
});

test('a token cannot read by webhook what it may not read by call', async () => {
  const narrow = await tokenWith('webhook_manage', 'invoice_get');
  expect((await create({}, narrow)).json.data.event_types).toEqual(['invoice.*', 'card_order.*', 'payment_request.*']);
  const refused = await create({ event_types: ['invoice.*', 'payout.done'] }, narrow);
  expect([refused.status, refused.json.code]).toEqual([403, 'permission_denied']);
  expect((await create({}, await tokenWith('webhook_manage'))).status).toBe(403);
  expect((await create({}, await tokenWith('invoice_get', 'invoice_create'))).status).toBe(403);

  // Nor by turning an endpoint that gets more to an address of its own.
  const { id } = (await create({ event_types: ['payout.*'] })).json.data;
  for (const answer of [
    await read(id, narrow),
    await patch(id, { url: 'https://thief.example/hook' }, narrow),
    await api.call({ url: `${PATH}/${id}/rotate-secret`, body: {}, as: narrow }),
    await api.call({ method: 'DELETE', url: `${PATH}/${id}`, as: narrow }),
    await api.call({ url: '/api/v1/webhooks/test', body: { endpoint_id: id }, as: await tokenWith('invoice_create') }),
  ]) {
    expect(answer.status).toBe(404);
  }
  expect((await list(narrow)).map((each) => each.id)).not.toContain(id);
  const mine = (await create({}, narrow)).json.data.id;
  expect((await patch(mine, { event_types: ['payout.*'] }, narrow)).status).toBe(403);
});

test('endpoints of another shop are unknown', async () => {
  const { id } = (await create()).json.data;
  const stranger = (await api.merchant()).token;
  expect((await read(id, stranger)).status).toBe(404);
  expect((await patch(id, { enabled: false }, stranger)).status).toBe(404);
  expect((await api.call({ method: 'DELETE', url: `${PATH}/${id}`, as: stranger })).status).toBe(404);
  expect((await read(id)).status).toBe(200);
});

test('a test is sent to an endpoint, and refused while it is disabled', async () => {
  const { id } = (await create()).json.data;
  const send = () => api.call({ url: '/api/v1/webhooks/test', body: { endpoint_id: id }, as: shop.token });
  expect((await send()).json.data).toMatchObject({ url: URL, type: 'webhook.test' });
  await patch(id, { enabled: false });
  expect((await send()).status).toBe(409);
  const log = await api.call({ url: `/api/v1/webhooks/deliveries?endpoint_id=${id}`, as: shop.token });
  expect(log.json.data).toMatchObject([{ endpoint_id: id, type: 'webhook.test', url: URL }]);
});
