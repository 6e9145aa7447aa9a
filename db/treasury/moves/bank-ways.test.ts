import { afterAll, expect, test } from 'vitest';
import { type AuditAction, auditSentence } from '../../../domain/accounts/audit.ts';
import type { StatementEntry } from '../../../domain/bank/messages.ts';
import { newId } from '../../../domain/ids.ts';
import { bookEntries } from '../../bank/book-entries.ts';
import { storeIncomingFile } from '../../bank/files.ts';
import { lockBank } from '../../bank/lock.ts';
import { answerOwnQuestion } from '../../bank/name-questions.ts';
import { type BankPaymentEvent, bankPaymentProcess } from '../../bank/payment-process.ts';
import { bankPaymentsTable } from '../../bank/payment-rows.ts';
import { confirmRejection, requestRejection } from '../../bank/rejections.ts';
import { bankEntriesTable } from '../../bank/rows.ts';
import { alertsTable } from '../../core/rows.ts';
import { moneyTransaction } from '../../core/sequelize.ts';
import { execute, select } from '../../core/sql.ts';
import { openTestDatabase } from '../../database.fixture.ts';
import { trialBalance } from '../../ledger/trial-balance.ts';
import { applyStep } from '../../process/apply.ts';
import type { StaffMember } from '../../staff/people.ts';
import { testBox } from '../../testing.fixture.ts';
import { admitTransfers } from './carriers.ts';
import { arriveByEntry, takeEarlierCredit } from './credits.ts';
import { transferProcess } from './process.ts';
import { approveTransfer, proposeByStaff } from './propose.ts';
import { beginSending } from './send.ts';
import { actOf, confirmedRoute, gatewayAccounts, openTestTreasury, transferNow } from './testing.fixture.ts';

const { db } = await openTestDatabase();
const treasury = await openTestTreasury(db);
const { settings, staff } = treasury;
afterAll(() => db.close());

const fromKraken = await confirmedRoute(treasury, { from: 'exchange:kraken', to: 'bank:main', gateId: 'EUR' });
const toKraken = await confirmedRoute(treasury, { from: 'bank:main', to: 'exchange:kraken', gateId: 'EUR' });

test('the audit log names whom a way pays, at the request and at the confirmation', async () => {
  const sql = `SELECT action, data FROM audit_log WHERE target_id = $1 ORDER BY seq`;
  const entriesOf = (id: string) => select<{ action: AuditAction; data: Record<string, unknown> }>(db, sql, [id]);
  const payee = 'Exchange Ltd, IBAN DE89370400440532013000, BIC COBADEFFXXX, reference “DEPOSIT 4711”';
  const bank = await entriesOf(toKraken.id);
  expect(bank.map(({ action }) => action)).toEqual(['treasury.route_requested', 'treasury.route_confirmed']);
  for (const { action, data } of bank) {
    expect(data.payee_address).toBe('Berlin, DE');
    expect(auditSentence({ action, target: { label: 'way' }, data })).toContain(`way, to ${payee}: The test wants it.`);
  }
  // An exchange pays what its own list calls by this name.
  for (const { data } of await entriesOf(fromKraken.id))
    expect(data.address).toBe('“ours” in the list of the exchange');
});

/** A transfer that is being sent. */
async function sending(routeId: string, amountMinor: bigint): Promise<string> {
  const { id } = await moneyTransaction(db, (tx) =>
    proposeByStaff(tx, settings, { routeId, amountMinor }, actOf(staff.manager)),
  );
  // Each test begins a new day.
  await execute(db, 'DELETE FROM sole_approval');
  await moneyTransaction(db, (tx) => approveTransfer(tx, settings, id, actOf(staff.mlro)));
  await moneyTransaction(db, (tx) => beginSending(tx, settings, { id, nowMs: Date.now() }));
  return id;
}

async function depart(id: string, venueId: string, feeMinor = 100n): Promise<void> {
  const { amountMinor } = await transferNow(db, id);
  const event = { type: 'depart', netMinor: amountMinor - feeMinor, venueId, txid: null } as const;
  await moneyTransaction(db, (tx) => applyStep(tx, transferProcess, { id, event, cause: null, nowMs: Date.now() }));
}

/** The bank says that euro came. @returns the entry */
function credit(amountMinor: bigint, remittance: string): Promise<string> {
  return enter({ amountMinor, remittance });
}

