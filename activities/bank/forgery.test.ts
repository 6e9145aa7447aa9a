import { chown, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { confirmChoice, listContradictions, requestChoice } from '../../db/bank/contradiction-votes.ts';
import { isBankStopped } from '../../db/bank/differences.ts';
import { bankDifferencesTable, bankEntriesTable, bankFilesTable, bankStatementsTable } from '../../db/bank/rows.ts';
import { inTransaction, moneyTransaction } from '../../db/core/sequelize.ts';
import { proposeMatch } from '../../db/deposits/matches.ts';
import { makeStaff } from '../../db/staff/staff.fixture.ts';
import { actOf } from '../../db/treasury/moves/testing.fixture.ts';
import type { SimulatedStatement } from '../../scripts/bank-simulator/account-messages.ts';
import { commandBank } from '../../scripts/bank-simulator/folder.ts';
import { writeStatement } from '../../scripts/bank-simulator/statement.fixture.ts';
import { openTestBank, testAccount } from './bank.fixture.ts';
import { runBankRound } from './window.ts';

const t = await openTestBank();
const { db, deps, folder, bank, clock } = t;
const tick = async () => {
  clock.nowMs = Math.max(clock.nowMs, Date.now()) + 1_000;
  await bank.tick(clock.nowMs);
};
const settle = async () => {
  for (let i = 0; i < 4; i += 1) {
    await tick();
    await runBankRound(deps);
  }
};

const FEE = { direction: 'debit', code: ['PMNT', 'MDOP', 'CHRG'] } as const;

/** The next statement, as the bank would write it, with a credit that never was, or a payment that came back. */
async function forged(
  more: Partial<SimulatedStatement['movements'][number]> = {},
  { hidden = false }: { readonly hidden?: boolean } = {},
): Promise<string> {
  const last = await bankStatementsTable.findOne(db, {}, { order: [['place', 'DESC']] });
  const openingMinor = last?.closingMinor ?? 0n;
  const movement = { reference: 'FORGED', direction: 'credit', minor: '500000', day: '2026-11-24' } as const;
  const { iban, bic, name: owner } = testAccount;
  return writeStatement(
    {
      messageId: hidden ? 'FORGED2' : 'FORGED1',
      nowMs: clock.nowMs,
      sequence: (last?.sequence ?? 0) + 1,
      openingMinor,
      closingMinor: openingMinor + (hidden ? 0n : 500_000n),
      movements: [
        { ...movement, code: ['PMNT', 'RCDT', 'ESCT'], ...more },
        ...(hidden ? [{ ...movement, ...FEE, reference: 'FEE' }] : []),
      ],
    },
    { iban, bic, owner },
  );
}

test('a statement that another user put into the folder, or a link to one, is not believed', async () => {
  await settle();
  const elsewhere = join(folder, 'elsewhere.xml');
  await writeFile(elsewhere, await forged(), { mode: 0o640 });
  await symlink(elsewhere, join(folder, 'from-bank', 'link.xml'));
  const files = [['link.xml', 'not an ordinary file']];
  // Only root can make a file of somebody else.
  if (process.getuid?.() === 0) {
    const path = join(folder, 'from-bank', 'other.xml');
    await writeFile(path, await forged(), { mode: 0o640 });
    await chown(path, 12_345, 12_345);
    files.push(['other.xml', 'belongs to user 12345']);
  }
  await runBankRound(deps);
  for (const [name = '', problem = ''] of files) {
    const file = await bankFilesTable.findOne(db, { name });
    expect(file).toMatchObject({ state: 'refused', problem: expect.stringContaining(problem) });
  }
  expect(await t.balance('suspense:bank')).toBe(0n);
});

test('a return of a payment that was never made is in suspense, credits nobody and stops nothing', async () => {
  const id = await t.order({ amountMinor: 500_000n });
  await commandBank(folder, { type: 'delay', seconds: 1_000_000 });
  await tick();
  await runBankRound(deps);
  const { endToEndId } = await t.payment(id);
  const text = await forged({ endToEndId, returnCode: 'AC04', code: ['PMNT', 'ICDT', 'RRTN'] });
  await writeFile(join(folder, 'from-bank', 'return.xml'), text, { mode: 0o640 });
  await runBankRound(deps);
  expect(t.changesOf(id)).not.toContain('returned');
  expect(await t.balance('suspense:bank')).toBe(500_000n);
  expect(await isBankStopped(db, 'sandbox')).toBe(false);
  await commandBank(folder, { type: 'delay', seconds: 0 });
});

test('a forged statement in perfect form contradicts the true one: only its euro wait, and two people take it back', async () => {
  expect(await t.balance('suspense:bank')).toBe(500_000n);
  await commandBank(folder, { type: 'fee', minor: '100' });
  await tick();
  await runBankRound(deps);
  const [contradiction, ...others] = await listContradictions(db, 10);
  expect(others).toEqual([]);
  expect(contradiction).toMatchObject({ deniedCount: 1, denied: [{ amountMinor: 500_000n, bankReference: 'FORGED' }] });
  expect(await bankDifferencesTable.count(db, { stops: true })).toBe(0);
  // The forged credit goes nowhere.
  const [manager, mlro] = [await makeStaff(db, 'manager'), await makeStaff(db, 'mlro')];
  const payee = { name: 'Thief', address: { town: 'Köln', country: 'DE' } };
  const proposal = { entryId: contradiction?.denied[0]?.id ?? '', to: { payee }, reason: 'He asked for it.' };
  await expect(inTransaction(db, (tx) => proposeMatch(tx, proposal, actOf(manager)))).rejects.toMatchObject({
    code: 'conflict',
  });
  // Payments of all others leave.
  await t.order();
  await tick();
  expect(await runBankRound(deps)).toMatchObject({ ordered: 1, sent: 1 });
  const request = { id: contradiction?.row.id ?? '', choice: 'refused' } as const;
  const note = 'The bank has no such credit.';
  await moneyTransaction(db, (tx) => requestChoice(tx, { ...request, note }, actOf(manager)));
  await moneyTransaction(db, (tx) => confirmChoice(tx, request, actOf(mlro)));
  await settle();
  expect(await listContradictions(db, 10)).toEqual([]);
  expect(await t.balance('suspense:bank')).toBe(0n);
  expect(await bankDifferencesTable.count(db, { resolvedAt: null })).toBe(0);
  const state = JSON.parse(await readFile(join(folder, 'simulator.json'), 'utf8')) as { statedMinor: string };
  expect(-(await t.balance('custody:bank:main'))).toBe(BigInt(state.statedMinor));
});

test('a forged credit that hides behind a fee of the same amount stops euro, and the fee is not booked', async () => {
  const fees = await t.balance('fees:bank');
  await writeFile(join(folder, 'from-bank', 'hidden.xml'), await forged({ reference: 'HIDDEN' }, { hidden: true }), {
    mode: 0o640,
  });
  await runBankRound(deps);
  expect(await t.balance('fees:bank')).toBe(fees);
  expect(await bankEntriesTable.findOne(db, { bankReference: 'FEE' })).toMatchObject({ bookedAs: 'suspense' });
  expect(await bankDifferencesTable.find(db, { resolvedAt: null, stops: true })).toMatchObject([
    { differenceMinor: -500_000n, stops: true, explanation: expect.stringContaining('5000.00 EUR beyond 500.00 EUR') },
  ]);
  expect(await isBankStopped(db, 'sandbox')).toBe(true);
});
