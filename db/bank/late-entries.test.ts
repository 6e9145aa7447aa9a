import { beforeEach, describe, expect, test } from 'vitest';
import type { StatementEntry } from '../../domain/bank/messages.ts';
import { saidDebit } from '../../domain/bank/said-debit.fixture.ts';
import { newId } from '../../domain/ids.ts';
import { execute, select } from '../core/sql.ts';
import { FEE, openBooks } from './books.fixture.ts';
import { bookAsCost, bookLateEntries } from './late-entries.ts';
import { type BankEntryRow, bankEntriesTable } from './rows.ts';

const { db, mode, announced, forget, inBooks, newFile, newStatement, book, payment, read, changes, paid, transfersOf } =
  await openBooks();
beforeEach(forget);

type EntryOfTest = Pick<BankEntryRow, 'direction' | 'amountMinor' | 'code' | 'endToEndId' | 'isStated' | 'endedAt'>;

/** An entry in no books, as older releases left them; of a statement, if not said otherwise. */
async function unbooked(more: Partial<EntryOfTest> = {}, { ofStatement = true } = {}): Promise<string> {
  const [id, fileId] = [newId(), await newFile()];
  await bankEntriesTable.create(db, { ...saidDebit, id, mode, key: id, fileId, isStated: true, ...more });
  if (ofStatement) await newStatement(fileId);
  return id;
}

/** An entry of a statement, booked. */
const booked = async (more: Partial<StatementEntry> = {}) => (await book([more]))[0]?.id ?? '';
const late = () => inBooks((tx) => bookLateEntries(tx, mode, Date.now()));

describe('what an older release left in no books', () => {
  test('is booked once as what it is, and a credit is announced', async () => {
    const [fee, debit] = [await unbooked(FEE), await unbooked({ amountMinor: 30n })];
    const credit = await unbooked({ direction: 'credit', amountMinor: 5n });
    expect(await changes(late)).toEqual({
      'fees:bank': -700n,
      'suspense:bank_debit': -30n,
      'suspense:bank': 5n,
      'custody:bank:main': 725n,
    });
    expect(await read(fee)).toMatchObject({ bookedAs: 'fee', paymentId: null });
    expect(await read(debit)).toMatchObject({ bookedAs: 'suspense', paymentId: null });
    expect(await read(credit)).toMatchObject({ bookedAs: 'suspense', paymentId: null });
    expect(announced.map(({ entryId }) => entryId)).toEqual([credit]);
    expect(await changes(late)).toEqual({});
  });

  test('is the payment that it names', async () => {
    const { id, endToEndId } = await payment();
    const entry = await unbooked({ endToEndId });
    expect(await changes(late)).toEqual({});
    expect(await read(entry)).toMatchObject({ bookedAs: 'payment', paymentId: id });
  });

  test('is the return that it says, which is not announced; a fee with words of a payment is none', async () => {
    const { id, endToEndId } = await payment(700n, { status: 'booked' });
    const entry = await unbooked({ direction: 'credit', code: 'PMNT/ICDT/RRTN', endToEndId });
    const other = await unbooked({ endToEndId });
    await changes(late);
    expect(await read(entry)).toMatchObject({ bookedAs: 'return', paymentId: id });
    expect(await read(other)).toMatchObject({ bookedAs: 'suspense', paymentId: null });
    expect(announced).toEqual([]);
  });

  test('is not what is only notified, has ended, or is of no statement', async () => {
    const notified = await unbooked({ isStated: false });
    const ended = await unbooked({ endedAt: new Date() });
    const other = await unbooked({}, { ofStatement: false });
    expect(await changes(late)).toEqual({});
    for (const id of [notified, ended, other]) expect(await read(id)).toMatchObject({ bookedAs: null });
  });
});

