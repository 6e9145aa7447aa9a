import { beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../db/core/sequelize.ts';
import { execute, select } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { makeMass, massCells, openAll, runMass } from '../../db/mass-payouts/testing.fixture.ts';
import { lockOwnLimits, writeOwnLimits } from '../../db/outflows/own-limits.ts';
import { fund, makePayout } from '../../db/payouts/testing.fixture.ts';
import { upsertRates } from '../../db/rates/rates.ts';
import type { TestMerchant } from '../../db/testing.fixture.ts';
import { ASSETS } from '../../domain/assets/assets.ts';
import { parseRate } from '../../domain/money/rates.ts';
import { signerBench } from './testing.fixture.ts';

const { db } = await openTestDatabase();

/** One coin of anything is worth so many euro. */
async function setPrice(euro: string): Promise<void> {
  const about = { source: 'test', sampledAt: new Date(), expiresAt: new Date(Date.now() + 3_600_000) };
  const rates = ASSETS.map((asset) => parseRate(euro, { ...about, asset, currency: 'EUR' }));
  await inTransaction(db, (tx) => upsertRates(tx, 'sandbox', rates));
}
beforeAll(() => setPrice('50000'));

/** In euro cents; null is no limit. */
async function setLimits(shop: TestMerchant, perPayoutMinor: bigint | null, perDayMinor: bigint | null): Promise<void> {
  await inTransaction(db, async (tx) => {
    const stored = await lockOwnLimits(tx, shop);
    const of = (minor: bigint | null) => ({ minor, next: null });
    await writeOwnLimits(tx, shop, { ...stored, perPayout: of(perPayoutMinor), perDay: of(perDayMinor) });
  });
}

/** A payout of 0.001 BTC is worth EUR 50. */
const ONE = { amountMinor: 100_000n };
const PAYOUT = 5_000n;
const WAITS = { status: 'queue', reason: 'own_limit', needsOperator: false };

describe('a limit that the merchant lowers', () => {
  test('keeps back what was requested before and is above it, until the limit is higher', async () => {
    const bench = await signerBench(db);
    const id = await bench.queued(ONE);
    await setLimits(bench.shop, PAYOUT - 1n, null);
    expect(await bench.sign(id)).toMatchObject({ deferred: [{ payoutId: id, reason: 'own_limit' }], signed: [] });
    expect(await bench.stateOf(id)).toEqual(WAITS);
    await setLimits(bench.shop, PAYOUT, null);
    expect((await bench.sign(id)).signed).toEqual([id]);
  });

  test('lets as much leave in a day as it says, whichever network and transaction it is in', async () => {
    const bench = await signerBench(db);
    const other = await signerBench(db, { gateId: 'LTC' });
    const both = [await bench.queued(ONE), await bench.queued(ONE)];
    await fund(db, bench.shop, 'LTC', 100n * ONE.amountMinor);
    const { id: elsewhere } = await makePayout(db, bench.shop, { gateId: 'LTC', ...ONE });
    await setLimits(bench.shop, null, PAYOUT);
    const answer = await bench.sign(...both);
    expect([answer.signed.length, answer.deferred.map(({ reason }) => reason)]).toEqual([1, ['own_limit']]);
    const [waiting = ''] = answer.deferred.map(({ payoutId }) => payoutId);
    expect((await bench.sign(waiting)).signed).toEqual([]);
    expect((await other.sign(elsewhere)).deferred.map(({ reason }) => reason)).toEqual(['own_limit']);
    // Another merchant's limits are its own.
    const others = await other.queued(ONE);
    expect((await other.sign(others)).signed).toEqual([others]);
    await execute(db, `UPDATE payout SET signed_at = signed_at - interval '25 hours' WHERE merchant_id = $1`, [
      bench.shop.merchantId,
    ]);
    expect((await bench.sign(waiting)).signed).toEqual([waiting]);
  });

  test('keeps nothing back that it allowed at the request, when prices rise', async () => {
    const bench = await signerBench(db);
    await setLimits(bench.shop, PAYOUT, PAYOUT);
    const id = await bench.queued(ONE);
    await setPrice('60000');
    expect((await bench.sign(id)).signed).toEqual([id]);
    await setPrice('50000');
  });

  test('counts a mass payout whole', async () => {
    const bench = await signerBench(db);
    await bench.queued(ONE);
    const { id: massPayoutId } = await makeMass(db, bench.shop, [massCells(1), massCells(2)]);
    await runMass(db, bench.shop, massPayoutId);
    await setLimits(bench.shop, 2n * PAYOUT - 1n, null);
    await openAll(db, massPayoutId);
    const lines = await select<{ id: string }>(db, 'SELECT id FROM payout WHERE mass_payout_id = $1 ORDER BY id', [
      massPayoutId,
    ]);
    const ids = lines.map(({ id }) => id);
    expect((await bench.sign(...ids)).deferred.map(({ reason }) => reason)).toEqual(['own_limit', 'own_limit']);
    await setLimits(bench.shop, 2n * PAYOUT, null);
    expect((await bench.sign(...ids)).signed.toSorted()).toEqual(ids.toSorted());
  });

  test('waits for a rate, without which a payout may be worth too much', async () => {
    const bench = await signerBench(db);
    const id = await bench.queued(ONE);
    await setLimits(bench.shop, PAYOUT, null);
    await execute(db, `UPDATE rate SET expires_at = now() WHERE mode = 'sandbox'`);
    expect((await bench.sign(id)).deferred.map(({ reason }) => reason)).toEqual(['own_limit']);
    await setPrice('50000');
    expect((await bench.sign(id)).signed).toEqual([id]);
  });
});
