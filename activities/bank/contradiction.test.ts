import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openAlerts } from '../../db/alerts/alerts.fixture.ts';
import { collectPayments } from '../../db/bank/collect.ts';
import {
  type ContradictionVote,
  confirmChoice,
  listContradictions,
  requestChoice,
} from '../../db/bank/contradiction-votes.ts';
import { isBankStopped } from '../../db/bank/differences.ts';
import { findBankFiles, moveBankFile } from '../../db/bank/files.ts';
import { bankPaymentsTable } from '../../db/bank/payment-rows.ts';
import { addBankPayments } from '../../db/bank/payments.ts';
import {
  bankDifferencesTable,
  bankEntriesTable,
  bankFilePaymentsTable,
  bankFilesTable,
  bankStatementsTable,
  type ContradictionChoice,
} from '../../db/bank/rows.ts';
import { resolveDifference } from '../../db/bank/unstated.ts';
import { alertsTable } from '../../db/core/rows.ts';
import { inTransaction, moneyTransaction } from '../../db/core/sequelize.ts';
import { confirmMatch, proposeMatch } from '../../db/deposits/matches.ts';
import { depositsTable, type StaticAddressRow } from '../../db/deposits/rows.ts';
import { balances } from '../../db/ledger/balances.ts';
import { trialBalance } from '../../db/ledger/trial-balance.ts';
import type { StaffMember } from '../../db/staff/people.ts';
import { makeStaff } from '../../db/staff/staff.fixture.ts';
import { testBox } from '../../db/testing.fixture.ts';
import { actOf } from '../../db/treasury/moves/testing.fixture.ts';
import { endToEndIdOf } from '../../domain/bank/end-to-end-id.ts';
import { newId } from '../../domain/ids.ts';
import { notificationText, openSayingBank, type SaidEntry, statementText } from './bank-says.fixture.ts';
import { restoredBankProblems } from './restored-bank.ts';
import { runBankRound } from './window.ts';

type Bank = Awaited<ReturnType<typeof openSayingBank>>;
type Customer = Awaited<ReturnType<Bank['customer']>>;
let bank: Bank;
let db: Bank['db'];
let deps: Bank['deps'];
let say: Bank['say'];
const IBAN = 'DE89370400440532013000';
let [manager, mlro] = [] as unknown as [StaffMember, StaffMember];
let [anna, ben, thief] = [] as unknown as [Customer, Customer, Customer];
let opens = 1_000_000;
let count = 0;

const paid = (minor: number, words: string, more: Partial<SaidEntry> = {}): SaidEntry => ({
  minor,
  details: [{ payer: 'Payer', iban: IBAN, words }],
  ...more,
});
const sumOf = (entries: readonly SaidEntry[]) =>
  entries.reduce((sum, { minor, isDebit }) => sum + (isDebit ? -minor : minor), 0);
/** A statement that opens with what the last true one closed with. */
function stated(entries: readonly SaidEntry[], { isTrue = true, day = '2026-11-24', from = opens } = {}): string {
  count += 1;
  const text = statementText({ id: `S${count}`, number: `${count}`, opens: from, day, entries });
  if (isTrue) opens = from + sumOf(entries);
  return text;
}
const depositsOf = async ({ id }: StaticAddressRow) =>
  (await depositsTable.find(db, { addressId: id }, { order: [['id', 'ASC']] })).map(({ status }) => status);
const euro = async ({ shop }: Customer) => {
  const all = await balances(db, { owner: shop.merchantId, mode: 'sandbox' });
  return all.find(({ asset, kind }) => asset === 'EUR' && kind === 'available');
};
const contradictions = async () => listContradictions(db, 100);
async function decide(choice: ContradictionChoice): Promise<void> {
  const [open] = await contradictions();
  const id = open?.row.id ?? '';
  await request({ id, choice, note: 'The bank has been asked.' });
  await confirm({ id, choice });
}
const request = (request: ContradictionVote, by = manager) =>
  moneyTransaction(db, (tx) => requestChoice(tx, request, actOf(by)));
const confirm = (request: Omit<ContradictionVote, 'note'>, by = mlro) =>
  moneyTransaction(db, (tx) => confirmChoice(tx, request, actOf(by)));
