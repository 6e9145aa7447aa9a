import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isBankStopped } from '../../db/bank/differences.ts';
import { bankEntriesTable, bankFilesTable } from '../../db/bank/rows.ts';
import { DIALECT_NAMES } from '../../scripts/bank-simulator/dialects.ts';
import { commandBank } from '../../scripts/bank-simulator/folder.ts';
import { openTestBank } from './bank.fixture.ts';
import { runBankRound } from './window.ts';

const REFERENCES = ['RF18539007547034', 'RF712348231'];

test.each(DIALECT_NAMES)('a day at a bank that writes as %s does is booked to the cent', async (dialect) => {
  const t = await openTestBank();
  const tick = async () => {
    t.clock.nowMs = Math.max(t.clock.nowMs, Date.now()) + 1_000;
    await t.bank.tick(t.clock.nowMs);
    await runBankRound(t.deps);
  };
  await commandBank(t.folder, { type: 'dialect', dialect });
  await tick();
  const paid = await t.order({ amountMinor: 2550n });
  await tick();
  for (const [at, reference] of REFERENCES.entries()) {
    const credit = { type: 'credit', minor: String(1_000 + at), name: 'Eva Muster', remittance: 'Invoice 7' } as const;
    await commandBank(t.folder, { ...credit, iban: 'DE89370400440532013000', reference });
  }
  await commandBank(t.folder, { type: 'fee', minor: '350' });
  for (let i = 0; i < 4; i += 1) await tick();

  expect(t.changesOf(paid).at(-1)).toBe('booked');
  const credits = await bankEntriesTable.find(t.db, { bookedAs: 'suspense', isStated: true });
  expect(credits.map(({ creditorReference }) => creditorReference).toSorted()).toEqual(REFERENCES);
  expect(await t.balance('suspense:bank')).toBe(2_001n);
  const refused = await bankFilesTable.find(t.db, { state: 'refused' });
  expect(refused.map(({ problem }) => problem)).toEqual([]);
  expect(await isBankStopped(t.db, 'sandbox')).toBe(false);
  const state = JSON.parse(await readFile(join(t.folder, 'simulator.json'), 'utf8')) as { statedMinor: string };
  expect(-(await t.balance('custody:bank:main'))).toBe(BigInt(state.statedMinor));
});
