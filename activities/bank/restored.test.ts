import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { isBankStopped } from '../../db/bank/differences.ts';
import { bankPaymentsTable } from '../../db/bank/payment-rows.ts';
import { bankStatementsTable } from '../../db/bank/rows.ts';
import { inTransaction, moneyTransaction } from '../../db/core/sequelize.ts';
import { changeStop } from '../../db/payouts/emergency-stop.ts';
import { noteCoinsChecked } from '../../db/restores/record.ts';
import { confirmRelease, listRestoredPayments, openReleases, requestRelease } from '../../db/restores/releases.ts';
import { operatorsOf } from '../../db/restores/stopped.fixture.ts';
import { makeStaff } from '../../db/staff/staff.fixture.ts';
import { testBox } from '../../db/testing.fixture.ts';
import { actOf } from '../../db/treasury/moves/testing.fixture.ts';
import { admitPayments } from '../../db/withdrawals/admit.ts';
import { cancelWithdrawal } from '../../db/withdrawals/commands.ts';
import { giveWithdrawal } from '../../db/withdrawals/give.ts';
import { withdrawalsTable } from '../../db/withdrawals/rows.ts';
import { openTill, type Till, testWithdrawalSettings, withdraw } from '../../db/withdrawals/testing.fixture.ts';
import { endToEndIdOf } from '../../domain/bank/end-to-end-id.ts';
import type { Movement } from '../../scripts/bank-simulator/messages.ts';
import { writeStatement } from '../../scripts/bank-simulator/statement.fixture.ts';
import { openTestBank, testAccount } from './bank.fixture.ts';
import { restoredBankProblems } from './restored-bank.ts';
import { runBankRound } from './window.ts';

const t = await openTestBank({ whole: true });
const { db, folder, clock } = t;
const mode = 'production';
const deps = { ...t.deps, mode, admit: admitPayments(testWithdrawalSettings) } as const;
const round = () => runBankRound(deps);
let till: Till;
let restoredTo = new Date();
let restoredAt = new Date();

let statements = 0;
/** The bank's next statement, with debits of these payments. */
async function state(debits: readonly { id: string; minor: bigint }[] = []): Promise<void> {
  statements += 1;
  clock.nowMs = Math.max(clock.nowMs, Date.now()) + 1_000;
  const { nowMs } = clock;
  const last = await bankStatementsTable.findOne(db, { mode }, { order: [['place', 'DESC']] });
  const openingMinor = last?.closingMinor ?? 10_000_000n;
  const sum = debits.reduce((all, { minor }) => all + minor, 0n);
  const movements = debits.map(
    ({ id, minor }, at): Movement => ({
      reference: `R${statements}-${at}`,
      direction: 'debit',
      minor: minor.toString(),
      day: new Date(nowMs).toISOString().slice(0, 10),
      code: ['PMNT', 'ICDT', 'ESCT'],
      endToEndId: endToEndIdOf(id),
    }),
  );
  const { iban, bic, name: owner } = testAccount;
  const statement = {
    messageId: `STATED${statements}`,
    nowMs,
    sequence: statements,
    openingMinor,
    closingMinor: openingMinor - sum,
    movements,
  };
  await writeFile(join(folder, 'from-bank', `${statements}.xml`), writeStatement(statement, { iban, bic, owner }));
  await round();
}

const operators = operatorsOf(db);
const restore = async () => {
  await operators.restore();
  restoredTo = new Date(Date.now() - 60_000);
  restoredAt = new Date();
  clock.nowMs = Math.max(clock.nowMs, Date.now());
};
const { finish } = operators;
const release = (network: 'SEPA' | '*') =>
  changeStop(db, { modes: [mode], network, stopped: false, by: 'ada', reason: 'The checks passed.' });
const problems = (cutOffHour: number | null = null) =>
  restoredBankProblems({ db, box: testBox, mode, restoredTo, restoredAt, cutOffHour });