async function enter({ isStated = true, ...said }: Partial<StatementEntry> & { isStated?: boolean }): Promise<string> {
  const key = newId();
  const file = { mode: 'sandbox', name: `${key}.xml`, bytes: Buffer.from(key), problem: null } as const;
  const { id: fileId } = await storeIncomingFile(db, testBox, file);
  const entry = {
    ...({ key, amountMinor: 0n, direction: 'credit', day: '2026-11-24', code: 'PMNT/RCDT/ESCT' } as const),
    isReversal: false,
    endToEndId: null,
    creditorReference: null,
    remittance: '',
    partyName: 'Payward',
    partyIban: null,
    returnCode: null,
    returnWords: null,
    bankReference: key,
    ...said,
  };
  await moneyTransaction(db, async (tx) => {
    await lockBank(tx, 'sandbox');
    await bookEntries(tx, {
      mode: 'sandbox',
      fileId: fileId ?? '',
      isStated,
      entries: [entry],
      nowMs: Date.now(),
    });
  });
  return (await bankEntriesTable.findOne(db, { key }))?.id ?? '';
}

const bank = (id: string, event: BankPaymentEvent) =>
  moneyTransaction(db, (tx) => applyStep(tx, bankPaymentProcess, { id, event, cause: null, nowMs: Date.now() }));
const answer = (id: string, outcome: 'pay' | 'cancel') =>
  moneyTransaction(db, (tx) => answerOwnQuestion(tx, { paymentId: id, outcome, note: 'Asked.' }, actOf(staff.manager)));
const admitted = (id: string) =>
  moneyTransaction(db, async (tx) => (await admitTransfers(settings)(tx, [id], Date.now())).has(id));

test('euro of an exchange arrive with the entry that carries its reference, and no other', async () => {
  const id = await sending(fromKraken.id, 200_000n);
  await depart(id, 'QGBSO6T-UFMTTQ-I7KGS6');
  await credit(199_900n, 'Somebody else');
  expect((await transferNow(db, id)).status).toBe('sent');
  const entry = await credit(199_900n, 'Payward QGBSO6T UFMTTQ I7KGS6');
  expect(await transferNow(db, id)).toMatchObject({ status: 'arrived', arrivedMinor: 199_900n });
  expect(await bankEntriesTable.findOne(db, { id: entry })).toMatchObject({ bookedAs: 'claimed' });
  expect(await gatewayAccounts(db, 'EUR')).toEqual({
    'custody:exchange:kraken': '-200000',
    'fees:exchange': '100',
    'custody:bank:main': '399800',
    'suspense:bank': '-199900',
  });
});

test('euro that came before the exchange named its reference arrive afterwards, once', async () => {
  const id = await sending(fromKraken.id, 300_000n);
  await credit(299_900n, 'QEARLY7-UFMTTQ');
  await depart(id, 'QEARLY7-UFMTTQ');
  const take = () => moneyTransaction(db, (tx) => takeEarlierCredit(tx, id, Date.now()));
  expect(await take()).toBe(true);
  expect(await take()).toBe(false);
  expect((await transferNow(db, id)).status).toBe('arrived');
});

test('euro without a reference arrive when staff name the entry, which must fit and be free', async () => {
  const id = await sending(fromKraken.id, 400_000n);
  await depart(id, 'QNOREF7-UFMTTQ');
  const name = (entryId: string) =>
    moneyTransaction(db, (tx) => arriveByEntry(tx, { id, entryId }, actOf(staff.manager)));
  await expect(name(await credit(300_000n, 'nothing'))).rejects.toThrow('cannot be that of the transfer');
  const entry = await credit(399_000n, 'nothing');
  await name(entry);
  expect(await transferNow(db, id)).toMatchObject({ status: 'arrived', arrivedMinor: 399_000n });
  await expect(name(entry)).rejects.toThrow('not in suspense');
});

test('euro leave by the next file to the bank, and have left when their debit is booked', async () => {
  const id = await sending(toKraken.id, 50_000n);
  expect(await bankPaymentsTable.findOne(db, { id })).toMatchObject({ status: 'waiting', remittance: 'DEPOSIT 4711' });
  expect(await admitted(id)).toBe(true);
  await bank(id, { type: 'put_in_file' });
  await bank(id, { type: 'accept' });
  expect((await transferNow(db, id)).status).toBe('sending');
  const before = await gatewayAccounts(db, 'EUR');
  await bank(id, { type: 'book' });
  expect((await transferNow(db, id)).status).toBe('sent');
  const transit = 'in_transit:bank:main:exchange:kraken';
  expect((await gatewayAccounts(db, 'EUR'))[transit]).toBe('50000');
  await bank(id, { type: 'return', reasonCode: 'AC04' });
  expect(await transferNow(db, id)).toMatchObject({ status: 'failed', reason: expect.stringContaining('returned') });
  expect(await gatewayAccounts(db, 'EUR')).toEqual(before);
});