const pay = async (merchantId: string | null): Promise<string> => {
  const withdrawalId = newId();
  const creditor = { name: 'Payee', iban: IBAN, bic: null, address: { town: 'Köln', country: 'DE' } };
  const payment = { withdrawalId, merchantId, mode: 'sandbox', amountMinor: 700n, creditor, remittance: 'P' } as const;
  await inTransaction(db, (tx) => addBankPayments(tx, [payment]));
  return withdrawalId;
};
const statusOf = async (id: string) => (await bankPaymentsTable.findOne(db, { id }))?.status;

/** The bank's balance by its last statement equals the books', and the books are right. */
async function expectAgreement(): Promise<void> {
  expect(await bank.balance('custody:bank:main')).toBe(BigInt(-opens));
  expect((await trialBalance(db)).mismatches).toEqual([]);
  expect(await isBankStopped(db, 'sandbox')).toBe(false);
}

beforeEach(async () => {
  bank = await openSayingBank();
  ({ db, deps, say } = bank);
  [opens, count] = [1_000_000, 0];
  [manager, mlro] = [await makeStaff(db, 'manager'), await makeStaff(db, 'mlro')];
  [anna, ben, thief] = [await bank.customer(), await bank.customer(), await bank.customer()];
  await say(stated([paid(1, 'nobody')], { day: '2026-11-20' }));
});
afterEach(async () => {
  const failed = await alertsTable.find(db, { kind: 'bank_file_failed', resolvedAt: null });
  expect(failed.map(({ message }) => message)).toEqual([]);
  expect(await contradictions()).toEqual([]);
  expect(await bankDifferencesTable.count(db, { resolvedAt: null })).toBe(0);
  await expectAgreement();
});

