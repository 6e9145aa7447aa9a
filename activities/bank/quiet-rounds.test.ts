import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { requestCredit, simulatedBankCommandsTable } from '../../db/bank/simulated-commands.ts';
import { inTransaction } from '../../db/core/sequelize.ts';
import { makeMerchant } from '../../db/testing.fixture.ts';
import { openTestBank } from './bank.fixture.ts';
import { openQuietRounds } from './quiet-rounds.ts';
import { runBankRound } from './window.ts';

const t = await openTestBank();
const { db, deps, folder, bank, clock } = t;

/** As the activity goes on: rounds until there is nothing to do, and the bank has answered. */
async function untilQuiet() {
  const quiet = openQuietRounds(deps);
  for (let rounds = 0; rounds < 30 && !(await quiet.mayRest()); rounds += 1) {
    clock.nowMs += 1_000;
    await bank.tick(clock.nowMs);
    quiet.note(await runBankRound(deps));
  }
  expect(await quiet.mayRest()).toBe(true);
  return quiet;
}

test('a bank that nobody uses is left alone for ten seconds, and then looked at again', async () => {
  const quiet = await untilQuiet();
  clock.nowMs += 9_999;
  expect(await quiet.mayRest()).toBe(true);
  clock.nowMs += 1;
  expect(await quiet.mayRest()).toBe(false);
});

test('three rounds that find nothing are needed; one that finds anything begins again', async () => {
  await untilQuiet();
  const quiet = openQuietRounds(deps);
  const nothing = { received: 0, processed: 0, ordered: 0, recalled: 0, sent: 0 };
  for (const round of [nothing, { ...nothing, recalled: 1 }, nothing, nothing, nothing]) {
    expect(await quiet.mayRest()).toBe(false);
    quiet.note(round);
  }
  expect(await quiet.mayRest()).toBe(true);
});

test('a payment begins a round, and what follows from it', async () => {
  const quiet = await untilQuiet();
  const id = await t.order();
  expect(await quiet.mayRest()).toBe(false);
  await untilQuiet();
  expect(t.changesOf(id).at(-1)).toBe('booked');
});

test('a file from the bank and a command to it begin a round', async () => {
  const withFile = await untilQuiet();
  await writeFile(join(folder, 'from-bank', 'anything.xml'), '<Document/>');
  expect(await withFile.mayRest()).toBe(false);
  const withCommand = await untilQuiet();
  const { merchantId } = await makeMerchant(db);
  await inTransaction(db, (tx) =>
    requestCredit(tx, merchantId, { type: 'credit', minor: '100', name: 'Anna Example' }),
  );
  expect(await withCommand.mayRest()).toBe(false);
  await simulatedBankCommandsTable.destroy(db, { merchantId });
  expect(await withCommand.mayRest()).toBe(true);
});
