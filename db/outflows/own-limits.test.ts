import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ASSETS, type Mode } from '../../domain/assets/assets.ts';
import { isDomainError } from '../../domain/errors.ts';
import { parseRate } from '../../domain/money/rates.ts';
import type { OwnLimit } from '../../domain/outflows/own-limits.ts';
import { inTransaction } from '../core/sequelize.ts';
import { execute, select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { LINE_HELD, makeMass, massCells, runMass } from '../mass-payouts/testing.fixture.ts';
import { payAutomatically } from '../payout-methods/automatic.ts';
import { cancelPayout } from '../payouts/commands.ts';
import { createPayout } from '../payouts/create.ts';
import { fund, makePayout, mismatches, moneyOf, RECIPIENTS, testPayoutSettings } from '../payouts/testing.fixture.ts';
import { upsertRates } from '../rates/rates.ts';
import { makeMerchant, type TestMerchant } from '../testing.fixture.ts';
import { automaticWithdrawals } from '../withdrawals/automatic.ts';
import {
  addMethod,
  give,
  openTill,
  putInFile,
  testWithdrawalSettings,
  withdraw,
} from '../withdrawals/testing.fixture.ts';
import { lockOwnLimits, readOwnLimits, readOwnRoom, writeOwnLimits } from './own-limits.ts';

const { db } = await openTestDatabase({ poolSize: 12 });
afterEach(async () => expect(await mismatches(db)).toEqual([]));

const HOUR = 3_600_000;
const NONE: OwnLimit = { minor: null, next: null };
const limit = (minor: bigint): OwnLimit => ({ minor, next: null });

/** One coin of anything is worth 50,000 of any currency. */
async function setRates(mode: Mode, assets = ASSETS): Promise<void> {
  const about = { source: 'test', sampledAt: new Date(), expiresAt: new Date(Date.now() + HOUR) };
  const rates = assets.flatMap((asset) =>
    ['EUR', 'GBP'].map((currency) => parseRate('50000', { ...about, asset, currency })),
  );
  await inTransaction(db, (tx) => upsertRates(tx, mode, rates));
}
beforeAll(async () => {
  await setRates('sandbox');
  await setRates('production');
});

async function setLimits(shop: TestMerchant, limits: { perPayout?: OwnLimit; perDay?: OwnLimit }): Promise<void> {
  await inTransaction(db, async (tx) => {
    const stored = await lockOwnLimits(tx, shop);
    await writeOwnLimits(tx, shop, { ...stored, ...limits });
  });
}

async function funded(limits: { perPayout?: OwnLimit; perDay?: OwnLimit }): Promise<TestMerchant> {
  const shop = await makeMerchant(db);
  await fund(db, shop, 'BTC', 100n * LINE_HELD);
  await fund(db, shop, 'LTC', 10_000_000_000n);
  await setLimits(shop, limits);
  return shop;
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (isDomainError(error) ? error.code : error),
  );
const WAITS_FOR_A_LOCK = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
  AND wait_event_type = 'Lock'`;
/** A payout of 0.001 BTC is worth EUR 50. */
const PAYOUT = 5_000n;

describe('a merchant’s own limits', () => {
  test('bound one payout, and what was requested in 24 hours, in all assets together', async () => {
    const shop = await funded({ perPayout: limit(PAYOUT), perDay: limit(2n * PAYOUT) });
    expect(await codeOf(makePayout(db, shop, { amountMinor: 100_001n }))).toBe('amount_too_large');
    await makePayout(db, shop);
    await makePayout(db, shop, { gateId: 'LTC' });
    expect(await codeOf(makePayout(db, shop))).toBe('amount_too_large');
    expect(await codeOf(makePayout(db, shop, { gateId: 'LTC' }))).toBe('amount_too_large');
    expect(await readOwnRoom(db, { ...shop, locks: false })).toMatchObject({ usedMinor: 2n * PAYOUT });
    const left = `
      UPDATE payout SET status = 'confirming', signed_at = now() - $2 * interval '1 hour' WHERE merchant_id = $1`;
    await execute(db, left, [shop.merchantId, 23]);
    expect(await codeOf(makePayout(db, shop))).toBe('amount_too_large');
    await execute(db, left, [shop.merchantId, 25]);
    await makePayout(db, shop);
  });

  test('count what leaves, whenever it was requested: what waits for days cannot leave together', async () => {
    const shop = await funded({ perDay: limit(2n * PAYOUT) });
    const earlier = (table: string, column: string) =>
      execute(db, `UPDATE ${table} SET ${column} = ${column} - interval '25 hours' WHERE merchant_id = $1`, [
        shop.merchantId,
      ]);
    await makePayout(db, shop);
    await earlier('payout', 'created_at');
    await runMass(db, shop, (await makeMass(db, shop, [massCells(1)])).id);
    await earlier('payout', 'created_at');
    await earlier('mass_payout', 'run_at');
    expect(await codeOf(makePayout(db, shop))).toBe('amount_too_large');
    expect(await readOwnRoom(db, { ...shop, locks: false })).toMatchObject({ usedMinor: 2n * PAYOUT });
  });

  test('count a payout no more once it was canceled', async () => {
    const shop = await funded({ perDay: limit(PAYOUT) });
    const { id } = await makePayout(db, shop);
    expect(await codeOf(makePayout(db, shop))).toBe('amount_too_large');
    const by = { kind: 'token', id: shop.token.id } as const;
    await inTransaction(db, (tx) => cancelPayout(tx, { payoutId: id, scope: shop, by, nowMs: Date.now() }));
    await makePayout(db, shop);
  });

  test('are not passed by many requests at once, of several assets and mass payouts', async () => {
    const shop = await funded({ perDay: limit(5n * PAYOUT) });
    const masses = await Promise.all(
      Array.from({ length: 6 }, () => makeMass(db, shop, [massCells(1), massCells(2, 'LTC')])),
    );
    const answers = await Promise.all([
      ...Array.from({ length: 97 }, () => codeOf(makePayout(db, shop))),
      ...Array.from({ length: 97 }, () => codeOf(makePayout(db, shop, { gateId: 'LTC' }))),
      ...masses.map(({ id }) => codeOf(runMass(db, shop, id))),
    ]);
    expect(new Set(answers)).toEqual(new Set(['none', 'amount_too_large']));
    const [sum] = await select<{ minor: string }>(
      db,
      `SELECT sum(net_minor)::text AS minor FROM (
         SELECT net_minor FROM payout WHERE merchant_id = $1
         UNION ALL SELECT s.net_minor FROM mass_payout_slice s JOIN mass_payout m ON m.id = s.mass_payout_id
         WHERE m.merchant_id = $1 AND s.status = 'held') AS x`,
      [shop.merchantId],
    );
    // Together at most EUR 250, and so much that not one more fits.
    expect(sum?.minor).toBe('500000');
  });

  test('let a request of another asset wait for the one before, and count it', async () => {
    const shop = await funded({ perDay: limit(PAYOUT) });
    let second: Promise<unknown> = Promise.resolve();
    await inTransaction(db, async (tx) => {
      const target = { gateId: 'BTC', address: RECIPIENTS.BTC, destinationTag: null, feePayer: 'merchant' } as const;
      const { profileId, token } = shop;
      const by = { kind: 'token', id: token.id } as const;
      const requested = { ...target, profileId, amountMinor: 100_000n, reference: null, description: null };
      await createPayout(tx, testPayoutSettings, { ...requested, by, nowMs: Date.now() });
      let isOver = false;
      second = codeOf(makePayout(db, shop, { gateId: 'LTC' })).finally(() => {
        isOver = true;
      });
      while (!isOver && (await select(db, WAITS_FOR_A_LOCK)).length === 0) await setImmediate();
      expect(isOver).toBe(false);
    });
    expect(await second).toBe('amount_too_large');
  });

  test('count a mass payout whole', async () => {
    const shop = await funded({ perPayout: limit(2n * PAYOUT), perDay: limit(4n * PAYOUT) });
    const three = await makeMass(db, shop, [massCells(1), massCells(2), massCells(3, 'LTC')]);
    expect(await codeOf(runMass(db, shop, three.id))).toBe('amount_too_large');
    for (let times = 0; times < 2; times += 1) {
      await runMass(db, shop, (await makeMass(db, shop, [massCells(1), massCells(2, 'LTC')])).id);
    }
    expect(await codeOf(makePayout(db, shop))).toBe('amount_too_large');
  });

  test('let nothing leave that nobody can value', async () => {
    const shop = await funded({ perDay: limit(PAYOUT) });
    await execute(db, `UPDATE rate SET expires_at = now() WHERE mode = 'sandbox' AND asset = 'LTC'`);
    expect(await codeOf(makePayout(db, shop, { gateId: 'LTC' }))).toBe('rate_unavailable');
    await setRates('sandbox');
    await makePayout(db, shop, { gateId: 'LTC' });
  });

  test('bind one mode and one merchant', async () => {
    const shop = await funded({ perPayout: limit(1n) });
    expect(await codeOf(makePayout(db, shop))).toBe('amount_too_large');
    await makePayout(db, await funded({}));
    expect(await readOwnRoom(db, { ...shop, mode: 'production', locks: false })).toBeNull();
  });

  test('a higher one applies from its time on, by itself', async () => {
    const waiting = (from: Date) => ({ minor: 1n, next: { minor: null, from } });
    const shop = await funded({ perPayout: waiting(new Date(Date.now() + HOUR)) });
    expect(await codeOf(makePayout(db, shop))).toBe('amount_too_large');
    await setLimits(shop, { perPayout: waiting(new Date(Date.now() - 1)) });
    await makePayout(db, shop);
    expect(await readOwnLimits(db, shop)).toMatchObject({ perPayout: NONE, perDay: NONE });
  });

  test('stay in the currency that they were set in', async () => {
    const shop = await funded({ perPayout: limit(PAYOUT) });
    await execute(db, `UPDATE profile SET invoice_currency = 'GBP' WHERE id = $1`, [shop.profileId]);
    expect(await readOwnLimits(db, shop)).toMatchObject({ currency: 'EUR' });
    await setLimits(shop, { perPayout: NONE });
    expect(await readOwnLimits(db, shop)).toMatchObject({ currency: 'GBP' });
  });
});

describe('withdrawals', () => {
  test('of euro and payouts count together', async () => {
    const till = await openTill(db);
    await setLimits(till.shop, { perPayout: limit(10_000n), perDay: limit(12_000n) });
    await withdraw(db, till);
    expect(await codeOf(withdraw(db, till))).toBe('amount_too_large');
    await fund(db, till.shop, 'BTC', 100n * LINE_HELD);
    expect(await codeOf(makePayout(db, till.shop))).toBe('amount_too_large');
    expect(await codeOf(withdraw(db, till, { amountMinor: 10_001n }))).toBe('amount_too_large');
  });

  test('of euro count as long as they wait, and for a day from their file on', async () => {
    const till = await openTill(db);
    const { merchantId } = till.shop;
    await setLimits(till.shop, { perDay: limit(12_000n) });
    for (let day = 0; day < 4; day += 1) {
      const code = await codeOf(withdraw(db, till));
      expect([day, code]).toEqual([day, day === 0 ? 'none' : 'amount_too_large']);
      await execute(db, `UPDATE withdrawal SET created_at = created_at - interval '25 hours' WHERE merchant_id = $1`, [
        merchantId,
      ]);
    }
    const [{ id } = { id: '' }] = await select<{ id: string }>(db, 'SELECT id FROM withdrawal WHERE merchant_id = $1', [
      merchantId,
    ]);
    await give(db, id);
    expect(await codeOf(withdraw(db, till))).toBe('amount_too_large');
    await putInFile(db, id, 23);
    expect(await codeOf(withdraw(db, till))).toBe('amount_too_large');
    await execute(db, `UPDATE bank_file SET created_at = now() - interval '25 hours' WHERE direction = 'out'`);
    await withdraw(db, till);
  });

  test('by a schedule take what the limits leave, and then nothing', async () => {
    const till = await openTill(db);
    await execute(db, 'DELETE FROM payment_method WHERE id = $1', [till.method.id]);
    const { id: methodId } = await addMethod(db, till.shop, { automatic: true, period: 'day' });
    await setLimits(till.shop, { perDay: limit(30_000n) });
    const nowMs = Date.now();
    const pay = (nth: number) => {
      const due = { methodId, scheduledAt: new Date(nowMs + nth), nowMs: nowMs + nth };
      return payAutomatically(db, testWithdrawalSettings, due, automaticWithdrawals(testWithdrawalSettings));
    };
    expect((await pay(1)).words).toMatch(/^Paid 300\.00 EUR/);
    expect(await pay(2)).toMatchObject({
      payoutId: null,
      withdrawalId: null,
      words: 'Nothing was paid: what your own limits per payout and per day leave is below the minimum.',
    });
    expect(await moneyOf(db, till.shop, 'EUR')).toEqual({ spendable: 70_000n, held: 30_000n });
  });
});
