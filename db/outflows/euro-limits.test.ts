import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../core/sequelize.ts';
import { execute } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { admitPayments } from '../withdrawals/admit.ts';
import { readWithdrawal } from '../withdrawals/read.ts';
import {
  bankSays,
  give,
  openTill,
  putInFile,
  type Till,
  testWithdrawalSettings,
  withdraw,
} from '../withdrawals/testing.fixture.ts';
import { withinEuroLimits } from './euro-limits.ts';

const { db } = await openTestDatabase();
let till: Till;
beforeEach(async () => {
  till = await openTill(db);
});
afterEach(async () => {
  await execute(db, 'DELETE FROM payout_limit');
  // The outflow of one test does not count for the next.
  await execute(db, `UPDATE bank_file SET created_at = created_at - interval '2 days' WHERE direction = 'out'`);
  await execute(db, `UPDATE bank_payment SET status = 'withdrawn' WHERE status = 'waiting'`);
});

type Bounds = Partial<Record<'max_minor' | 'hourly_minor' | 'daily_minor', number>>;

async function setLimit(scope: string, bounds: Bounds): Promise<void> {
  const { max_minor = null, hourly_minor = null, daily_minor = null } = bounds;
  await execute(
    db,
    `INSERT INTO payout_limit (scope, gate_id, max_minor, hourly_minor, daily_minor) VALUES ($1, 'EUR', $2, $3, $4)
     ON CONFLICT (scope, gate_id) DO UPDATE
     SET max_minor = excluded.max_minor, hourly_minor = excluded.hourly_minor, daily_minor = excluded.daily_minor`,
    [scope, max_minor, hourly_minor, daily_minor],
  );
}

async function given(of = till): Promise<string> {
  const { id } = await withdraw(db, of);
  await give(db, id);
  return id;
}
const waitsFor = async (id: string) => {
  const { bankStage, statusReason } = await readWithdrawal(db, id);
  return bankStage === 'given' ? 'given' : statusReason;
};
const filed = (ids: readonly string[]) =>
  inTransaction(db, async (tx) => {
    const admit = withinEuroLimits(admitPayments(testWithdrawalSettings));
    return [...(await admit(tx, ids, Date.now()))].toSorted();
  });

/** The limits of the gateway bind all merchants together; those of a merchant are its own. Withdrawals are EUR 100. */
describe.each(['gateway', 'merchant'] as const)('the limits of the %s', (of) => {
  const scope = () => (of === 'gateway' ? 'gateway' : till.shop.merchantId);
  const second = async () => (of === 'gateway' ? openTill(db) : till);

  test.each([
    ['max_minor', 9_999, 'amount_limit'],
    ['hourly_minor', 9_999, 'hourly_limit'],
    ['daily_minor', 9_999, 'daily_limit'],
  ] as const)('keep a withdrawal beyond %s in the queue, and say so', async (bound, minor, reason) => {
    const { id } = await withdraw(db, till);
    await setLimit(scope(), { [bound]: minor });
    await give(db, id);
    expect(await waitsFor(id)).toBe(reason);
    await setLimit(scope(), { [bound]: 10_000 });
    await give(db, id);
    expect(await waitsFor(id)).toBe('given');
  });

  test('count what the bank has in its next file or was given within the hour and the day', async () => {
    const [first, other] = [await withdraw(db, till), await withdraw(db, await second())];
    await setLimit(scope(), { hourly_minor: 15_000 });
    await give(db, first.id);
    await give(db, other.id);
    expect([await waitsFor(first.id), await waitsFor(other.id)]).toEqual(['given', 'hourly_limit']);
    await putInFile(db, first.id, 0.5);
    await give(db, other.id);
    expect(await waitsFor(other.id)).toBe('hourly_limit');
    await execute(db, `UPDATE bank_file SET created_at = now() - interval '2 hours'`);
    await setLimit(scope(), { daily_minor: 15_000 });
    await give(db, other.id);
    expect(await waitsFor(other.id)).toBe('daily_limit');
    await execute(db, `UPDATE bank_file SET created_at = now() - interval '25 hours'`);
    await give(db, other.id);
    expect(await waitsFor(other.id)).toBe('given');
  });

  test('do not count what the bank rejected', async () => {
    const [first, other] = [await withdraw(db, till), await withdraw(db, await second())];
    await setLimit(scope(), { daily_minor: 15_000 });
    await give(db, first.id);
    await putInFile(db, first.id);
    await bankSays(db, first.id, [{ type: 'reject', reasonCode: 'AC04' }]);
    await give(db, other.id);
    expect(await waitsFor(other.id)).toBe('given');
  });

  test('are asked once more for a file, also when they are lower since, and its payments count together', async () => {
    const others = await second();
    const ids = [await given(), await given(others), await given()].toSorted();
    expect(await filed(ids)).toEqual(ids);
    await setLimit(scope(), { daily_minor: 20_000 });
    expect(await filed(ids)).toEqual(ids.slice(0, 2));
    await setLimit(scope(), { max_minor: 9_999 });
    expect(await filed(ids)).toEqual([]);
    await setLimit(scope(), { hourly_minor: 20_000 });
    await putInFile(db, ids[0] ?? '');
    expect(await filed(ids.slice(1))).toEqual(ids.slice(1, 2));
  });

  test('are not passed by several that are given at once', async () => {
    const others = await second();
    const ids = [];
    for (let i = 0; i < 4; i += 1) ids.push((await withdraw(db, i % 2 === 0 ? till : others)).id);
    await setLimit(scope(), { daily_minor: 25_000 });
    await Promise.all(ids.map((id) => give(db, id)));
    const became = await Promise.all(ids.map(waitsFor));
    expect(became.toSorted()).toEqual(['daily_limit', 'daily_limit', 'given', 'given']);
  });
});

test('limits of one merchant bind no other, and those of another gate no euro', async () => {
  const other = await openTill(db);
  await setLimit(other.shop.merchantId, { max_minor: 1 });
  await execute(db, `INSERT INTO payout_limit (scope, gate_id, max_minor) VALUES ('gateway', 'BTC', 1)`);
  expect(await waitsFor(await given())).toBe('given');
  await setLimit('default', { max_minor: 1_000 });
  const { id } = await withdraw(db, till, { amountMinor: 1_000n });
  await give(db, id);
  expect(await waitsFor(id)).toBe('given');
});