describe('a forged statement that came before the true one', () => {
  test('stops nobody but the one who got its money; after two people have decided it is taken back', async () => {
    const before = await bank.balance('suspense:bank');
    await say(stated([paid(500_000, thief.reference)], { isTrue: false }));
    expect(await depositsOf(thief.address)).toEqual(['done']);
    const thiefs = await pay(thief.shop.merchantId);
    const others = await pay(anna.shop.merchantId);
    await say(
      stated([paid(2_000, anna.reference), paid(300, 'fee', { isDebit: true, code: ['PMNT', 'MDOP', 'FEES'] })]),
    );
    expect(await isBankStopped(db, 'sandbox')).toBe(false);
    expect(await contradictions()).toMatchObject([
      {
        row: { saidCount: 2, merchants: [thief.shop.merchantId] },
        deniedCount: 1,
        denied: [{ amountMinor: 500_000n }],
      },
    ]);
    // Payments of all others leave, and later statements are booked.
    expect([await statusOf(thiefs), await statusOf(others)]).toEqual(['waiting', 'in_file']);
    expect(await euro(thief)).toMatchObject({ frozen: true });
    expect(await depositsOf(anna.address)).toEqual([]);
    await say(stated([paid(3_000, ben.reference)], { day: '2026-11-25' }));
    expect(await depositsOf(ben.address)).toEqual(['done']);
    const [missing] = await bankDifferencesTable.find(db, { resolvedAt: null });
    const resolve = { id: missing?.id ?? '', by: 'Ann', note: 'It is missing.', nowMs: Date.now() };
    await expect(moneyTransaction(db, (tx) => resolveDifference(tx, resolve))).rejects.toMatchObject({
      code: 'conflict',
    });

    await decide('refused');
    await runBankRound(deps);
    expect(await depositsOf(thief.address)).toEqual(['error']);
    expect(await euro(thief)).toMatchObject({ total: 0n, frozen: true });
    // An entry that only the true statement has is in suspense: staff say whose it is.
    expect(await depositsOf(anna.address)).toEqual([]);
    expect(await bank.balance('suspense:bank')).toBe(before + 2_000n);
    const credit = await bankEntriesTable.findOne(db, { amountMinor: 2_000n, bookedAs: 'suspense' });
    const to = { creditorReference: anna.reference };
    const proposal = { entryId: credit?.id ?? '', to, reason: 'It is in the true statement.' };
    await inTransaction(db, (tx) => proposeMatch(tx, proposal, actOf(manager)));
    const [match] = (await bankMatches(credit?.id ?? '')) ?? [];
    await moneyTransaction(db, (tx) => confirmMatch(tx, match?.id ?? '', actOf(mlro)));
    await say(stated([paid(10, 'nobody')], { day: '2026-11-25' }));
    expect(await depositsOf(anna.address)).toEqual(['done']);
    expect(await statusOf(thiefs)).toBe('in_file');
    // The true statement, sent again by the bank, says nothing new.
    await expectAgreement();
  });

  test('what was spent of its money is a debt of that merchant', async () => {
    await say(stated([paid(40_000, thief.reference)], { isTrue: false }));
    const all = (await euro(thief))?.total ?? 0n;
    await bank.spend(thief.shop, 30_000n);
    await say(stated([paid(150, 'nobody')]));
    await decide('refused');
    await runBankRound(deps);
    expect(await bank.moneyOf(thief.shop)).toEqual({ available: 0n, receivable: -30_000n });
    expect(all).toBeGreaterThan(30_000n);
  });

  test('its money that is not settled yet waits, that of others does not', async () => {
    const [first, second] = [stated([paid(60_000, thief.reference)], { isTrue: false }), stated([paid(170, 'nobody')])];
    await bank.sayUnsettled(first, second);
    expect(await depositsOf(thief.address)).toEqual(['processing']);
    await say(stated([paid(4_000, ben.reference)], { day: '2026-11-25' }));
    expect(await depositsOf(ben.address)).toEqual(['done']);
    expect(await depositsOf(thief.address)).toEqual(['processing']);
    await decide('refused');
    await runBankRound(deps);
    expect(await depositsOf(thief.address)).toEqual(['error']);
    expect((await euro(thief))?.total ?? 0n).toBe(0n);
  });

  test('a credit of it in suspense is neither matched nor sent back, and a return in a file is torn up', async () => {
    await say(stated([paid(70_000, 'forged')], { isTrue: false }));
    const entry = await bankEntriesTable.findOne(db, { amountMinor: 70_000n, bookedAs: 'suspense' });
    const payee = { name: 'Thief', address: { town: 'Köln', country: 'DE' } };
    const proposal = { entryId: entry?.id ?? '', to: { payee }, reason: 'He asked.' };
    await inTransaction(db, (tx) => proposeMatch(tx, proposal, actOf(manager)));
    const [match] = await bankMatches(entry?.id ?? '');
    await moneyTransaction(db, (tx) => confirmMatch(tx, match?.id ?? '', actOf(mlro)));
    const others = await pay(null);
    await write();
    expect([await statusOf(match?.id ?? ''), await statusOf(others)]).toEqual(['in_file', 'in_file']);
    await say(stated([paid(180, 'nobody')]));
    expect(await bankFilesTable.count(db, { state: 'refused', direction: 'out' })).toBe(1);
    expect(await statusOf(match?.id ?? '')).toBe('waiting');
    await runBankRound(deps);
    expect([await statusOf(match?.id ?? ''), await statusOf(others)]).toEqual(['waiting', 'in_file']);
    await decide('refused');
    await runBankRound(deps);
    expect(await statusOf(match?.id ?? '')).toBe('withdrawn');
    expect(await bankEntriesTable.findOne(db, { id: entry?.id ?? '' })).toMatchObject({ denied: true });
  });

  test('neither can be proposed while it is open', async () => {
    await say(stated([paid(71_000, 'forged')], { isTrue: false }), stated([paid(190, 'nobody')]));
    const entry = await bankEntriesTable.findOne(db, { amountMinor: 71_000n });
    for (const to of [
      { payee: { name: 'Thief', address: { town: 'Köln', country: 'DE' } } },
      { creditorReference: thief.reference },
    ]) {
      const proposal = { entryId: entry?.id ?? '', to, reason: 'He asked.' };
      await expect(inTransaction(db, (tx) => proposeMatch(tx, proposal, actOf(manager)))).rejects.toMatchObject({
        code: 'conflict',
      });
    }
    await decide('refused');
    await runBankRound(deps);
    expect(await bank.balance('suspense:bank')).toBe(await sumInSuspense());
  });

  test('what is built on it waits as well, also what comes later, and is taken back with it', async () => {
    const from = opens;
    const day = '2026-11-25';
    await say(stated([paid(1, 'decoy')], { isTrue: false }));
    await say(stated([paid(44_000, thief.reference)], { isTrue: false, from: from + 1, day }));
    await say(stated([paid(230, 'nobody')]));
    expect(await euro(thief)).toMatchObject({ frozen: true });
    expect(await contradictions()).toMatchObject([{ deniedCount: 2 }]);
    await bank.sayUnsettled(
      stated([paid(45_000, anna.reference)], { isTrue: false, from: from + 44_001, day: '2026-11-26' }),
    );
    await bank.settle();
    expect(await depositsOf(anna.address)).toEqual(['processing']);
    expect(await contradictions()).toMatchObject([{ deniedCount: 3 }]);
    await say(stated([paid(46_000, ben.reference)], { day }));
    expect(await depositsOf(ben.address)).toEqual(['done']);
    await decide('refused');
    await runBankRound(deps);
    expect([await depositsOf(thief.address), await depositsOf(anna.address)]).toEqual([['error'], ['error']]);
  });

  test('a debit or a fee that never was is taken out of the books', async () => {
    const fees = await bank.balance('fees:bank');
    const fee = paid(900, 'fee', { isDebit: true, code: ['PMNT', 'MDOP', 'FEES'] });
    await say(stated([fee, paid(800, 'odd', { isDebit: true })], { isTrue: false }), stated([paid(210, 'nobody')]));
    await decide('refused');
    await runBankRound(deps);
    expect(await bank.balance('fees:bank')).toBe(fees);
    expect(await bankEntriesTable.count(db, { direction: 'debit', bookedAs: 'suspense' })).toBe(0);
  });
});

