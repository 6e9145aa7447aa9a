import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction, moneyTransaction } from '../../db/core/sequelize.ts';
import { select } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { toldOf } from '../../db/deposits/testing.fixture.ts';
import { makeRates } from '../../db/invoices/testing.fixture.ts';
import { GATEWAY } from '../../db/ledger/accounts.ts';
import { postTransfers } from '../../db/ledger/transfers.ts';
import { writeOffDebt } from '../../db/ledger/write-off.ts';
import { MAX_PAYMENTS } from '../../domain/state/deposit-facts.ts';
import { depositLives } from './deposit-life.fixture.ts';

const { db } = await openTestDatabase();
const { live, close, differences } = depositLives(db);

beforeAll(() => makeRates(db));
afterAll(close);
/** Whatever happened, the coins on the chain are those in the books and on their way, and the books balance. */
afterEach(async () => {
  expect(await differences()).toEqual([]);
});

test('hazard 13: several outputs of one transaction to one address are credited each', async () => {
  const life = await live('BTC');
  await life.send([{ amountMinor: 50_000n }, { amountMinor: 70_000n }, { amountMinor: 70_000n }]);
  await life.blocks();
  await life.settle();
  const found = await life.deposits();
  expect(found.every(({ status }) => status === 'done')).toBe(true);
  expect(found.map(({ settledMinor }) => settledMinor).sort()).toEqual([50_000n, 70_000n, 70_000n]);
  expect(new Set(found.map(({ paymentKey }) => paymentKey)).size).toBe(3);
});

test('hazards 1 and 3: reorganized before its threshold, and mined again in another block: nothing is credited before, and it once', async () => {
  const life = await live('LTC');
  await life.pay('2');
  await life.blocks(1);
  expect((await life.deposit()).status).toBe('confirming');
  await life.reorganise(await life.txid());
  expect((await life.deposit()).status).toBe('pending');
  expect(await life.booked()).toEqual({});
  await life.remine(await life.txid());
  await life.settle();
  expect(await life.deposits()).toMatchObject([{ status: 'done', settledMinor: 200_000_000n }]);
  expect((await life.booked()).available).toBe(199_000_000n);
});

test('hazard 2: what the network takes back leaves the balance; what was spent of it is a debt, and paid off when it is mined again', async () => {
  const life = await live('LTC');
  await life.pay('4');
  await life.blocks();
  await life.settle();
  const available = { owner: life.shop.merchantId, mode: 'sandbox', asset: 'LTC', kind: 'available' } as const;
  const elsewhere = { ...available, owner: GATEWAY, kind: 'position' } as const;
  const postings = [{ debit: available, credit: elsewhere, minor: 150_000_000n }];
  await inTransaction(db, (tx) => postTransfers(tx, [{ key: `out:${life.address.id}`, kind: 'test', postings }]));
  await life.reorganise(await life.txid());
  const lost = await life.deposit();
  expect(lost).toMatchObject({ status: 'error', statusReason: 'reorganized', settledMinor: 0n });
  expect(await life.booked()).toEqual({ receivable: -150_000_000n });
  expect((await toldOf(db, lost.id)).at(-1)).toBe('deposit.error');
  await life.remine(await life.txid());
  await life.settle();
  expect(await life.booked()).toEqual({ available: 398_000_000n - 150_000_000n });
});

test('a written-off part pays the loss of the gateway when the payment is mined again', async () => {
  const life = await live('LTC');
  await life.pay('4');
  await life.blocks();
  await life.settle();
  const available = { owner: life.shop.merchantId, mode: 'sandbox', asset: 'LTC', kind: 'available' } as const;
  const postings = [
    { debit: available, credit: { ...available, owner: GATEWAY, kind: 'position' } as const, minor: 150_000_000n },
  ];
  await inTransaction(db, (tx) => postTransfers(tx, [{ key: `out:${life.address.id}`, kind: 'test', postings }]));
  await life.reorganise(await life.txid());
  const debt = { merchantId: life.shop.merchantId, mode: 'sandbox', asset: 'LTC', minor: 150_000_000n } as const;
  const by = { kind: 'system', id: null, name: 'Ada' } as const;
  await moneyTransaction(db, (tx) => writeOffDebt(tx, { ...debt, reason: 'the shop has closed', by }));
  expect(await life.booked()).toEqual({});
  await life.remine(await life.txid());
  await life.settle();
  expect(await life.booked()).toEqual({ available: 398_000_000n - 150_000_000n });
});

test('hazard 14: a replacement that pays somebody else leaves a deposit that came to nothing, and no credit', async () => {
  const life = await live('BTC');
  const { spends } = await life.send([{ amountMinor: 90_000n }]);
  await life.send([{ addressKey: `0014${'ab'.repeat(20)}`, amountMinor: 90_000n }], [...spends]);
  await life.blocks();
  expect(await life.deposits()).toMatchObject([{ status: 'error', statusReason: 'replaced', settledMinor: 0n }]);
  expect(await life.booked()).toEqual({});
});

describe('hazard 41: XRP', () => {
  test('with a tag that nobody has, or with none, goes to suspense and becomes nobody’s deposit', async () => {
    const life = await live('XRP');
    await life.send([{ output: '', destinationTag: 4_294_967_295n, amountMinor: 3_000_000n }]);
    await life.send([{ output: '', destinationTag: null, amountMinor: 5_000_000n }]);
    await life.blocks();
    expect(await life.deposits()).toEqual([]);
    const strays = `SELECT amount_minor::text AS amount, credited_to FROM payment
      WHERE network = 'XRP' AND static_address_id IS NULL AND invoice_id IS NULL ORDER BY amount_minor`;
    expect(await select(db, strays)).toEqual([
      { amount: '3000000', credited_to: 'suspense' },
      { amount: '5000000', credited_to: 'suspense' },
    ]);
  });

  test('with the tag of another customer is that customer’s deposit', async () => {
    const [one, other] = [await live('XRP'), await live('XRP')];
    expect(one.address.address).toBe(other.address.address);
    await one.send([{ output: '', destinationTag: other.address.destinationTag, amountMinor: 7_000_000n }]);
    await other.blocks();
    await other.settle();
    expect(await one.deposits()).toEqual([]);
    expect(await other.deposits()).toMatchObject([{ status: 'done', settledMinor: 7_000_000n }]);
  });
});

test('a flood of dust makes few deposits, no webhooks and no workflows; a full one is settled, however little it is', async () => {
  const life = await live('LTC');
  const dust = Array.from({ length: MAX_PAYMENTS + 30 }, () => ({ amountMinor: 10n }));
  await life.send(dust);
  await life.blocks();
  const found = await life.deposits();
  expect(found).toHaveLength(2);
  const [full, rest] = found.toSorted((one, other) => Number(other.amountMinor - one.amountMinor));
  expect(rest).toMatchObject({ status: 'processing', statusReason: 'below_minimum', amountMinor: 300n });
  expect(await toldOf(db, rest?.id ?? '')).toEqual([]);
  await life.settle();
  const settled = (await life.deposits()).find(({ id }) => id === full?.id);
  expect(settled).toMatchObject({ status: 'done', settledMinor: 2_000n });
  expect((await life.booked()).available).toBe(1_990n);
  expect((await toldOf(db, full?.id ?? '')).length).toBeLessThanOrEqual(4);
});

test('nothing at all is no deposit (hazard 25)', async () => {
  const life = await live('USDT_ERC20');
  await life.send([{ output: 'log:0', amountMinor: 0n }]);
  await life.blocks();
  expect(await life.deposits()).toEqual([]);
});