test('a payment that the bank takes back after it had arrived is where it was', async () => {
  const before = await gatewayAccounts(db, 'EUR');
  const id = await sending(toKraken.id, 55_000n);
  for (const type of ['put_in_file', 'book'] as const) await bank(id, { type });
  const event = { type: 'arrive', arrivedMinor: 54_900n, arrival: `deposit:${id}` } as const;
  await moneyTransaction(db, (tx) => applyStep(tx, transferProcess, { id, event, cause: null, nowMs: Date.now() }));
  expect((await gatewayAccounts(db, 'EUR'))['custody:bank:main']).not.toBe(before['custody:bank:main']);
  await bank(id, { type: 'return', reasonCode: 'AC04' });
  expect(await transferNow(db, id)).toMatchObject({ status: 'failed', arrivedMinor: null });
  expect(await gatewayAccounts(db, 'EUR')).toEqual(before);
});

test('the bank asks about the name: paid anyway, it goes to the same account with the name that the bank gives', async () => {
  const id = await sending(toKraken.id, 56_000n);
  await bank(id, { type: 'put_in_file' });
  await bank(id, { type: 'question_name', reasonCode: 'RVMC', payeeName: 'Exchange Limited' });
  const alert = () => alertsTable.findOne(db, { kind: 'bank_name_question', subject: id });
  expect(await alert()).toMatchObject({ message: expect.stringContaining('“Exchange Limited”'), resolvedAt: null });
  await answer(id, 'pay');
  expect(await alert()).toMatchObject({ resolvedAt: expect.any(Date) });
  await expect(answer(id, 'pay')).rejects.toMatchObject({ code: 'illegal_transition' });
  expect(await admitted(id)).toBe(true);
  await execute(db, `UPDATE bank_payment SET creditor_name = 'Thief' WHERE id = $1`, [id]);
  expect(await admitted(id)).toBe(false);
  await execute(db, `UPDATE bank_payment SET creditor_name = payee_name WHERE id = $1`, [id]);
  await bank(id, { type: 'put_in_file' });
  await bank(id, { type: 'book' });
  expect((await transferNow(db, id)).status).toBe('sent');
});

test('the bank asks about the name: recalled, the transfer fails once the bank confirms it', async () => {
  const before = await gatewayAccounts(db, 'EUR');
  const id = await sending(toKraken.id, 57_000n);
  await bank(id, { type: 'put_in_file' });
  await bank(id, { type: 'question_name', reasonCode: 'RVNM' });
  await answer(id, 'cancel');
  expect((await transferNow(db, id)).status).toBe('sending');
  await bank(id, { type: 'reject', reasonCode: 'CUST' });
  expect(await transferNow(db, id)).toMatchObject({ status: 'failed', reason: expect.stringContaining('rejected') });
  expect(await gatewayAccounts(db, 'EUR')).toEqual(before);
});

test('a rejected payment moves nothing', async () => {
  const before = await gatewayAccounts(db, 'EUR');
  const id = await sending(toKraken.id, 60_000n);
  await bank(id, { type: 'put_in_file' });
  await bank(id, { type: 'reject', reasonCode: 'AM04' });
  expect((await transferNow(db, id)).status).toBe('failed');
  expect(await gatewayAccounts(db, 'EUR')).toEqual(before);
});

/** The bank says that the account was debited for the payment. */
async function debit(id: string): Promise<string> {
  const { endToEndId = null, amountMinor = 0n } = (await bankPaymentsTable.findOne(db, { id })) ?? {};
  return enter({ direction: 'debit', amountMinor, code: 'PMNT/ICDT/ESCT', endToEndId });
}

