import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fund } from '../../../db/payouts/testing.fixture.ts';
import { openGateway, type TestGateway } from './gateway.fixture.ts';
import { NotFoundError, type Tidegate } from './index.ts';

let gateway: TestGateway;
let tidegate: Tidegate;
beforeAll(async () => {
  gateway = await openGateway();
  tidegate = gateway.client();
});
afterAll(() => gateway.close());

const price = { amount: '49.90', currency: 'EUR' };

describe('the Node SDK calls a gateway', () => {
  test('for what the token may do, and in which currencies', async () => {
    const me = await tidegate.me.get();
    expect([me.mode, me.shop.profile_id, me.lastResponse.status]).toEqual(['sandbox', gateway.shop.profileId, 200]);
    expect(me.permissions).toContain('invoice_create');
    const { data } = await tidegate.currencies.list({ per_page: 100 });
    expect(data.find(({ code }) => code === 'JPY')).toEqual({ code: 'JPY', decimals: 0 });
  });

  test('for the cost of a payout, and every line of a balance', async () => {
    const shop = await gateway.api.merchant();
    const client = gateway.client(shop.token);
    for (let count = 0; count < 3; count += 1) await fund(gateway.api.db, shop, 'BTC', 1_000_000n);
    const quote = await client.payouts.quote({ gate_id: 'BTC', amount: '0.0015', fee_payer: 'recipient' });
    expect(quote).toMatchObject({ gate_id: 'BTC', total: '0.00150000', problem: null });
    const balances: string[] = [];
    for await (const { balance } of client.ledgerEntries.list({ gate_id: 'BTC', limit: 1 })) balances.push(balance);
    expect(balances).toEqual(['0.01000000', '0.02000000', '0.03000000']);
  });

  test('to change an invoice and let it expire', async () => {
    const { id } = await tidegate.invoices.create({ ...price, metadata: { cart: '7' } });
    expect((await tidegate.invoices.update(id, { amount: '50', metadata: { seat: '4' } })).total).toBe('50.00');
    const expired = await tidegate.invoices.expire(id);
    expect([expired.status, expired.metadata]).toEqual(['expired', { cart: '7', seat: '4' }]);
    await expect(tidegate.invoices.complete(id)).rejects.toMatchObject({ status: 409 });
  });

  test('to keep webhook endpoints', async () => {
    const url = 'https://shop.example.com/webhooks';
    const { id, secret } = await tidegate.webhookEndpoints.create({ url, event_types: ['invoice.*'] });
    const changed = await tidegate.webhookEndpoints.update(id, { description: 'Orders' });
    expect([changed.description, changed.url]).toEqual(['Orders', url]);
    expect((await tidegate.webhookEndpoints.list()).data.map((each) => each.id)).toEqual([id]);
    expect((await tidegate.webhookEndpoints.rotateSecret(id)).secret).not.toBe(secret);
    expect((await tidegate.webhookEndpoints.get(id)).previous_secret_until).not.toBeNull();
    await tidegate.webhookEndpoints.delete(id);
    await expect(tidegate.webhookEndpoints.get(id)).rejects.toBeInstanceOf(NotFoundError);
  });

  test('for one event, and for only those that are still to come', async () => {
    const shop = await gateway.api.merchant();
    const client = gateway.client(shop.token);
    const old = await client.invoices.create(price);
    await gateway.api.events(shop, 1);
    const after = await client.events.latest();
    const next = await client.invoices.create(price);
    for await (const event of client.events.follow({ after }, { intervalMs: 20 })) {
      expect(event.data.id).toBe(next.id);
      expect(await client.events.get(event.id)).toEqual(event);
      break;
    }
    const first = (await client.events.list().next()).value;
    expect(first?.data.id).toBe(old.id);
  });
});
