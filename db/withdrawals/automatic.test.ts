import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../scripts/testing/database.ts';
import { connect } from '../connect.ts';
import type { Db } from '../core/sequelize.ts';
import { execute, select } from '../core/sql.ts';
import { trialBalance } from '../ledger/trial-balance.ts';
import { type AutomaticRun, payAutomatically } from '../payout-methods/automatic.ts';
import { readMethodRow } from '../payout-methods/read.ts';
import { readPayout } from '../payouts/read.ts';
import { fund, moneyOf, RECIPIENTS } from '../payouts/testing.fixture.ts';
import { automaticWithdrawals } from './automatic.ts';
import { readWithdrawal } from './read.ts';
import { addMethod, openTill, type Till, testWithdrawalSettings, withdraw } from './testing.fixture.ts';

let db: Db;
beforeAll(async () => {
  db = connect((await createTestDatabase()).url, { moneyPoolSize: 4 });
});
afterAll(() => db.close());
afterEach(async () => expect((await trialBalance(db)).mismatches).toEqual([]));

const scheduledAt = new Date();
const run = (methodId: string, at = scheduledAt): Promise<AutomaticRun> =>
  payAutomatically(
    db,
    testWithdrawalSettings,
    { methodId, scheduledAt: at, nowMs: Date.now() },
    automaticWithdrawals(testWithdrawalSettings),
  );

/** A till whose bank account gets the whole balance every week. */
async function weekly(): Promise<Till> {
  const till = await openTill(db);
  await execute(db, `DELETE FROM payment_method WHERE id = $1`, [till.method.id]);
  return { ...till, method: await addMethod(db, till.shop, { automatic: true, period: 'week' }) };
}

test('an automatic method withdraws the whole balance once per scheduled time, fees deducted', async () => {
  const { shop, method } = await weekly();
  const runs = await Promise.all([run(method.id), run(method.id), run(method.id)]);
  const { withdrawalId } = runs[0];
  if (typeof withdrawalId !== 'string') throw new Error(runs[0].words);
  expect(runs.every((each) => each.withdrawalId === withdrawalId)).toBe(true);
  expect(await readWithdrawal(db, withdrawalId)).toMatchObject({
    status: 'queue',
    amountMinor: 100_000n,
    netMinor: 99_000n,
    heldMinor: 100_000n,
    feePayer: 'recipient',
    createdByKind: 'system',
    createdBy: 'schedule',
    creators: [shop.user.id],
  });
  expect(await moneyOf(db, shop, 'EUR')).toEqual({ spendable: 0n, held: 100_000n });
  expect(runs[0].words).toBe(`Paid 1000.00 EUR by withdrawal ${withdrawalId}.`);
  const { lastRun } = await readMethodRow(db, { id: method.id, profileId: shop.profileId });
  expect(lastRun).toMatchObject({ withdrawalId, payoutId: null });
});

test('it withdraws nothing below the minimum, and says why', async () => {
  const till = await weekly();
  await withdraw(db, till, { amountMinor: 98_500n });
  expect(await run(till.method.id)).toEqual({
    payoutId: null,
    withdrawalId: null,
    words: 'Nothing was paid: the balance of 5.15 EUR is below the minimum of 10.00 EUR.',
  });
});

test('hazard 68: it withdraws nothing to a method that was changed in the database', async () => {
  const { shop, method } = await weekly();
  await execute(db, `UPDATE payment_method SET iban = 'LT121000011101001000' WHERE id = $1`, [method.id]);
  expect((await run(method.id)).words).toContain('changed after it was confirmed');
  expect(await moneyOf(db, shop, 'EUR')).toEqual({ spendable: 100_000n, held: 0n });
  const alerts = await select(db, `SELECT 1 FROM alert WHERE kind = 'method_not_confirmed' AND subject = $1`, [
    `payment_method:${method.id}`,
  ]);
  expect(alerts).toHaveLength(1);
});

test('in coins it makes a payout of the kind withdrawal', async () => {
  const { shop } = await openTill(db);
  await fund(db, shop, 'BTC', 1_000_000n);
  const automatic = { automatic: true, period: 'day' } as const;
  const method = await addMethod(db, shop, { gateId: 'BTC', address: RECIPIENTS.BTC, title: 'Vault', ...automatic });
  const { payoutId, words } = await run(method.id);
  if (payoutId === null) throw new Error(words);
  expect(await readPayout(db, payoutId)).toMatchObject({
    kind: 'withdrawal',
    status: 'queue',
    heldMinor: 1_000_000n,
    serviceFeeMinor: 10_000n,
    methodId: method.id,
    creators: [shop.user.id],
  });
});
