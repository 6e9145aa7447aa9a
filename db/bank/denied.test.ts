import { beforeEach, describe, expect, test } from 'vitest';
import type { StatementEntry } from '../../domain/bank/messages.ts';
import { balances } from '../ledger/balances.ts';
import { FEE, openBooks } from './books.fixture.ts';
import { DENIED, reverseDenied } from './denied.ts';
import { bookLateEntries } from './late-entries.ts';
import { bankPaymentsTable } from './payment-rows.ts';
import { type BankEntryRow, bankEntriesTable } from './rows.ts';

const books = await openBooks();
const { db, mode, merchantId, changes, book, payment, read, inBooks, newFile } = books;
beforeEach(() => books.forget());

const rowOf = async (more: Partial<StatementEntry>) => {
  const [row] = await book([more]);
  if (row === undefined) throw new Error('Nothing was booked.');
  return row;
};
/** Two people say that a statement is right which denies the entry. */
async function deny({ id }: BankEntryRow): Promise<string> {
  const fileId = await newFile();
  await inBooks((tx) => reverseDenied(tx, { entries: [id], fileId, statementId: 'S9', nowMs: 7 }));
  return fileId;
}
const opposite = ({ id }: BankEntryRow) => bankEntriesTable.findOne(db, { key: `denied@${id}` });
const alerts = (id = '') => books.alerts('bank_contradiction', id);
const ofMerchant = async (kind: string) => {
  const all = await balances(db, { owner: merchantId, mode });
  return all.filter((each) => each.asset === 'EUR' && each.kind === kind).reduce((sum, { total }) => sum + total, 0n);
};

describe('a denied entry in suspense', () => {
  test('ends, and is in no books; those who follow the credit hear of it', async () => {
    const credit = await rowOf({ direction: 'credit', amountMinor: 11n });
    expect(await changes(() => deny(credit))).toEqual({ 'suspense:bank': -11n, 'custody:bank:main': 11n });
    expect(await read(credit.id)).toMatchObject({ denied: true, bookedAs: 'claimed', endedAt: expect.any(Date) });
    expect(books.changed).toEqual([{ entryId: credit.id, depositId: null, nowMs: 7 }]);
    expect(await opposite(credit)).toBeUndefined();
    expect(await changes(() => deny(credit))).toEqual({});
  });

  test('ends also as a debit, of which nobody hears', async () => {
    const debit = await rowOf({ amountMinor: 12n });
    expect(await changes(() => deny(debit))).toEqual({ 'suspense:bank_debit': 12n, 'custody:bank:main': -12n });
    expect(await read(debit.id)).toMatchObject({ denied: true, bookedAs: 'claimed', endedAt: expect.any(Date) });
    expect(books.changed).toEqual([]);
    expect(await opposite(debit)).toBeUndefined();
  });
});

describe('a denied debit', () => {
  test('that was a fee is none: the fee comes back', async () => {
    const fee = await rowOf({ ...FEE, amountMinor: 13n, partyName: 'Bank', bankReference: 'B', remittance: 'charge' });
    let fileId = '';
    const work = async () => {
      fileId = await deny(fee);
    };
    expect(await changes(work)).toEqual({ 'fees:bank': 13n, 'custody:bank:main': -13n });
    const back = await opposite(fee);
    expect(back).toMatchObject({
      mode,
      direction: 'credit',
      amountMinor: 13n,
      day: fee.day,
      code: DENIED,
      isReversal: false,
      bookedAs: 'fee',
      fileId,
      isStated: true,
      statedBy: fileId,
      partyName: 'Bank',
      bankReference: 'B',
      endToEndId: null,
      remittance: 'Denied by statement S9: charge',
    });
    const entity = `bank_entry:${back?.id}`;
    expect(await books.transfersOf(back?.id ?? '')).toEqual([
      { key: `bank-entry:${back?.id}`, kind: 'bank_credit', entity },
      { key: `bank-entry:${back?.id}:taken`, kind: 'bank_fee', entity },
    ]);
    expect(await alerts(back?.id)).toEqual([]);
  });

  test('that was a payment is in suspense, until the bank makes the payment once more', async () => {
    const { id, endToEndId } = await payment(14n);
    const debit = await rowOf({ amountMinor: 14n, endToEndId, remittance: '', partyIban: 'DE2' });
    expect(await changes(() => deny(debit))).toEqual({ 'suspense:bank': 14n, 'custody:bank:main': -14n });
    const back = await opposite(debit);
    expect(back).toMatchObject({
      bookedAs: 'suspense',
      endToEndId,
      partyIban: 'DE2',
      remittance: 'Denied by statement S9',
    });
    expect(await bankPaymentsTable.findOne(db, { id })).toMatchObject({ status: 'booked' });
    const late = () => inBooks((tx) => bookLateEntries(tx, mode, 9));
    // Another amount, another payment, or no payment at all is not it.
    const others = [
      await rowOf({ direction: 'credit', amountMinor: 14n, endToEndId }),
      await rowOf({ amountMinor: 15n, endToEndId }),
      await rowOf({ amountMinor: 14n, endToEndId: null, bankReference: 'X' }),
      await rowOf({ amountMinor: 14n, endToEndId: (await payment(14n, { status: 'withdrawn' })).endToEndId }),
    ];
    expect(await changes(late)).toEqual({});
    const again = await rowOf({ amountMinor: 14n, endToEndId });
    expect(await alerts(again.id)).toHaveLength(1);
    expect(await changes(late)).toEqual({ 'suspense:bank': -14n, 'suspense:bank_debit': 14n });
    expect(await read(again.id)).toMatchObject({ bookedAs: 'reversal' });
    expect(await read(back?.id ?? '')).toMatchObject({ bookedAs: 'claimed', takenBackBy: again.id });
    expect(books.changed).toEqual([{ entryId: back?.id, depositId: null, nowMs: 9 }]);
    expect(await alerts(again.id)).toEqual([]);
    for (const other of others) expect(await read(other.id)).toMatchObject({ bookedAs: 'suspense' });
    // A third debit finds nothing more.
    await rowOf({ amountMinor: 14n, endToEndId });
    expect(await changes(late)).toEqual({});
  });
});

