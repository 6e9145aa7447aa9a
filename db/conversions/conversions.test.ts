import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { GateId } from '../../domain/assets/assets.ts';
import { QUOTE_MS } from '../../domain/conversion/quote.ts';
import { isDomainError } from '../../domain/errors.ts';
import { inTransaction, moneyTransaction } from '../core/sequelize.ts';
import { execute, one, select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { balances } from '../ledger/balances.ts';
import { freeze } from '../ledger/freezes.ts';
import { postTransfers } from '../ledger/transfers.ts';
import { trialBalance } from '../ledger/trial-balance.ts';
import { makeMerchant, type TestMerchant } from '../testing.fixture.ts';
import { convertAtQuote } from './convert.ts';
import { deleteOldQuotes, makeConversionQuote } from './quotes.ts';
import { conversionQuotesTable, conversionsTable } from './rows.ts';
import { fundGate, gatewaysOf, setMarket } from './testing.fixture.ts';

let shop: TestMerchant;
const { db } = await openTestDatabase({ poolSize: 10, moneyPoolSize: 8 });
beforeEach(async () => {
  await setMarket(db);
  await execute(db, 'UPDATE conversion_limit SET position_minor = 10 ^ 24');
  shop = await makeMerchant(db, { mode: 'production' });
});
afterAll(async () => {
  expect((await trialBalance(db)).mismatches).toEqual([]);
});

const quote = (of: { from?: GateId; to?: GateId; minor?: bigint; nowMs?: number; owner?: TestMerchant } = {}) =>
  makeConversionQuote(db, of.owner ?? shop, {
    from: of.from ?? 'BTC',
    to: of.to ?? 'EUR',
    amountFromMinor: of.minor ?? 1_000_000n,
    nowMs: of.nowMs ?? Date.now(),
  });

const convert = (quoteId: string, { owner = shop, nowMs = Date.now() } = {}) =>
  moneyTransaction(db, (tx) => convertAtQuote(tx, { quoteId, profileId: owner.profileId, by: owner.user.id, nowMs }));

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (isDomainError(error) ? error.code : Promise.reject(error)),
  );

async function available(gateId: GateId, owner = shop): Promise<bigint> {
  const all = await balances(db, { owner: owner.merchantId, mode: owner.mode });
  return all.find(({ asset, kind }) => asset === gateId && kind === 'available')?.total ?? 0n;
}