test('a debit after a rejection takes the money out of the books of the bank, once', async () => {
  const before = await gatewayAccounts(db, 'EUR');
  const id = await sending(toKraken.id, 61_000n);
  await bank(id, { type: 'put_in_file' });
  await bank(id, { type: 'reject', reasonCode: 'AM04' });
  const entry = await debit(id);
  expect(await bankEntriesTable.findOne(db, { id: entry })).toMatchObject({ bookedAs: 'payment', paymentId: id });
  expect((await transferNow(db, id)).status).toBe('sent');
  const after = await gatewayAccounts(db, 'EUR');
  const custody = (all: Record<string, string>) => BigInt(all['custody:bank:main'] ?? 0);
  expect(custody(after)).toBe(custody(before) - 61_000n);
  await bank(id, { type: 'return', reasonCode: 'AC04' });
  expect(await gatewayAccounts(db, 'EUR')).toEqual(before);
});

test('a payment that the bank accepts and then rejects ends when two people say that it was not made', async () => {
  const before = await gatewayAccounts(db, 'EUR');
  const id = await sending(toKraken.id, 62_000n);
  const request = (by: StaffMember) =>
    moneyTransaction(db, (tx) => requestRejection(tx, { paymentId: id, note: 'Called.' }, actOf(by)));
  const confirm = (requestId: string, by: StaffMember) =>
    moneyTransaction(db, (tx) => confirmRejection(tx, requestId, { ...actOf(by), nowMs: Date.now() }));
  for (const type of ['put_in_file', 'carry_out'] as const) await bank(id, { type });
  await expect(request(staff.manager)).rejects.toMatchObject({ code: 'conflict' });
  await bank(id, { type: 'reject', reasonCode: 'AM04' });
  expect((await transferNow(db, id)).status).toBe('sending');
  const alert = () => alertsTable.findOne(db, { kind: 'bank_contradiction', subject: id });
  expect(await alert()).toMatchObject({ resolvedAt: null, message: expect.stringContaining('console under Bank') });
  const first = await request(staff.manager);
  await expect(confirm(first, staff.manager)).rejects.toMatchObject({ code: 'conflict' });
  // The bank says more: what was requested before is not confirmed any more.
  await bank(id, { type: 'dispute', reasonCode: 'MS03' });
  await expect(confirm(first, staff.mlro)).rejects.toThrow('has said something');
  const second = await request(staff.manager);
  await confirm(second, staff.mlro);
  expect(await transferNow(db, id)).toMatchObject({ status: 'failed', reason: expect.stringContaining('Called.') });
  expect(await bankPaymentsTable.findOne(db, { id })).toMatchObject({ status: 'rejected', disputed: false });
  expect(await alert()).toMatchObject({ resolvedAt: expect.any(Date) });
  expect(await gatewayAccounts(db, 'EUR')).toEqual(before);
  await expect(confirm(second, staff.mlro)).rejects.toMatchObject({ code: 'conflict' });
  await debit(id);
  expect((await transferNow(db, id)).status).toBe('sent');
  await bank(id, { type: 'return', reasonCode: 'AC04' });
});

test('nobody says that a payment was not made while a debit of it is notified', async () => {
  const id = await sending(toKraken.id, 63_000n);
  for (const type of ['put_in_file', 'carry_out', 'reject'] as const) await bank(id, { type });
  const { endToEndId = null } = (await bankPaymentsTable.findOne(db, { id })) ?? {};
  await enter({ direction: 'debit', amountMinor: 63_000n, code: 'PMNT/ICDT/ESCT', endToEndId, isStated: false });
  const request = moneyTransaction(db, (tx) =>
    requestRejection(tx, { paymentId: id, note: 'Called.' }, actOf(staff.manager)),
  );
  await expect(request).rejects.toThrow('A debit with its end-to-end ID');
});

test('hazard 68: a payment that somebody changed, or a route, goes into no file', async () => {
  const id = await sending(toKraken.id, 70_000n);
  await execute(db, 'UPDATE bank_payment SET amount_minor = 7000000 WHERE id = $1', [id]);
  expect(await admitted(id)).toBe(false);
  await execute(db, 'UPDATE bank_payment SET amount_minor = 70000 WHERE id = $1', [id]);
  expect(await admitted(id)).toBe(true);
  await execute(db, `UPDATE treasury_route SET payee = payee || '{"iban":"LT121000011101001000"}' WHERE id = $1`, [
    toKraken.id,
  ]);
  expect(await admitted(id)).toBe(false);
});

test('the books are right after all of this', async () => {
  expect((await trialBalance(db)).mismatches).toEqual([]);
});