describe('a statement that contradicts a true one', () => {
  test('creates nothing, and two people let what it denied go on', async () => {
    const from = opens;
    await bank.sayUnsettled(stated([paid(5_000, anna.reference), paid(6_000, ben.reference)]));
    await bank.sayUnsettled(
      stated([paid(5_000, anna.reference), paid(99_000, thief.reference)], { isTrue: false, from }),
    );
    await bank.settle();
    expect(await depositsOf(thief.address)).toEqual([]);
    expect(await depositsOf(anna.address)).toEqual(['done']);
    expect(await depositsOf(ben.address)).toEqual(['processing']);
    expect(await euro(anna)).toMatchObject({ frozen: false });
    await decide('booked');
    await bank.settle();
    expect(await depositsOf(ben.address)).toEqual(['done']);
    expect(await euro(ben)).toMatchObject({ frozen: false });
    expect(await bankEntriesTable.count(db, { amountMinor: 99_000n })).toBe(0);
    const [refused] = (await findBankFiles(db, 'sandbox', ['refused'])).toReversed();
    expect(refused?.problem).toBe('Two people have decided that what is booked is right: The bank has been asked.');
  });

  test('a payment that it says was made is not ordered again', async () => {
    const from = opens;
    await say(stated([paid(5_100, ben.reference)]));
    const id = await pay(null);
    await bankPaymentsTable.update(db, { files: 1 }, { id });
    const debit: SaidEntry = { minor: 700, isDebit: true, details: [{ endToEndId: endToEndIdOf(id) }] };
    await say(stated([debit], { isTrue: false, from }));
    expect(await statusOf(id)).toBe('waiting');
    await decide('booked');
    await runBankRound(deps);
    expect(await statusOf(id)).toBe('in_file');
  });

  test('who got what it takes back cannot spend it meanwhile', async () => {
    const from = opens;
    await say(stated([paid(8_100, thief.reference, { reference: 'TAKEN' })], { day: '2026-11-23' }));
    const later = opens;
    await say(stated([paid(5_200, ben.reference)]));
    const reversal = { minor: 8_100, isDebit: true, isReversal: 'true', reference: 'TAKEN' } as const;
    await say(stated([reversal], { isTrue: false, from: later }));
    expect(from).toBeLessThan(later);
    expect(await euro(thief)).toMatchObject({ frozen: true });
    await decide('booked');
    expect(await euro(thief)).toMatchObject({ frozen: false });
  });

  test('is decided by two people of two roles, once, about what they have seen', async () => {
    const from = opens;
    await say(stated([paid(5_300, ben.reference)]));
    await say(stated([paid(5_400, thief.reference)], { isTrue: false, from }));
    const id = (await contradictions())[0]?.row.id ?? '';
    await expect(confirm({ id, choice: 'booked' })).rejects.toMatchObject({ code: 'conflict' });
    await request({ id, choice: 'refused', note: 'First.' });
    await request({ id, choice: 'booked', note: 'Second.' });
    await expect(confirm({ id, choice: 'refused' })).rejects.toMatchObject({ code: 'conflict' });
    for (const by of [manager, await makeStaff(db, 'manager')])
      await expect(confirm({ id, choice: 'booked' }, by)).rejects.toMatchObject({ code: 'conflict' });
    const officer = await makeStaff(db, 'representative');
    for (const act of [
      () => request({ id, choice: 'booked', note: 'No.' }, officer),
      () => confirm({ id, choice: 'booked' }, officer),
    ])
      await expect(act()).rejects.toMatchObject({ code: 'permission_denied' });
    await confirm({ id, choice: 'booked' });
    await expect(confirm({ id, choice: 'booked' })).rejects.toMatchObject({ code: 'conflict' });
    await expect(request({ id, choice: 'refused', note: 'No.' })).rejects.toMatchObject({ code: 'conflict' });
  });

  test('read again, it is the same contradiction; with something else it has to be decided again', async () => {
    const from = opens;
    await say(stated([paid(5_500, ben.reference)]));
    await say(stated([paid(5_600, thief.reference)], { isTrue: false, from }));
    const [first] = await contradictions();
    await request({ id: first?.row.id ?? '', choice: 'refused', note: 'It is right.' });
    await readAgain();
    expect(await contradictions()).toMatchObject([{ row: { id: first?.row.id, choice: 'refused' } }]);
    // The statement of the whole day covers what the booked one said.
    await say(stated([paid(5_500, ben.reference), paid(20, 'nobody')], { from }));
    await expect(confirm({ id: first?.row.id ?? '', choice: 'refused' })).rejects.toMatchObject({ code: 'conflict' });
    const [second, ...others] = await contradictions();
    expect(others).toEqual([]);
    expect(second?.row).toMatchObject({ choice: null, id: expect.not.stringContaining(first?.row.id ?? '') });
    await runBankRound(deps);
    expect(await bankEntriesTable.count(db, { amountMinor: 5_600n })).toBe(0);
    await decide('booked');
  });

  test('of two copies one is decided, and the other one agrees with it', async () => {
    const forged = stated([paid(41_000, thief.reference)], { isTrue: false });
    await say(forged);
    const honest = stated([paid(220, 'nobody')]);
    await say(honest, honest.replace('<MsgId>', '<MsgId>COPY'));
    expect(await contradictions()).toHaveLength(2);
    await decide('refused');
    await runBankRound(deps);
    await runBankRound(deps);
    expect(await depositsOf(thief.address)).toEqual(['error']);
    expect(await bankStatementsTable.count(db, { coveredBy: null, closingMinor: BigInt(opens) })).toBe(1);
  });

  test('of an old day, on which very many are built, it stops euro until staff have looked', async () => {
    const from = opens;
    const days = Array.from({ length: 33 }, (_each, at) =>
      new Date(Date.UTC(2026, 9, 1 + at)).toISOString().slice(0, 10),
    );
    bank = await openSayingBank();
    ({ db, deps, say } = bank);
    await say(...days.map((day) => stated([paid(1, 'nobody', { day })], { day })));
    const [first = ''] = days;
    await say(stated([paid(7_000, 'forged', { day: first })], { isTrue: false, from, day: first }));
    expect(await isBankStopped(db, 'sandbox')).toBe(true);
    const [difference] = await bankDifferencesTable.find(db, { resolvedAt: null });
    const resolve = { id: difference?.id ?? '', by: 'Ann', note: 'It was forged.', nowMs: Date.now() };
    await moneyTransaction(db, (tx) => resolveDifference(tx, resolve));
    expect(await bankEntriesTable.count(db, { amountMinor: 7_000n })).toBe(0);
  });

  test('read again by an operator after the decision, it has to be decided again', async () => {
    const from = opens;
    await say(stated([paid(6_600, ben.reference)]));
    await say(stated([paid(6_700, thief.reference)], { isTrue: false, from }));
    const [open] = await contradictions();
    if (open === undefined) throw new Error('There is no contradiction.');
    await decide('booked');
    const { mode, statementId, closingDay, differenceMinor } = open.row;
    await readAgain();
    expect(await contradictions()).toMatchObject([{ row: { mode, statementId, closingDay, differenceMinor } }]);
    await decide('booked');
    expect(await contradictions()).toEqual([]);
  });

  test('after a restore it keeps euro waiting, because it may have payments that left', async () => {
    const from = opens;
    await say(stated([paid(5_700, ben.reference)]));
    await say(stated([paid(5_800, thief.reference)], { isTrue: false, from }));
    const of = {
      db,
      box: testBox,
      mode: 'sandbox',
      restoredTo: new Date(),
      restoredAt: new Date(),
      cutOffHour: null,
    } as const;
    const words = 'a statement contradicts what is booked';
    expect(await restoredBankProblems(of)).toContainEqual(expect.stringContaining(words));
    await decide('booked');
    expect(await restoredBankProblems(of)).not.toContainEqual(expect.stringContaining(words));
  });

  test('in the same file as what it contradicts, both are refused', async () => {
    const one = stated([paid(5_900, thief.reference)], { isTrue: false });
    const two = stated([paid(6_100, thief.reference)], { isTrue: false });
    const second = /<Stmt>.*<\/Stmt>/.exec(two)?.[0] ?? '';
    await say(one.replace('</Stmt>', `</Stmt>${second}`));
    const [refused] = (await findBankFiles(db, 'sandbox', ['refused'])).toReversed();
    expect(refused?.problem).toMatch(/contradicts another one of the same file\.$/);
    expect(await depositsOf(thief.address)).toEqual([]);
  });

  test('one file may contradict several days: one decision is about all of it', async () => {
    const from = opens;
    const days = ['2026-11-26', '2026-11-27'];
    for (const [at, day] of days.entries())
      await say(stated([paid(6_200, thief.reference, { day })], { isTrue: false, day, from: from + at * 6_200 }));
    const texts = days.map((day) => stated([paid(6_300, 'true', { day })], { day }));
    const second = /<Stmt>.*<\/Stmt>/.exec(texts[1] ?? '')?.[0] ?? '';
    await say((texts[0] ?? '').replace('</Stmt>', `</Stmt>${second}`));
    expect(await contradictions()).toMatchObject([{ deniedCount: 2 }]);
    await decide('refused');
    await runBankRound(deps);
    expect(await depositsOf(thief.address)).toEqual(['error', 'error']);
  });

  test('alerts operators once, until it is decided', async () => {
    const from = opens;
    await say(notificationText(newId(), [paid(6_400, ben.reference)]));
    await say(stated([paid(6_400, ben.reference)], { day: '2026-11-28' }));
    await say(stated([paid(6_500, thief.reference)], { isTrue: false, day: '2026-11-28', from }));
    const id = (await contradictions())[0]?.row.id ?? '';
    const alerts = () => openAlerts(db, id);
    expect(await alerts()).toMatchObject([
      { message: expect.stringContaining('Entries that only it has: 1; booked entries that it does not have: 1.') },
    ]);
    await decide('booked');
    expect(await alerts()).toEqual([]);
  });
});

/** The proposal about an entry. */
async function bankMatches(entryId: string) {
  const { bankMatchesTable } = await import('../../db/deposits/match-rows.ts');
  return bankMatchesTable.find(db, { entryId, endedAt: null });
}

async function sumInSuspense(): Promise<bigint> {
  const rows = await bankEntriesTable.find(db, { bookedAs: 'suspense', direction: 'credit' });
  return rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
}

/** A file with all payments that wait, which is not sent. */
async function write(): Promise<void> {
  const { mode, box, nowMs, admit } = deps;
  await moneyTransaction(db, (tx) =>
    collectPayments(tx, box, {
      mode,
      messageId: newId().replaceAll('-', ''),
      nowMs: nowMs(),
      admit,
      write: () => Buffer.from('<none/>'),
    }),
  );
  expect(await bankFilePaymentsTable.count(db, {})).toBeGreaterThan(0);
}

/** An operator lets the refused file be read again. */
async function readAgain(): Promise<void> {
  const [file] = (await findBankFiles(db, 'sandbox', ['refused']))
    .filter(({ direction }) => direction === 'in')
    .toReversed();
  await moveBankFile(db, { id: file?.id ?? '', from: ['refused'] }, { state: 'stored', problem: null });
  await runBankRound(deps);
}
