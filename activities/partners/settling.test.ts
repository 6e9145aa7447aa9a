import { afterEach, expect, test } from 'vitest';
import { execute, select } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { trialBalance } from '../../db/ledger/trial-balance.ts';
import { partnerDesk } from '../../db/partners/testing.fixture.ts';
import { createPartnerActivities } from './settling.ts';

const { db } = await openTestDatabase();
const desk = partnerDesk(db);
const { comparePartners, settlePartners } = createPartnerActivities({ db, nowMs: Date.now });

afterEach(async () => {
  await execute(db, 'ALTER TABLE partner_settlement DROP CONSTRAINT IF EXISTS fails');
  await execute(db, 'ALTER TABLE partner_referral DROP CONSTRAINT IF EXISTS fails');
  expect((await trialBalance(db)).mismatches).toEqual([]);
});

/** Partners with 50 euro each, in the order of their turns. */
async function earners(count: number) {
  const all = [];
  for (let made = 0; made < count; made += 1) {
    const partner = await desk.active();
    const merchant = await desk.referred(partner);
    await desk.charge(merchant, 50_000n);
    all.push({ ...partner, merchant });
  }
  await desk.share();
  return all.sort((one, other) => (one.id < other.id ? -1 : 1));
}

const openAlerts = () =>
  select<{ subject: string }>(
    db,
    `SELECT subject FROM alert WHERE kind = 'partner_unsettled' AND resolved_at IS NULL ORDER BY subject`,
    [],
  );
const unsettled = async (id: string) => (await desk.books(id)).earnings;

test('a partner whose settlement always fails has an alert, and keeps nobody waiting', async () => {
  const [first, second, third] = await earners(3);
  if (first === undefined || second === undefined || third === undefined) throw new Error('There are three.');
  await execute(
    db,
    `ALTER TABLE partner_settlement ADD CONSTRAINT fails CHECK (partner_id <> '${first.id}') NOT VALID`,
  );
  expect(await settlePartners()).toEqual({ settled: 2 });
  expect(await Promise.all([first, second, third].map(({ id }) => unsettled(id)))).toEqual([5_000n, 0n, 0n]);
  // The second try of the hour finds the alert open.
  expect(await settlePartners()).toEqual({ settled: 0 });
  expect(await openAlerts()).toEqual([{ subject: `partner:${first.id}` }]);

  await execute(db, 'ALTER TABLE partner_settlement DROP CONSTRAINT fails');
  expect(await settlePartners()).toEqual({ settled: 1 });
  expect(await unsettled(first.id)).toBe(0n);
  expect(await openAlerts()).toEqual([]);
});

test('a merchant that cannot be compared keeps its partner waiting, and nobody else', async () => {
  const [first, second] = await earners(2);
  if (first === undefined || second === undefined) throw new Error('There are two.');
  await execute(db, `UPDATE partner_referral SET checked_at = now() - interval '2 days'`);
  await execute(
    db,
    `ALTER TABLE partner_referral ADD CONSTRAINT fails
     CHECK (merchant_id <> '${first.merchant.merchantId}' OR checked_at < now() - interval '1 day') NOT VALID`,
  );
  await comparePartners();
  expect(await openAlerts()).toEqual([{ subject: `merchant:${first.merchant.merchantId}` }]);
  expect(await settlePartners()).toEqual({ settled: 1 });
  expect(await Promise.all([first, second].map(({ id }) => unsettled(id)))).toEqual([5_000n, 0n]);

  await execute(db, 'ALTER TABLE partner_referral DROP CONSTRAINT fails');
  expect(await comparePartners()).toEqual({ compared: 1 });
  expect(await openAlerts()).toEqual([]);
  expect(await settlePartners()).toEqual({ settled: 1 });
});