describe('what came before what it is about', () => {
  test('is the payment once the bank has it, and no longer in suspense', async () => {
    const { id, endToEndId } = await payment();
    await execute(db, `UPDATE bank_payment SET status = 'withdrawn' WHERE id = $1`, [id]);
    const entry = await booked({ endToEndId });
    expect(await changes(late)).toEqual({});
    expect(await read(entry)).toMatchObject({ bookedAs: 'suspense', paymentId: null });
    await execute(db, `UPDATE bank_payment SET status = 'accepted' WHERE id = $1`, [id]);
    expect(await changes(late)).toEqual({ 'suspense:bank_debit': 700n, 'custody:bank:main': -700n });
    expect(await read(entry)).toMatchObject({ bookedAs: 'payment', paymentId: id });
  });

  test('is the return of a payment once that is booked, less what the bank kept', async () => {
    const { id, endToEndId } = await payment();
    const back = { direction: 'credit', returnCode: 'AC04', endToEndId, amountMinor: 690n } as const;
    const entry = await booked(back);
    expect(await read(entry)).toMatchObject({ bookedAs: 'suspense' });
    await booked({ endToEndId });
    expect(await changes(late)).toEqual({ 'suspense:bank': -690n, 'fees:bank': -10n, 'custody:bank:main': 700n });
    expect(await read(entry)).toMatchObject({ bookedAs: 'return', paymentId: id });
    expect(await paid(id)).toMatchObject({ status: 'returned', reasonCode: 'AC04' });
    expect(await transfersOf(entry)).toEqual([
      { key: `bank-entry:${entry}`, kind: 'bank_credit', entity: `bank_entry:${entry}` },
      { key: `bank-entry:${entry}:charge`, kind: 'bank_return_charge', entity: `bank_entry:${entry}` },
      { key: `bank-entry:${entry}:release`, kind: 'bank_credit', entity: `bank_entry:${entry}` },
    ]);
  });
});

describe('a debit in suspense', () => {
  test('takes back the credit that it reverses once that is known, and no other debit does', async () => {
    const bankReference = 'REVERSED-1';
    const [other, reversal] = [await booked({ bankReference }), await booked({ bankReference, isReversal: true })];
    expect(await changes(late)).toEqual({});
    const credit = await booked({ bankReference, direction: 'credit' });
    expect(await changes(late)).toEqual({ 'suspense:bank': -700n, 'suspense:bank_debit': 700n });
    expect(await read(reversal)).toMatchObject({ bookedAs: 'reversal' });
    expect(await read(credit)).toMatchObject({ bookedAs: 'claimed', takenBackBy: reversal });
    expect(await read(other)).toMatchObject({ bookedAs: 'suspense' });
    expect(await changes(late)).toEqual({});
  });
});

describe('a cost', () => {
  const asCost = (id: string) => inBooks((tx) => bookAsCost(tx, id, 'A charge, as the bank says.'));

  test('is what staff say of a debit in suspense, once', async () => {
    const entry = await booked();
    expect(await changes(() => asCost(entry))).toEqual({ 'suspense:bank_debit': 700n, 'fees:bank': -700n });
    expect(await read(entry)).toMatchObject({ bookedAs: 'fee', paymentId: null });
    expect(await changes(async () => expect(await asCost(entry)).toBe(false))).toEqual({});
    const [transfer] = await select<object>(db, 'SELECT kind, note FROM transfer WHERE key = $1', [
      `bank-entry:${entry}:cost`,
    ]);
    expect(transfer).toEqual({ kind: 'bank_fee', note: 'A charge, as the bank says.' });
  });

  test('is a debit of an older release that is in no books', async () => {
    const entry = await unbooked({}, { ofStatement: false });
    expect(await changes(async () => expect(await asCost(entry)).toBe(true))).toEqual({
      'fees:bank': -700n,
      'custody:bank:main': 700n,
    });
  });

  test('is no credit, no fee or payment, nothing that is only notified, and nothing unknown', async () => {
    const { endToEndId } = await payment();
    const others = [
      await booked({ direction: 'credit' }),
      await booked(FEE),
      await booked({ endToEndId }),
      await unbooked({ isStated: false }),
      newId(),
    ];
    for (const id of others) expect(await changes(async () => expect(await asCost(id)).toBe(false)), id).toEqual({});
  });
});
