import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { isGenuine, type Received, type Receiver, startReceiver } from '../../activities/webhooks/receiver.fixture.ts';
import type { Balance } from '../../contract/balances.ts';
import type { Payout } from '../../contract/payouts.ts';
import { connect } from '../../db/connect.ts';
import { execute } from '../../db/core/sql.ts';
import { RECIPIENTS } from '../../db/payouts/testing.fixture.ts';
import { CRYPTO_GATES, type CryptoGateId, gate } from '../../domain/assets/assets.ts';
import { formatAmount, parseAmount } from '../../domain/money/money.ts';
import { expectBooksInBalance } from '../books.fixture.ts';
import { openShop } from '../shop.fixture.ts';

const product = inject('product');
const { databaseUrl } = inject('productServers');
const shop = openShop(product);

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  await notifyAt(receiver.url);
});
afterAll(async () => {
  await notifyAt(null);
  await receiver?.close();
});

/** Sets the notification URL, as a person does in the integration settings. */
async function notifyAt(url: string | null): Promise<void> {
  const db = connect(databaseUrl, { poolSize: 1, applicationName: 'tidegate-e2e' });
  const mode = `mode = 'sandbox' AND id IN (SELECT profile_id FROM api_token WHERE api_key = $2)`;
  await execute(db, `UPDATE profile SET notification_url = $1 WHERE ${mode}`, [url, product.api.key]);
  await db.close();
}

test('a shop pays out on every network: notified of each step, confirmed on the chain, the books in balance', async () => {
  const paid = await Promise.all(CRYPTO_GATES.map((gateId) => payOut(gateId)));
  for (const { gateId, payout, before } of paid) {
    expect(payout, gateId).toMatchObject({ status: 'done', status_reason: null, gate_id: gateId });
    expect(payout.txid, gateId).not.toBeNull();
    expect(payout.confirmations.current, gateId).toBeGreaterThanOrEqual(payout.confirmations.required);
    expect(payout.transactions, gateId).toMatchObject([{ status: 'confirmed' }]);
    const { decimals } = gate(gateId);
    const taken = before - (await availableMinor(gateId));
    expect(taken, gateId).toBe(parseAmount(payout.total, decimals));
    const told = await webhooksUntil(payout.id, 'payout.done');
    expect(
      told.map(({ type }) => type),
      gateId,
    ).toEqual(['payout.new', 'payout.pending', 'payout.queue', 'payout.confirming', 'payout.done']);
    expect(told.at(-1)?.data, gateId).toMatchObject({ id: payout.id, txid: payout.txid, status: 'done' });
  }
  await expectBooksInBalance(databaseUrl);
});

async function payOut(gateId: CryptoGateId) {
  // Money that really came in, so that the chain has what leaves.
  const invoice = await shop.create({ amount: '200.00', gate_id: gateId });
  await shop.pay(invoice.id, 'paid');
  await shop.until(invoice.id, 'done');
  const before = await availableMinor(gateId);
  const { decimals } = gate(gateId);
  const amount = formatAmount(parseAmount(invoice.amount_due ?? '', decimals) / 4n, decimals);
  const body = {
    gate_id: gateId,
    amount,
    address: RECIPIENTS[gateId],
    fee_payer: 'merchant',
    reference: `e2e-${gateId}`,
  };
  const key = { 'idempotency-key': `payout-${gateId}-${Date.now()}` };
  const create = () => shop.call<{ data: Payout }>('POST', '/api/v1/payouts', body, key);
  const [first, second] = [await create(), await create()];
  expect([first.status, second.status], JSON.stringify(first.body)).toEqual([201, 201]);
  expect(second.body.data.id).toBe(first.body.data.id);
  const read = async () =>
    (await shop.call<{ data: Payout }>('GET', `/api/v1/payouts/${first.body.data.id}`)).body.data;
  await expect.poll(async () => (await read()).status, { interval: 250 }).toBe('done');
  return { gateId, payout: await read(), before };
}

async function availableMinor(gateId: CryptoGateId): Promise<bigint> {
  const { body } = await shop.call<{ data: Balance[] }>('GET', '/api/v1/balances');
  const balance = body.data.find((each) => each.gate_id === gateId);
  return balance === undefined ? 0n : parseAmount(balance.available, gate(gateId).decimals);
}

async function webhooksUntil(id: string, last: string): Promise<{ type: string; data: Payout }[]> {
  const told = () => {
    const all = receiver.received.map(verified).filter(({ data }) => data.id === id);
    const once = new Map(all.map((each) => [each.data.version, each]));
    return [...once.values()].sort((a, b) => a.data.version - b.data.version);
  };
  await expect.poll(() => told().map(({ type }) => type), { interval: 100 }).toContain(last);
  return told();
}

function verified(received: Received): { type: string; data: Payout } {
  expect(isGenuine(received, product.api.notification_key)).toBe(true);
  return JSON.parse(received.body) as { type: string; data: Payout };
}
