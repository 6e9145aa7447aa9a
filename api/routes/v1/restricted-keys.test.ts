import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { execute, one, select } from '../../../db/core/sql.ts';
import { payInFull } from '../../../db/invoices/testing.fixture.ts';
import { writePolicy } from '../../../db/outflows/policy.ts';
import { fund, mismatches, moneyOf, RECIPIENTS } from '../../../db/payouts/testing.fixture.ts';
import { createApiToken } from '../../../db/shops/api-tokens.ts';
import type { TestMerchant } from '../../../db/testing.fixture.ts';
import type { TokenPermission } from '../../../domain/accounts/permissions.ts';
import { presetPermissions, TOKEN_PRESETS } from '../../../domain/accounts/token-presets.ts';
import { newId } from '../../../domain/ids.ts';
import { openTestApi } from '../../testing/open-api.fixture.ts';
import type { TestCall } from '../../testing/server.fixture.ts';

let shop: TestMerchant;
const api = await openTestApi({ env: { RATE_LIMIT_API_PER_MINUTE: '1000000' } });
beforeAll(async () => {
  shop = await api.merchant();
  await fund(api.db, shop, 'BTC', 10_000_000n);
});
afterEach(async () => expect(await mismatches(api.db)).toEqual([]));

const LINE = { gate_id: 'BTC', amount: '0.001', address: RECIPIENTS.BTC };
const PAYOUT = { ...LINE, fee_payer: 'merchant' };
const MASS = { lines: [LINE, LINE], fee_payer: 'merchant' };

/** A token as the back office makes it for the merchant's only person. */
async function keyWith(permissions: readonly TokenPermission[], of = shop) {
  const { profileId, mode } = of;
  const token = await inTransaction(api.db, (tx) =>
    createApiToken(tx, { profileId, mode, name: 'agent', permissions, createdBy: of.user.id }),
  );
  return Object.assign(
    (path: string, body?: object, call: Partial<TestCall> = {}) =>
      api.call({
        url: `/api/v1/${path}`,
        ...(body === undefined ? {} : { body }),
        headers: { 'idempotency-key': newId() },
        as: token,
        ...call,
      }),
    { id: token.id },
  );
}

const drafts = (of?: TestMerchant) => keyWith(presetPermissions('drafts', null), of);
const leaving = () =>
  select<{ status: string }>(api.db, `SELECT status FROM payout WHERE status IN ('queue', 'confirming', 'done')`);

async function paidInvoice(): Promise<string> {
  const body = { amount: '100.00', currency: 'EUR', gate_id: 'BTC', customer: { email: 'ana@payer.example' } };
  const { id } = (await api.call({ url: '/api/v1/invoices', body, as: shop.token })).json.data;
  await payInFull(api.db, id);
  return id;
}

