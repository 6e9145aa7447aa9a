import { expect, it } from 'vitest';
import { openTestDatabase } from '../database.fixture.ts';
import { makeInvoice, makeRates, makeShop, payInFull } from '../invoices/testing.fixture.ts';
import { execute } from '../sql.ts';
import { listMovements, movementAccounts, movementsAfter } from './movements.ts';

const { db } = await openTestDatabase();
await makeRates(db);
const shop = await makeShop(db);
const query = { merchantId: shop.merchantId, mode: 'sandbox', currency: 'EUR' } as const;

/** What the one movement is worth, on the page and in a report. */
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