test('money that a denied debit gave back waits for that debit: no other one of its amount takes it', async () => {
  const debit = await rowOf({ amountMinor: 19n });
  await bankEntriesTable.update(db, { bookedAs: 'reversal' }, { id: debit.id });
  expect(await changes(() => deny(debit))).toEqual({ 'suspense:bank': 19n, 'custody:bank:main': -19n });
  expect(await alerts((await opposite(debit))?.id)).toEqual([]);
  await rowOf({ amountMinor: 19n, bankReference: 'OTHER' });
  expect(await changes(() => inBooks((tx) => bookLateEntries(tx, mode, 9)))).toEqual({});
});

describe('a denied credit', () => {
  test('that somebody else has already is an unknown debit, of which operators are alerted', async () => {
    for (const [amountMinor, more] of [
      [16n, { bookedAs: 'claimed' }],
      [17n, { bookedAs: 'return' }],
    ] as const) {
      const credit = await rowOf({ direction: 'credit', amountMinor, partyName: 'Payer' });
      await bankEntriesTable.update(db, more, { id: credit.id });
      expect(await changes(() => deny(credit))).toEqual({
        'suspense:bank_debit': -amountMinor,
        'custody:bank:main': amountMinor,
      });
      const back = await opposite(credit);
      expect(back).toMatchObject({ direction: 'debit', bookedAs: 'suspense', partyName: 'Payer', code: DENIED });
      const what = `0.${amountMinor} EUR (sandbox) that never came had gone on already`;
      expect(await alerts(back?.id)).toEqual([
        `${what}: Denied by statement S9: words. Decide under Bank in the console.`,
      ]);
    }
  });

  test('that the bank has taken back already is an unknown debit, whatever it was', async () => {
    const [credit, other] = [await rowOf({ direction: 'credit', amountMinor: 18n }), await rowOf({ amountMinor: 18n })];
    for (const bookedAs of ['suspense', 'claimed'] as const) {
      await bankEntriesTable.update(db, { takenBackBy: other.id, bookedAs, denied: false }, { id: credit.id });
      await bankEntriesTable.destroy(db, { key: `denied@${credit.id}` });
      expect(await changes(() => deny(credit))).toEqual({ 'suspense:bank_debit': -18n, 'custody:bank:main': 18n });
    }
  });

  test.each([
    ['whole', 20n, 20n],
    ['less a charge of the bank', 20n, 15n],
  ])('that was a payment’s return, %s, is taken from the merchant', async (_what, paidMinor, amountMinor) => {
    const { id, endToEndId } = await payment(paidMinor, { status: 'booked' });
    const back = await rowOf({ direction: 'credit', amountMinor, endToEndId, returnCode: 'AC04' });
    expect(await read(back.id)).toMatchObject({ bookedAs: 'return', paymentId: id });
    // Nobody has credited the merchant here, who owes all of it.
    const chargeMinor = paidMinor - amountMinor;
    const charge: Record<string, bigint> = chargeMinor > 0n ? { 'fees:bank': chargeMinor } : {};
    expect(await changes(() => deny(back))).toEqual({ ...charge, 'custody:bank:main': amountMinor });
    expect(await ofMerchant('available')).toBe(0n);
    const debit = await opposite(back);
    expect(debit).toMatchObject({ direction: 'debit', bookedAs: 'reversal' });
    expect(await books.transfersOf(debit?.id ?? '')).toEqual([
      { key: `bank-entry:${debit?.id}`, kind: 'bank_debit', entity: `bank_entry:${debit?.id}` },
      { key: `bank-entry:${debit?.id}:taken`, kind: 'bank_reversal', entity: `withdrawal:${id}` },
    ]);
    expect(await alerts(debit?.id)).toEqual([]);
  });

  test('that was the return of a payment of nobody’s is an unknown debit', async () => {
    const { id, endToEndId } = await payment(21n, { status: 'booked' });
    await bankPaymentsTable.update(db, { merchantId: null }, { id });
    const back = await rowOf({ direction: 'credit', amountMinor: 21n, endToEndId, returnCode: 'AC04' });
    expect(await changes(() => deny(back))).toEqual({ 'suspense:bank_debit': -21n, 'custody:bank:main': 21n });
    expect(await alerts((await opposite(back))?.id)).toHaveLength(1);
  });
});