describe('a key of drafts', () => {
  test('requests a payout that waits for a person, without any policy of the shop; its maker may approve', async () => {
    const agent = await drafts();
    const before = await moneyOf(api.db, shop);
    const made = await agent('payouts', PAYOUT);
    expect(made.status, made.text).toBe(201);
    const { id } = made.json.data;
    expect(made.json.data).toMatchObject({
      status: 'new',
      status_reason: 'awaiting_approval',
      approval_required: true,
    });
    expect((await moneyOf(api.db, shop)).held - before.held).toBe(102_300n);
    expect(await leaving()).toEqual([]);
    const as = await api.signIn(shop);
    const url = `/spa/sandbox/payouts/${id}`;
    expect((await as({ url })).json.data.actions).toMatchObject({ approve: true });
    expect((await as({ url: `${url}/approve`, body: {} })).json.data.status).toBe('pending');
  });

  test('where another person has to approve, the person who made the key may not', async () => {
    const strict = await api.merchant();
    await fund(api.db, strict, 'BTC', 1_000_000n);
    await inTransaction(api.db, (tx) =>
      writePolicy(tx, strict.profileId, { approvalRequired: true, coolOffSeconds: 0 }),
    );
    const { id } = (await (await drafts(strict))('payouts', PAYOUT)).json.data;
    const as = await api.signIn(strict);
    const approved = await as({ url: `/spa/sandbox/payouts/${id}/approve`, body: {} });
    expect([approved.status, approved.json.code]).toEqual([409, 'approver_is_creator']);
  });

  test('a new address cools off, however old the key is', async () => {
    const careful = await api.merchant();
    await fund(api.db, careful, 'BTC', 1_000_000n);
    await inTransaction(api.db, (tx) =>
      writePolicy(tx, careful.profileId, { approvalRequired: false, coolOffSeconds: 3600 }),
    );
    const agent = await drafts(careful);
    const sender = await keyWith(['payout'], careful);
    await execute(api.db, `UPDATE api_token SET armed_at = now() - interval '1 year' WHERE id = ANY($1::uuid[])`, [
      [agent.id, sender.id],
    ]);
    expect((await agent('payouts', PAYOUT)).json.data.not_before).not.toBeNull();
    const mass = (await agent('mass-payouts', MASS)).json.data;
    expect([mass.status_reason, mass.approval_required]).toEqual(['awaiting_approval', true]);
    expect(mass.not_before).not.toBeNull();
    expect((await sender('payouts', PAYOUT)).json.data.not_before).toBeNull();
  });

  test('a mass payout waits as a whole until a person approves it', async () => {
    const made = await (await drafts())('mass-payouts', MASS);
    expect(made.status, made.text).toBe(201);
    const { id } = made.json.data;
    expect(made.json.data).toMatchObject({ status: 'pending', status_reason: 'awaiting_approval' });
    const sealed = `SELECT count(approval_mac)::integer AS n FROM mass_payout_slice WHERE mass_payout_id = $1`;
    expect(await one(api.db, sealed, [id])).toEqual({ n: 0 });
    const as = await api.signIn(shop);
    const approved = await as({ url: `/spa/sandbox/mass-payouts/${id}/approve`, body: {} });
    expect(approved.status, approved.text).toBe(200);
    expect(await one(api.db, sealed, [id])).toEqual({ n: 1 });
  });

  test('a refund to an address waits; a link, which the payer would be mailed at once, is refused', async () => {
    const agent = await drafts();
    const id = await paidInvoice();
    const linked = await agent(`invoices/${id}/refunds`, { amount: '100.00', currency: 'EUR' });
    expect([linked.status, linked.json.code]).toEqual([403, 'permission_denied']);
    expect(linked.json.message).toContain('only drafts refunds');
    expect(await select(api.db, 'SELECT 1 FROM refund_link')).toEqual([]);
    const made = await agent(`invoices/${id}/refunds`, { amount: '100.00', currency: 'EUR', address: RECIPIENTS.BTC });
    expect(made.status, made.text).toBe(201);
    expect(made.json.data).toMatchObject({ status: 'new', status_reason: 'awaiting_approval' });
    const as = await api.signIn(shop);
    const approved = await as({ url: `/spa/sandbox/refunds/${made.json.data.id}/approve`, body: {} });
    expect(approved.json.data.status).toBe('pending');
  });

  test('takes back its own drafts, and nothing that others requested', async () => {
    const agent = await drafts();
    const sender = await keyWith(['payout']);
    for (const [path, body] of [
      ['payouts', PAYOUT],
      ['mass-payouts', MASS],
    ] as const) {
      const others = (await sender(path, body)).json.data.id;
      const refused = await agent(`${path}/${others}/cancel`, undefined, { method: 'POST' });
      expect([refused.status, refused.json.code]).toEqual([403, 'permission_denied']);
      const own = (await agent(path, body)).json.data.id;
      expect((await agent(`${path}/${own}/cancel`, undefined, { method: 'POST' })).status).toBe(200);
      expect((await sender(`${path}/${others}/cancel`, undefined, { method: 'POST' })).status).toBe(200);
    }
  });

  test('a key that lost the permission to send drafts from then on', async () => {
    const key = await keyWith(['payout', 'payout_draft']);
    expect((await key('payouts', PAYOUT)).json.data.status).toBe('queue');
    await execute(api.db, `UPDATE api_token SET permissions = ARRAY['payout_draft'] WHERE id = $1`, [key.id]);
    await expect.poll(async () => (await key('payouts', PAYOUT)).json.data.status, { timeout: 5_000 }).toBe('new');
  });
});

describe('every restricted key', () => {
  test.each(TOKEN_PRESETS)('%s says what it is, and reaches neither endpoints, tokens nor settings', async (preset) => {
    const key = await keyWith(presetPermissions(preset, null));
    expect((await key('me')).json.data).toMatchObject({ preset, permissions: presetPermissions(preset, null) });
    for (const path of ['webhook-endpoints', `webhook-endpoints/${newId()}`]) {
      expect((await key(path)).status, path).toBe(403);
    }
    const endpoint = { url: 'https://thief.example/', event_types: ['*'] };
    expect((await key('webhook-endpoints', endpoint)).status).toBe(403);
    for (const url of ['/spa/sandbox/api-tokens', '/spa/sandbox/profile', '/spa/sandbox/payout-addresses']) {
      expect((await key('', undefined, { url })).status, url).not.toBe(200);
    }
  });

  test('the other presets request no money at all', async () => {
    const id = await paidInvoice();
    for (const preset of ['read_only', 'create_invoices'] as const) {
      const key = await keyWith(presetPermissions(preset, null));
      expect((await key('payouts', PAYOUT)).status).toBe(403);
      expect((await key('mass-payouts', MASS)).status).toBe(403);
      expect((await key(`invoices/${id}/refunds`, { address: RECIPIENTS.BTC })).status).toBe(403);
    }
    const reader = await keyWith(presetPermissions('read_only', null));
    const paths = ['invoices', 'payouts', 'mass-payouts', 'withdrawals', 'refunds', 'balances', 'deposits', 'events'];
    for (const path of paths) expect((await reader(path)).status, path).toBe(200);
    expect((await reader('invoices', { amount: '10.00', currency: 'EUR' })).status).toBe(403);
    expect((await reader(`invoices/${id}/cancel`, undefined, { method: 'POST' })).status).toBe(403);
  });
});