const give = (withdrawalId: string) =>
  moneyTransaction(db, (tx) => giveWithdrawal(tx, testWithdrawalSettings, { withdrawalId, nowMs: Date.now() }));
const now = (id: string) => withdrawalsTable.findOne(db, { id });
const cancel = (id: string) =>
  moneyTransaction(db, (tx) =>
    cancelWithdrawal(tx, {
      withdrawalId: id,
      profileId: till.shop.profileId,
      nowMs: Date.now(),
      by: { kind: 'user', id: till.shop.user.id },
    }),
  );

beforeAll(async () => {
  await round();
  await state();
  till = await openTill(db);
});

test('a withdrawal that the bank made after the moment is found in the statement, and is not paid again', async () => {
  const made = await withdraw(db, till);
  const left = await withdraw(db, till);
  await restore();
  await expect(give(made.id)).rejects.toMatchObject({ code: 'restore_unchecked' });
  await expect(cancel(made.id)).rejects.toMatchObject({ code: 'restore_unchecked' });
  expect(await problems()).toEqual([expect.stringContaining('a statement that ends after')]);
  await state([{ id: made.id, minor: made.netMinor }]);
  expect(await now(made.id)).toMatchObject({ status: 'done', hold: 'posted' });
  expect(await bankPaymentsTable.findOne(db, { id: made.id })).toMatchObject({ status: 'booked' });
  expect(await isBankStopped(db, mode)).toBe(false);
  expect(await problems()).toEqual([]);
  await finish();
  await release('*');

  // A payment that the statement does not have leaves only by a decision of two people.
  await give(left.id);
  await round();
  expect(await bankPaymentsTable.findOne(db, { id: left.id })).toMatchObject({ status: 'waiting', files: 0 });
  await expect(cancel(left.id)).rejects.toMatchObject({ code: 'payout_may_be_paid' });
  const [manager, mlro] = [await makeStaff(db, 'manager'), await makeStaff(db, 'mlro')];
  const listed = await listRestoredPayments(db, mode);
  expect(listed.map(({ id }) => id)).toEqual([left.id]);
  const request = { mode, payments: [left.id], note: 'The bank has no such order.' } as const;
  await expect(
    moneyTransaction(db, (tx) => requestRelease(tx, { ...request, payments: [made.id] }, actOf(manager))),
  ).rejects.toMatchObject({ code: 'conflict' });
  const id = await moneyTransaction(db, (tx) => requestRelease(tx, request, actOf(manager)));
  await expect(moneyTransaction(db, (tx) => confirmRelease(tx, id, actOf(manager)))).rejects.toMatchObject({
    code: 'conflict',
  });
  await round();
  expect(await bankPaymentsTable.findOne(db, { id: left.id })).toMatchObject({ status: 'waiting' });
  await moneyTransaction(db, (tx) => confirmRelease(tx, id, actOf(mlro)));
  expect(await openReleases(db)).toEqual([]);
  await round();
  expect(await bankPaymentsTable.findOne(db, { id: left.id })).toMatchObject({ status: 'in_file' });
  await state([{ id: left.id, minor: left.netMinor }]);
  expect(await now(left.id)).toMatchObject({ status: 'done' });
});

test('a payment that waits for its file was in one that the backup does not have', async () => {
  const { id, netMinor } = await withdraw(db, till);
  await give(id);
  await restore();
  await state([{ id, minor: netMinor }]);
  expect(await now(id)).toMatchObject({ status: 'done' });
  expect(await problems()).toEqual([]);
});

