import { expect, it } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { moneyTransaction } from '../core/sequelize.ts';
import { execute } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { makeAddress, receive, settleDeposits } from '../deposits/testing.fixture.ts';
import { makeInvoice, makeRates, makeShop, payInFull } from '../invoices/testing.fixture.ts';
import { GATEWAY } from '../ledger/accounts.ts';
import { postTransfers } from '../ledger/transfers.ts';
import { endHolds } from '../outflows/holds.ts';
import { readPayout } from '../payouts/read.ts';
import { makePayout } from '../payouts/testing.fixture.ts';
import { makeMerchant } from '../testing.fixture.ts';
import { listMovements, type MovementQuery, movementAccounts, movementsAfter } from './movements.ts';

const { db } = await openTestDatabase();
await makeRates(db);
const shop = await makeShop(db);
const query = { merchantId: shop.merchantId, mode: 'sandbox', currency: 'EUR' } as const;

/** The value of the one movement, on the page and in a report. */
async function values(): Promise<(bigint | null)[]> {
  const page = await listMovements(db, { ...query, page: 1, perPage: 10 });
  const [account] = await movementAccounts(db, { ...query, gateId: 'BTC' });
  if (account === undefined) throw new Error('The shop has a balance.');
  const { movements } = await movementsAfter(db, query, { ...account, transferId: '0', balanceMinor: 0n }, 10);
  return [...page.movements, ...movements].map(({ valueMinor }) => valueMinor);
}

it('a movement is valued by the rate of its hour, and by none where only an older one is known', async () => {
  await payInFull(db, (await makeInvoice(db, shop)).id);
  // 0.00198 BTC at 50000 EUR.
  expect(await values()).toEqual([9_900n, 9_900n]);
  await execute(db, `UPDATE rate_hour SET hour = hour - interval '1 hour'`);
  expect(await values()).toEqual([null, null]);
  await execute(db, `UPDATE rate_hour SET hour = hour - interval '40 days'`);
  expect(await values()).toEqual([null, null]);
});

/** Those that a page and a report show for a query, which must agree, as `kind amount balance`. */
async function shown(of: MovementQuery): Promise<string[]> {
  const { movements, total } = await listMovements(db, { ...of, page: 1, perPage: 50 });
  const inReport = [];
  for (const account of await movementAccounts(db, of)) {
    inReport.push(...(await movementsAfter(db, of, account, 100)).movements);
  }
  expect(inReport.toSorted((a, b) => Number(b.transferId) - Number(a.transferId))).toEqual(movements);
  expect(total).toBe(movements.length);
  return movements.map(({ kind, minor, balanceMinor }) => `${kind} ${minor} ${balanceMinor}`);
}

/** A shop with an invoice, a payout, a conversion, a deposit and a debt that was paid, in this order. */
async function shopWithAllKinds() {
  const merchant = await makeMerchant(db);
  const invoice = await makeInvoice(db, merchant, { reference: 'order-20933' });
  await payInFull(db, invoice.id);
  const payout = await makePayout(db, merchant, { reference: 'salary-11' });
  const address = await makeAddress(db, merchant, 'BTC', { reference: 'customer-7' });
  const conversionId = newId();
  await moneyTransaction(db, async (tx) => {
    await endHolds(tx, [{ payout: await readPayout(tx, payout.id), outcome: 'post' }]);
    const of = { mode: 'sandbox', asset: 'BTC' } as const;
    const available = { ...of, owner: merchant.merchantId, kind: 'available' } as const;
    const position = { ...of, owner: GATEWAY, kind: 'position' } as const;
    const moved = (key: string, kind: string, entity: string, minor: bigint) => ({
      key,
      kind,
      entity,
      postings: [{ debit: available, credit: position, minor }],
    });
    await postTransfers(tx, [
      moved(newId(), 'conversion', `conversion:${conversionId}`, 10_000n),
      moved(newId(), 'debt', `merchant:${merchant.merchantId}`, 1_000n),
    ]);
  });
  await receive(db, address, { minor: 50_000n, status: 'confirmed' });
  await settleDeposits(db, Date.now());
  return { of: { ...query, merchantId: merchant.merchantId }, invoice, conversionId };
}

it('movements are narrowed by what they are about, and balances count the others', async () => {
  const { of } = await shopWithAllKinds();
  const all = await shown(of);
  const kinds = all.map((line) => line.split(' ')[0]);
  expect(kinds).toEqual(['settle', 'debt', 'conversion', 'payout', 'settle']);
  const [deposit, debt, conversion, payout, invoice] = all;
  expect(await shown({ ...of, kinds: ['invoice'] })).toEqual([invoice]);
  expect(await shown({ ...of, kinds: ['deposit', 'payout'] })).toEqual([deposit, payout]);
  expect(await shown({ ...of, kinds: ['conversion'], search: 'order' })).toEqual([]);
  expect(await shown({ ...of, kinds: ['withdrawal', 'refund', 'mass_payout'] })).toEqual([]);
  expect(all).toContain(debt);
  expect(await shown({ ...of, kinds: ['conversion'] })).toEqual([conversion]);
});

it('movements are found by a part of a reference or an id of their own merchant', async () => {
  const { of, invoice, conversionId } = await shopWithAllKinds();
  await shopWithAllKinds();
  const [deposit, , conversion, payout, settled] = await shown(of);
  expect(await shown({ ...of, search: 'ORDER-209' })).toEqual([settled]);
  expect(await shown({ ...of, search: 'salary' })).toEqual([payout]);
  expect(await shown({ ...of, search: 'customer-7' })).toEqual([deposit]);
  expect(await shown({ ...of, search: invoice.id.toUpperCase() })).toEqual([settled]);
  expect(await shown({ ...of, search: conversionId.slice(9) })).toEqual([conversion]);
  // A word of the ledger is no reference, and neither is a wildcard.
  expect(await shown({ ...of, search: 'payout' })).toEqual([]);
  expect(await shown({ ...of, search: '%' })).toEqual([]);
  const inProduction = { ...of, mode: 'production' } as const;
  expect(await shown({ ...inProduction, search: 'order' })).toEqual([]);
});
