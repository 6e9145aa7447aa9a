import { beforeAll, expect, test } from 'vitest';
import { ASSETS } from '../../domain/assets/assets.ts';
import { parseRate } from '../../domain/money/rates.ts';
import { inTransaction } from '../core/sequelize.ts';
import { execute } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { lockOwnLimits, writeOwnLimits } from '../outflows/own-limits.ts';
import { upsertRates } from '../rates/rates.ts';
import { admitPayments } from './admit.ts';
import { readWithdrawal } from './read.ts';
import { bankSays, give, openTill, putInFile, type Till, testWithdrawalSettings, withdraw } from './testing.fixture.ts';

const { db } = await openTestDatabase();

beforeAll(async () => {
  const about = { source: 'test', sampledAt: new Date(), expiresAt: new Date(Date.now() + 3_600_000) };
  const rates = ASSETS.map((asset) => parseRate('50000', { ...about, asset, currency: 'EUR' }));
  await inTransaction(db, (tx) => upsertRates(tx, 'production', rates));
});

async function setLimits({ shop }: Till, perPayoutMinor: bigint | null, perDayMinor: bigint | null): Promise<void> {
  await inTransaction(db, async (tx) => {
    const stored = await lockOwnLimits(tx, shop);
    const of = (minor: bigint | null) => ({ minor, next: null });
    await writeOwnLimits(tx, shop, { ...stored, perPayout: of(perPayoutMinor), perDay: of(perDayMinor) });
  });
}

const stateOf = async (id: string) => {
  const { status, bankStage, statusReason } = await readWithdrawal(db, id);
  return [status, bankStage, statusReason];
};
const admitted = (...ids: readonly string[]) =>
  inTransaction(db, async (tx) => [...(await admitPayments(testWithdrawalSettings)(tx, ids, Date.now()))]);

/** A withdrawal is of EUR 100. */
const WITHDRAWAL = 10_000n;

test('a withdrawal above a limit that was lowered meanwhile waits in the queue, and says so', async () => {
  const till = await openTill(db);
  const { id } = await withdraw(db, till);
  await setLimits(till, WITHDRAWAL - 1n, null);
  await give(db, id);
  expect(await stateOf(id)).toEqual(['queue', 'none', 'own_limit']);
  await setLimits(till, WITHDRAWAL, null);
  await give(db, id);
  expect(await stateOf(id)).toEqual(['queue', 'given', null]);
});

test('as much is given to the bank as leaves within a day, with what waits for the next file', async () => {
  const till = await openTill(db);
  const [first, second] = [await withdraw(db, till), await withdraw(db, till)];
  await setLimits(till, null, 2n * WITHDRAWAL - 1n);
  await give(db, first.id);
  await give(db, second.id);
  expect([await stateOf(first.id), await stateOf(second.id)]).toEqual([
    ['queue', 'given', null],
    ['queue', 'none', 'own_limit'],
  ]);
  await putInFile(db, first.id, 25);
  await give(db, second.id);
  expect(await stateOf(second.id)).toEqual(['queue', 'given', null]);
});

test('what waits for a file while a limit is lowered waits for a later one, and says so until it is in one', async () => {
  const till = await openTill(db);
  const ids: string[] = [];
  for (let made = 0; made < 3; made += 1) ids.push((await withdraw(db, till)).id);
  for (const id of ids) await give(db, id);
  await setLimits(till, null, 2n * WITHDRAWAL);
  expect(await admitted(...ids)).toHaveLength(2);
  const states = await Promise.all(ids.map(stateOf));
  expect(states.map(([, stage, reason]) => [stage, reason]).toSorted()).toEqual([
    ['given', null],
    ['given', null],
    ['given', 'own_limit'],
  ]);
  const late = ids[states.findIndex(([, , reason]) => reason === 'own_limit')] ?? '';
  for (const id of ids.filter((each) => each !== late)) await putInFile(db, id);
  expect(await admitted(late)).toEqual([]);
  await execute(db, `UPDATE bank_file SET created_at = now() - interval '25 hours' WHERE direction = 'out'`);
  expect(await admitted(late)).toEqual([late]);
  await bankSays(db, late, ['put_in_file']);
  expect(await stateOf(late)).toEqual(['queue', 'in_file', null]);
});