/** A report of movements during the day, as a bank sends it that also sends statements. */
async function report(
  { from, until }: { from: Date; until: Date },
  debits: readonly { id: string; minor: bigint }[] = [],
): Promise<void> {
  statements += 1;
  const [day, ends] = [until.toISOString().slice(0, 10), new Date(until.getTime() + 3_600_000).toISOString()];
  const type = '<Tp><CdOrPrtry><Cd>ITBD</Cd></CdOrPrtry></Tp>';
  const money = '<Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>';
  const balance = `<Bal>${type}${money}<Dt><Dt>${day}</Dt></Dt></Bal>`;
  const period = `<FrToDt><FrDtTm>${from.toISOString()}</FrDtTm><ToDtTm>${ends}</ToDtTm></FrToDt>`;
  const entries = debits.map(({ id, minor }) => {
    const amount = `<Amt Ccy="EUR">${(Number(minor) / 100).toFixed(2)}</Amt><CdtDbtInd>DBIT</CdtDbtInd>`;
    const code = '<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>';
    const refs = `<Refs><EndToEndId>${endToEndIdOf(id)}</EndToEndId></Refs>`;
    const details = `<NtryDtls><TxDtls>${refs}${amount}</TxDtls></NtryDtls>`;
    return `<Ntry>${amount}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt>${code}${details}</Ntry>`;
  });
  const made = `<CreDtTm>${until.toISOString()}</CreDtTm>`;
  const account = `<Acct><Id><IBAN>${testAccount.iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>`;
  const body = `<Rpt><Id>R${statements}</Id>${made}${period}${account}${balance}${entries.join('')}</Rpt>`;
  const head = `<GrpHdr><MsgId>REPORT${statements}</MsgId>${made}</GrpHdr>`;
  const open = '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.052.001.08">';
  const text = `${open}<BkToCstmrAcctRpt>${head}${body}</BkToCstmrAcctRpt></Document>`;
  await writeFile(join(folder, 'from-bank', `report-${statements}.xml`), text);
  clock.nowMs = Math.max(clock.nowMs, Date.now()) + 1_000;
  await round();
}

test('a report of today counts if it begins before the restored moment and ends after it', async () => {
  await finish();
  await state();
  const { id, netMinor } = await withdraw(db, till);
  await restore();
  const after = (ms: number) => new Date(restoredAt.getTime() + ms);
  const missing = [expect.stringContaining('a statement that ends after')];
  await report({ from: after(-500), until: after(5_000) });
  expect(await problems()).toEqual(missing);
  await report({ from: new Date(restoredTo.getTime() - 60_000), until: after(-1_000) });
  expect(await problems()).toEqual(missing);
  // It follows the one before it, which began early enough.
  await report({ from: after(-5_000), until: after(6_000) }, [{ id, minor: netMinor }]);
  expect(await problems()).toEqual([]);
  // A real bank may make payments until the end of its next business day.
  expect(await problems(0)).not.toEqual([]);

  // A payment that the report says was made is not released by anybody, and not ordered.
  await finish();
  await release('*');
  expect(await listRestoredPayments(db, mode)).toEqual([]);
  await give(id);
  await round();
  expect(await bankPaymentsTable.findOne(db, { id })).toMatchObject({ status: 'waiting', files: 0 });
  await expect(cancel(id)).rejects.toMatchObject({ code: 'payout_may_be_paid' });
  await state([{ id, minor: netMinor }]);
  expect(await now(id)).toMatchObject({ status: 'done' });
});

test('a debit of another amount is in suspense, and keeps the restore unchecked', async () => {
  const { id, netMinor } = await withdraw(db, till);
  await restore();
  await state([{ id, minor: netMinor - 1n }]);
  expect(await now(id)).toMatchObject({ status: 'queue', hold: 'open' });
  expect(await problems()).toEqual([expect.stringContaining('a debit that nobody knows')]);
});

test('a real bank may make payments on the next business day: its statement has to contain that', async () => {
  await restore();
  const found = await problems(0);
  expect(found.some((words) => words.includes('a statement that ends after'))).toBe(true);
});

test('coins go once chains and exchanges are checked, euro wait for the bank', async () => {
  await restore();
  await inTransaction(db, (tx) => noteCoinsChecked(tx, 'ada'));
  await release('*');
  await expect(release('SEPA')).rejects.toMatchObject({ code: 'restore_unchecked' });
  const { id } = await withdraw(db, till);
  await expect(give(id)).rejects.toMatchObject({ code: 'restore_unchecked' });
  await finish();
  await release('SEPA');
});
