import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { isGenuine, type Received, type Receiver, startReceiver } from '../../activities/webhooks/receiver.fixture.ts';
import type { Balance } from '../../contract/balances.ts';
import type { Invoice } from '../../contract/invoice.ts';
import { parseAmount } from '../../domain/money/money.ts';
import { expectBooksInBalance } from '../books.fixture.ts';
import { openShop } from '../shop.fixture.ts';

const product = inject('product');
const { databaseUrl } = inject('productServers');
const shop = openShop(product);

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver?.close());

test('a shop creates an invoice, gets each step as a signed webhook, and has the money', async () => {
  const before = await availableMinor('BTC', 8);
  const { id } = await shop.create({
    amount: '49.90',
    gate_id: 'BTC',
    reference: `journey-${Date.now()}`,
    notification_url: receiver.url,
    metadata: { basket: '42' },
  });
  const created = await shop.read(id);
  expect(created).toMatchObject({ status: 'pending', gate_id: 'BTC', paid: false, total: '49.90' });
  expect(created.payment_uri).toContain(created.address);

  const payment = await shop.pay(id, 'paid');
  expect(payment).toMatchObject({ address: created.address, amount: created.amount_due, network: 'BTC' });
  const done = await shop.until(id, 'done');
  expect(done).toMatchObject({ paid: true, amount_paid: created.amount_due, amount_excess: '0.00000000' });
  expect(done.transactions).toMatchObject([{ txid: payment.txid, status: 'confirmed' }]);
  expect(done.rate).toEqual(created.rate);

  const told = await webhooksUntil(id, 'invoice.done');
  expect(told.map(({ type }) => type)).toEqual(['invoice.pending', 'invoice.confirming', 'invoice.done']);
  expect(told.map(({ data }) => data.metadata)).toEqual(Array(3).fill({ basket: '42' }));
  expect(told.at(-1)?.data).toEqual(await shop.events(id).then((events) => events.at(-1)?.data));

  // The fee of 1 % is rounded down, in favour of the merchant.
  const dueMinor = parseAmount(created.amount_due ?? '', 8);
  expect((await availableMinor('BTC', 8)) - before).toBe(dueMinor - dueMinor / 100n);
  await expectBooksInBalance(databaseUrl);
});

test('the same idempotency key gives the same invoice, and the same reference too', async () => {
  const reference = `once-${Date.now()}`;
  const body = { amount: '12.00', currency: 'EUR', reference };
  const key = { 'idempotency-key': `key-${reference}` };
  const [first, second] = [
    await shop.call<{ data: Invoice }>('POST', '/api/v1/invoices', body, key),
    await shop.call<{ data: Invoice }>('POST', '/api/v1/invoices', body, key),
  ];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.headers.get('idempotent-replayed')).toBe('true');
  expect(second.body).toEqual(first.body);

  const again = await shop.call<{ data: Invoice }>('POST', '/api/v1/invoices', body);
  expect([again.status, again.body.data.id]).toEqual([200, first.body.data.id]);
  const other = await shop.call<{ code: string }>('POST', '/api/v1/invoices', { ...body, amount: '13.00' });
  expect([other.status, other.body.code]).toEqual([409, 'reference_taken']);
});

test('a receiver that was down hears of everything once it is back', async () => {
  const downtime = await startReceiver();
  downtime.answer = (response) => response.writeHead(503).end();
  const { id } = await shop.create({ gate_id: 'XRP', notification_url: downtime.url });
  await shop.pay(id, 'paid');
  await shop.until(id, 'done');
  await expect.poll(() => downtime.received.length).toBeGreaterThanOrEqual(3);
  const seen = downtime.received.length;
  downtime.answer = (response) => response.writeHead(204).end();
  await expect
    .poll(() => new Set(downtime.received.slice(seen).map(({ headers }) => headers['webhook-id'])).size, {
      interval: 250,
    })
    .toBe(3);
  for (const each of downtime.received) verified(each);
  await downtime.close();
});

async function availableMinor(gateId: string, decimals: number): Promise<bigint> {
  const { body } = await shop.call<{ data: Balance[] }>('GET', '/api/v1/balances');
  const balance = body.data.find((each) => each.gate_id === gateId);
  return balance === undefined ? 0n : parseAmount(balance.available, decimals);
}

/**
 * The webhooks that the receiver got about an invoice, each checked with the official library, in the order of
 * versions.
 */
async function webhooksUntil(id: string, last: string): Promise<{ type: string; data: Invoice }[]> {
  const told = () =>
    receiver.received
      .map(verified)
      .filter(({ data }) => data.id === id)
      .sort((a, b) => a.data.version - b.data.version);
  await expect.poll(() => told().map(({ type }) => type), { interval: 100 }).toContain(last);
  return told();
}

function verified(received: Received): { type: string; data: Invoice } {
  expect(isGenuine(received, product.api.notification_key)).toBe(true);
  return JSON.parse(received.body) as { type: string; data: Invoice };
}
