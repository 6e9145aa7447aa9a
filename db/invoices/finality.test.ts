import { describe, expect, it } from 'vitest';
import { openTestDatabase } from '../database.fixture.ts';
import { readInvoice } from './read.ts';
import { makeInvoice, makeRates, makeShop, payInFull, setPayment, settleNow } from './testing.fixture.ts';

const { db } = await openTestDatabase();
await makeRates(db);
const shop = await makeShop(db);

describe('hazard 30: an invoice paid exactly', () => {
  it.each(['ETH', 'USDT_ERC20'] as const)('over 6,000 EUR in %s waits until its blocks are final', async (gateId) => {
    const { id } = await makeInvoice(db, shop, { gateId, priceMinor: 600_000n });
    const payment = await payInFull(db, id);
    expect(await readInvoice(db, id)).toMatchObject({ status: 'processing', statusReason: 'awaiting_finality' });
    await setPayment(db, payment, 'confirmed', true);
    await settleNow(db, id);
    expect(await readInvoice(db, id)).toMatchObject({ status: 'done' });
  });

  it.each([
    ['ETH', 400_000n],
    ['USDT_ERC20', 400_000n],
    ['BTC', 1_500_000n],
    ['USDT_TRC20', 1_500_000n],
    ['XRP', 1_500_000n],
  ] as const)('in %s, or over less, is done at its confirmations', async (gateId, priceMinor) => {
    const { id } = await makeInvoice(db, shop, { gateId, priceMinor });
    await payInFull(db, id);
    expect(await readInvoice(db, id)).toMatchObject({ status: 'done' });
  });
});