describe('a conversion at a quote', () => {
  test('moves exactly what the quote says, in one transfer', async () => {
    await fundGate(db, shop, 'BTC', 2_000_000n);
    const [position, fees] = [await gatewaysOf(db, 'EUR', 'position'), await gatewaysOf(db, 'EUR', 'fees:conversion')];
    const firm = await quote();
    const made = await convert(firm.id);
    // 0.01 BTC at 50000 less 0.3 % are 498.50, less 0.5 %.
    expect(made).toMatchObject({ amountFromMinor: 1_000_000n, amountToMinor: 49_600n, feeMinor: 250n, rate: '49850' });
    expect([await available('BTC'), await available('EUR')]).toEqual([1_000_000n, 49_600n]);
    expect((await gatewaysOf(db, 'EUR', 'position')) - position).toBe(-49_850n);
    expect((await gatewaysOf(db, 'EUR', 'fees:conversion')) - fees).toBe(250n);
    const transfers = await select(db, 'SELECT FROM transfer WHERE entity = $1', [`conversion:${made.id}`]);
    expect(transfers).toHaveLength(1);
    const event = await one<{ type: string; body: string }>(db, 'SELECT type, body FROM event WHERE entity_id = $1', [
      made.id,
    ]);
    expect(event.type).toBe('conversion.done');
    expect(JSON.parse(event.body).data).toMatchObject({ from: 'BTC', to: 'EUR', amount_to: '496.00', fee: '2.50' });
  });

  test('stores every price it was made of, with source and age', async () => {
    const { sources } = await quote({ to: 'ETH' });
    expect(sources).toMatchObject([
      { asset: 'BTC', currency: 'USD', value: '62500', source: 'test' },
      { asset: 'ETH', currency: 'USD', value: '3125', source: 'test' },
    ]);
    expect(Date.parse(sources[0]?.sampledAt ?? '')).toBeLessThanOrEqual(Date.now());
  });

  test('fifty at once with one quote: one converts', async () => {
    await fundGate(db, shop, 'BTC', 100_000_000n);
    const { id } = await quote();
    const answers = await Promise.all(Array.from({ length: 50 }, () => codeOf(convert(id))));
    expect(answers.filter((code) => code === 'done')).toHaveLength(1);
    expect(answers.filter((code) => code === 'quote_used')).toHaveLength(49);
    expect(await available('BTC')).toBe(99_000_000n);
  });

  test('fifty quotes at once never spend more than there is', async () => {
    await fundGate(db, shop, 'BTC', 10_000_000n);
    const quotes = await Promise.all(Array.from({ length: 50 }, () => quote()));
    const answers = await Promise.all(quotes.map(({ id }) => codeOf(convert(id))));
    expect(answers.filter((code) => code === 'done')).toHaveLength(10);
    expect(answers.filter((code) => code === 'insufficient_balance')).toHaveLength(40);
    expect(await available('BTC')).toBe(0n);
  });

  test('is firm across a jump of the market, and the next quote follows the market', async () => {
    await fundGate(db, shop, 'BTC', 2_000_000n);
    const firm = await quote();
    await setMarket(db, 0.5);
    expect((await convert(firm.id)).amountToMinor).toBe(firm.amountToMinor);
    expect((await quote()).amountToMinor).toBe(firm.amountToMinor / 2n);
  });

  test('expires to the millisecond, and stays unused', async () => {
    await fundGate(db, shop, 'BTC', 2_000_000n);
    const nowMs = Date.now();
    const firm = await quote({ nowMs });
    expect(await codeOf(convert(firm.id, { nowMs: nowMs + QUOTE_MS }))).toBe('quote_expired');
    expect(await codeOf(convert(firm.id, { nowMs: nowMs + QUOTE_MS - 1 }))).toBe('done');
  });

  test('of another merchant is not there, and stays usable for its own', async () => {
    const thief = await makeMerchant(db, { mode: 'production' });
    await fundGate(db, thief, 'BTC', 2_000_000n);
    await fundGate(db, shop, 'BTC', 2_000_000n);
    const { id } = await quote();
    expect(await codeOf(convert(id, { owner: thief }))).toBe('not_found');
    expect(await codeOf(convert(id))).toBe('done');
  });

  test('is refused while the balance is frozen, and a debt stays covered', async () => {
    await fundGate(db, shop, 'BTC', 2_000_000n);
    const account = { owner: shop.merchantId, mode: shop.mode, asset: 'BTC', kind: 'available' } as const;
    const cause = `invoice:${shop.profileId}` as const;
    await inTransaction(db, (tx) => freeze(tx, cause, [account]));
    const { id } = await quote();
    expect(await codeOf(convert(id))).toBe('account_frozen');

    const debtor = await makeMerchant(db, { mode: 'production' });
    await fundGate(db, debtor, 'BTC', 1_500_000n);
    const owing = { ...account, owner: debtor.merchantId };
    const loss = {
      debit: { ...owing, kind: 'receivable' as const },
      credit: { ...owing, owner: 'gateway', kind: 'reorg_loss' as const },
    };
    await inTransaction(db, (tx) =>
      postTransfers(tx, [{ key: `loss:${debtor.merchantId}`, kind: 'loss', postings: [{ ...loss, minor: 600_000n }] }]),
    );
    const requested = await quote({ owner: debtor });
    expect(await codeOf(convert(requested.id, { owner: debtor }))).toBe('insufficient_balance');
  });

  test('a refused conversion leaves nothing behind', async () => {
    const { id } = await quote();
    expect(await codeOf(convert(id))).toBe('insufficient_balance');
    expect(await conversionsTable.count(db, { quoteId: id })).toBe(0);
    expect((await conversionQuotesTable.findOne(db, { id }))?.usedAt).toBeNull();
    expect(await select(db, `SELECT FROM transfer WHERE key = 'conversion:' || $1`, [id])).toHaveLength(0);
  });

  test('a rollback at the last moment leaves all or nothing', async () => {
    await fundGate(db, shop, 'BTC', 1_000_000n);
    const { id } = await quote();
    const crash = moneyTransaction(db, async (tx) => {
      await convertAtQuote(tx, { quoteId: id, profileId: shop.profileId, by: shop.user.id, nowMs: Date.now() });
      throw new Error('the process died');
    });
    await expect(crash).rejects.toThrow('the process died');
    expect([await available('BTC'), await available('EUR')]).toEqual([1_000_000n, 0n]);
    expect(await codeOf(convert(id))).toBe('done');
    expect(await codeOf(convert(id))).toBe('quote_used');
  });
});

