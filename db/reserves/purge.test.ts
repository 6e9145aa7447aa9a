import { expect, test } from 'vitest';
import { PROOF_DAYS } from '../../domain/reserves/kept.ts';
import { verifyReserves } from '../../packages/cli/src/reserves-verifier.ts';
import { execute, select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { documentSigner } from '../documents/keys.ts';
import { makeRates, makeShop } from '../invoices/testing.fixture.ts';
import { fund } from '../payouts/testing.fixture.ts';
import { testBox } from '../testing.fixture.ts';
import { proofFile, publishedDays, publishReserveDay, reserveAssets } from './days.ts';
import { makeReserveDay } from './make-day.ts';
import { merchantDays } from './merchant-days.ts';
import { purgeProofs } from './purge.ts';

const DAY_MS = 86_400_000;
const { db } = await openTestDatabase();
await makeRates(db);
const signer = await documentSigner(db, testBox);

test('proofs leave after their time with all else of the day kept, and no earlier', async () => {
  const nowMs = Date.now();
  const [oldOpen, old, kept] = [PROOF_DAYS + 1, PROOF_DAYS, 1].map((days) =>
    new Date(nowMs - days * DAY_MS).toISOString().slice(0, 10),
  ) as [string, string, string];
  const shop = await makeShop(db);
  const { merchantId } = shop;
  await fund(db, shop, 'BTC', 100n);
  const key = (day: string) => ({ mode: 'sandbox', day }) as const;
  for (const day of [oldOpen, old, kept]) {
    await makeReserveDay(db, signer, { ...key(day), gateway: 'https://pay.example', isSimulated: () => true });
    if (day !== oldOpen) await publishReserveDay(db, key(day));
  }
  const leavesOf = async (day: string) =>
    (await select(db, 'SELECT owner FROM reserve_leaf WHERE day = $1::date', [day])).length;

  // A day before, nothing is old enough.
  expect(await purgeProofs(db, nowMs - DAY_MS)).toBe(0);
  await expect(execute(db, 'DELETE FROM reserve_leaf WHERE day = $1::date', [kept])).rejects.toThrow(
    'kept for 400 days',
  );
  await expect(execute(db, 'UPDATE reserve_leaf SET amount_minor = 1', [])).rejects.toThrow('append-only');
  // Twice at once, as by two workers, and again.
  expect((await Promise.all([purgeProofs(db, nowMs), purgeProofs(db, nowMs)])).toSorted()).toEqual([0, 1]);
  expect(await purgeProofs(db, nowMs)).toBe(0);

  expect(await Promise.all([old, oldOpen, kept].map(leavesOf))).toEqual([0, 1, 1]);
  expect(await proofFile(db, { ...key(old), merchantId })).toBeNull();
  const days = await merchantDays(db, { mode: 'sandbox', merchantId, limit: 9 });
  // The old day would look as if nothing was owed.
  expect(days.map(({ day }) => day)).toEqual([kept]);
  expect((await publishedDays(db, { mode: 'sandbox', limit: 9 })).map(({ day }) => day)).toEqual([kept, old]);
  expect((await reserveAssets(db, key(old))).find(({ gateId }) => gateId === 'BTC')?.owedMinor).toBe(100n);
  const file = await proofFile(db, { ...key(kept), merchantId });
  expect((await verifyReserves(JSON.stringify(file))).balances).toMatchObject([{ amount: 100n }]);
  // A day that is published late goes with the next round.
  await publishReserveDay(db, key(oldOpen));
  expect(await purgeProofs(db, nowMs)).toBe(1);
  expect(await leavesOf(oldOpen)).toBe(0);
});
