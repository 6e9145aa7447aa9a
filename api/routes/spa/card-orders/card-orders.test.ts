import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { cardDesk } from '../../../../db/card-orders/testing.fixture.ts';
import { RECIPIENTS } from '../../../../db/payouts/testing.fixture.ts';
import { openTestApi } from '../../../testing/open-api.fixture.ts';
import type { TestAnswer, TestCall } from '../../../testing/server.fixture.ts';
import { signInStaff } from '../../../testing/staff.fixture.ts';

let desk: ReturnType<typeof cardDesk>;

const api = await openTestApi();
beforeAll(() => {
  desk = cardDesk(api.db);
});

type Browser = (call: TestCall) => Promise<TestAnswer>;

const idsOf = async (browser: Browser, query = ''): Promise<string[]> =>
  (await browser({ url: `/spa/sandbox/card-orders${query}` })).json.data.map(({ id }: { id: string }) => id);

/** A shop with a purchase in each of these statuses, and its admin. */
async function shopWithPurchases() {
  const shop = await api.merchant();
  const placing = await desk.placing(shop);
  const sending = await desk.sending(shop);
  const delivered = await desk.delivered(shop, { gateId: 'LTC', fiatMinor: 25_000n });
  return { shop, placing, sending, delivered, admin: (await api.signIn(shop)) as Browser };
}

describe('purchases by card of a shop', () => {
  test('are found by their status, coin, day, transaction, address and ID', async () => {
    const { admin, placing, sending, delivered } = await shopWithPurchases();
    expect(await idsOf(admin)).toEqual([delivered, sending.id, placing]);
    expect(await idsOf(admin, '?order=asc&sort=created_at')).toEqual([placing, sending.id, delivered]);
    expect(await idsOf(admin, '?status=placing,delivered')).toEqual([delivered, placing]);
    expect(await idsOf(admin, '?gate_id=BTC')).toEqual([]);
    expect(await idsOf(admin, '?date_to=2020-01-01')).toEqual([]);
    expect(await idsOf(admin, `?search=${sending.txid}`)).toEqual([sending.id]);
    expect(await idsOf(admin, `?search=${placing}`)).toEqual([placing]);
    expect(await idsOf(admin, `?search=${RECIPIENTS.LTC}`)).toHaveLength(3);
    expect(await idsOf(admin, '?search=payer.test')).toEqual([]);
    expect((await admin({ url: '/spa/sandbox/card-orders?status=draft' })).status).toBe(422);
  });

  test('tell where their earnings are, and what happened when', async () => {
    const { shop, admin, delivered } = await shopWithPurchases();
    const shown = async () => (await admin({ url: `/spa/sandbox/card-orders/${delivered}` })).json.data;
    const kindsOf = ({ timeline }: { timeline: { kind: string }[] }) => timeline.map(({ kind }) => kind);
    const pending = await shown();
    expect(pending).toMatchObject({ earnings: '2.50', earnings_status: 'pending', delivered_amount: '0.50000000' });
    expect(Date.parse(pending.earnings_available_at) - Date.parse(pending.delivered_at)).toBe(90 * 86_400_000);
    expect(kindsOf(pending)).toEqual(['placed', 'paid', 'sent', 'delivered']);
    await desk.step(delivered, { type: 'mature' });
    expect(await shown()).toMatchObject({ earnings: '2.50', earnings_status: 'available' });
    await desk.news(delivered, 'refunded');
    const reversed = await shown();
    expect(reversed).toMatchObject({
      status: 'charged_back',
      earnings_status: 'reversed',
      earnings_available_at: null,
    });
    expect(kindsOf(reversed)).toEqual(['placed', 'paid', 'sent', 'delivered', 'earnings_available', 'charged_back']);
    const declined = await desk.placed(shop);
    await desk.news(declined, 'declined');
    const { timeline } = (await admin({ url: `/spa/sandbox/card-orders/${declined}` })).json.data;
    expect(timeline.at(-1)).toMatchObject({ kind: 'ended', status: 'declined' });
  });

  test('are kept from other merchants', async () => {
    const { delivered } = await shopWithPurchases();
    const outsider = (await api.signIn(await api.merchant())) as Browser;
    expect(await idsOf(outsider)).toEqual([]);
    expect((await outsider({ url: `/spa/sandbox/card-orders/${delivered}` })).status).toBe(404);
  });

  test('are exported as the list is narrowed', async () => {
    const { admin, delivered } = await shopWithPurchases();
    const body = { kind: 'purchases', time_zone: 'UTC', filter: { status: 'delivered' } };
    const requested = await admin({ url: '/spa/sandbox/reports', body });
    expect(requested.status).toBe(201);
    const file = await admin({ url: `/spa/reports/${requested.json.data.id}/file` });
    const rows = parse(file.text, { columns: true, bom: true });
    expect(rows).toMatchObject([
      { id: delivered, fiat_amount: '250.00', asset: 'LTC', earnings: '2.50', earnings_status: 'pending' },
    ]);
    expect(file.text).not.toContain('payer.test');
  });
});

describe('purchases by card in the console', () => {
  const listed = async (as: Browser, query: string): Promise<{ id: string }[]> =>
    (await as({ url: `/staff/card-orders?mode=sandbox&per_page=100${query}` })).json.data;

  test('show the side of the partner, of one mode, without the email address of the customer', async () => {
    const { as } = await signInStaff(api, 'compliance_officer');
    const { shop, delivered, sending } = await shopWithPurchases();
    const found = (await listed(as, '&status=delivered')).find(({ id }) => id === delivered);
    expect(found).toMatchObject({
      merchant: { id: shop.merchantId },
      partner: 'simulator',
      partner_order_id: `partner-${delivered}`,
      value: '250.00',
      commission: '5.00',
      earnings: '2.50',
      commission_percent: '2.00',
      share_percent: '50.00',
    });
    expect(JSON.stringify(found)).not.toContain(`${delivered}@`);
    expect((await listed(as, `&search=partner-${sending.id}`)).map(({ id }) => id)).toEqual([sending.id]);
    expect((await as({ url: `/staff/card-orders?search=${delivered}` })).json.data).toEqual([]);
    expect((await as({ url: `/staff/card-orders/${delivered}` })).json.data).toEqual(found);
    const { row } = await desk.draft(shop);
    expect((await as({ url: `/staff/card-orders/${row.id}` })).status).toBe(404);
  });

  test('wait for a decision as long as they need one', async () => {
    const { as } = await signInStaff(api, 'manager');
    const { sending } = await shopWithPurchases();
    await desk.step(sending.id, { type: 'short', seen: { minor: 1n, txid: sending.txid, output: '0' } });
    const waits = async () => (await listed(as, '&needs_operator=yes')).map(({ id }) => id);
    expect(await waits()).toContain(sending.id);
    await desk.deliver(sending);
    expect(await waits()).not.toContain(sending.id);
  });
});