describe('positions', () => {
  test('over the limit no quote is made, and what brings the position back is welcome', async () => {
    const before = await gatewaysOf(db, 'LTC', 'position');
    await execute(db, `UPDATE conversion_limit SET position_minor = $1 WHERE gate_id = 'LTC'`, [before]);
    expect(await codeOf(quote({ from: 'LTC', minor: 100_000_000n }))).toBe('position_limit');
    await execute(db, `UPDATE conversion_limit SET position_minor = 300000000 WHERE gate_id = 'LTC'`);
    await fundGate(db, shop, 'LTC', 300_000_000n);
    await convert((await quote({ from: 'LTC', minor: 300_000_000n })).id);
    expect(await codeOf(quote({ from: 'LTC', minor: 100_000_000n }))).toBe('position_limit');
    expect(await codeOf(quote({ from: 'EUR', to: 'LTC', minor: 10_000n }))).toBe('done');
  });

  test('are checked again when quotes are used: fifty at once stay within the limit', async () => {
    await execute(db, `UPDATE conversion_limit SET position_minor = $1 WHERE gate_id = 'BCH'`, [
      (await gatewaysOf(db, 'BCH', 'position')) + 500_000_000n,
    ]);
    const shops = await Promise.all(Array.from({ length: 5 }, () => makeMerchant(db, { mode: 'production' })));
    for (const each of shops) await fundGate(db, each, 'BCH', 10_000_000_000n);
    const quotes = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const owner = shops[index % shops.length] ?? shop;
        return { owner, ...(await quote({ owner, from: 'BCH', minor: 100_000_000n })) };
      }),
    );
    const answers = await Promise.all(quotes.map(({ id, owner }) => codeOf(convert(id, { owner }))));
    expect(answers.filter((code) => code === 'done')).toHaveLength(5);
    expect(answers.filter((code) => code === 'position_limit')).toHaveLength(45);
  });
});

test('pairs that never convert are refused in words', async () => {
  expect(await codeOf(quote({ from: 'BCH', to: 'ETH' }))).toBe('conversion_not_possible');
  await expect(quote({ from: 'EUR', to: 'TRX' })).rejects.toThrow('Tron cannot be converted.');
  expect(await codeOf(quote({ minor: 1_999n }))).toBe('amount_too_small');
  expect(await codeOf(quote({ minor: 200_000_001n }))).toBe('amount_too_large');
});

test('unused prices are deleted a day after they expired, used ones never', async () => {
  await fundGate(db, shop, 'BTC', 1_000_000n);
  const [used, unused] = [await quote(), await quote()];
  await convert(used.id);
  await execute(db, `UPDATE conversion_quote SET expires_at = now() - interval '25 hours'`);
  await deleteOldQuotes(db);
  expect(await conversionQuotesTable.findOne(db, { id: unused.id })).toBeUndefined();
  expect(await conversionQuotesTable.findOne(db, { id: used.id })).toBeDefined();
});
