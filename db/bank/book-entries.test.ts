import { beforeEach, describe, expect, test } from 'vitest';
import type { StatementEntry, WithinEntry } from '../../domain/bank/messages.ts';
import { saidDebit } from '../../domain/bank/said-debit.fixture.ts';
import { newId } from '../../domain/ids.ts';
import { bookEntries } from './book-entries.ts';
import { FEE, openBooks } from './books.fixture.ts';
import { isBankStopped } from './differences.ts';
import { bankPaymentsTable } from './payment-rows.ts';
import { type BankEntryRow, bankDifferencesTable, bankEntriesTable } from './rows.ts';

const books = await openBooks();
const { db, mode, announced, coming, forget, inBooks, newFile, newStatement, book, payment, read, changes } = books;
const alerts = (entryId: string) => books.alerts('bank_contradiction', entryId);
beforeEach(forget);

const rowOf = async (more: Partial<StatementEntry>, how: Parameters<typeof book>[1] = {}) => {
  const [row] = await book([more], how);
  if (row === undefined) throw new Error('Nothing was booked.');
  return row;
};
const nothing = { remittance: '', partyName: null, partyIban: null, endToEndId: null };

describe('a statement', () => {
  test('takes nothing back for a reversal of an unknown credit: the debit is in suspense', async () => {
    await book([{ direction: 'credit', amountMinor: 50n, bankReference: 'KNOWN' }]);
    const reversal = await rowOf({ amountMinor: 51n, bankReference: 'UNKNOWN', isReversal: true });
    expect(reversal).toMatchObject({ bookedAs: 'suspense', isReversal: true });
    expect(books.changed).toEqual([]);
  });

  test('books each entry once as what it is, to the account where its money is', async () => {
    const [paid, back] = [await payment(), await payment(300n, { status: 'booked' })];
    const [reference, fileId] = ['B-REVERSED', await newFile()];
    await book([{ direction: 'credit', amountMinor: 50n, bankReference: reference }]);
    forget();
    const entries = [
      { endToEndId: paid.endToEndId },
      { direction: 'credit', amountMinor: 290n, endToEndId: back.endToEndId, returnCode: 'AC04' },
      { ...FEE, amountMinor: 7n },
      { direction: 'credit', amountMinor: 1_000n, creditorReference: 'RF18' },
      { amountMinor: 90n },
      { amountMinor: 50n, bankReference: reference, isReversal: true },
    ] as const;
    const keyed = entries.map((each) => ({ ...saidDebit, ...each, key: newId() }));
    const batch = { mode, isStated: true, saidIn: `${fileId}.0`, nowMs: 1_000, fileId, entries: keyed } as const;
    // The return's charge is 10 and the debits in suspense are 90, of which none is the reversal's.
    expect(await changes(() => inBooks((tx) => bookEntries(tx, batch)))).toEqual({
      'fees:bank': -17n,
      'suspense:bank': 1_000n - 50n,
      'suspense:bank_debit': -90n,
      'custody:bank:main': 10n + 7n - 1_000n + 90n + 50n,
    });
    const rows = await Promise.all(keyed.map(({ key }) => bankEntriesTable.findOne(db, { key })));
    expect(rows.map((row) => [row?.bookedAs, row?.paymentId])).toEqual([
      ['payment', paid.id],
      ['return', back.id],
      ...['fee', 'suspense', 'suspense', 'reversal'].map((as) => [as, null]),
    ]);
    for (const row of rows) expect(row).toMatchObject({ isStated: true, statedBy: fileId, saidIn: `${fileId}.0` });
    const [, , , credit, unknown, reversal] = rows;
    expect(announced).toEqual([
      {
        entryId: credit?.id,
        mode,
        amountMinor: 1_000n,
        creditorReference: 'RF18',
        nowMs: 1_000,
        partyName: null,
        partyIban: null,
      },
    ]);
    const transfers = await Promise.all(rows.map((row) => books.transfersOf(row?.id ?? '')));
    const at = (place: number, kind: string, end = '') => {
      const entity = `bank_entry:${rows[place]?.id}`;
      return { key: `bank-entry:${rows[place]?.id}${end}`, kind, entity };
    };
    expect(transfers).toEqual([
      [],
      [at(1, 'bank_return_charge', ':charge')],
      [at(2, 'bank_fee')],
      [at(3, 'bank_credit')],
      [at(4, 'bank_debit')],
      [at(5, 'bank_debit'), at(5, 'bank_reversal', ':taken')],
    ]);
    expect(await bankPaymentsTable.findOne(db, { id: paid.id })).toMatchObject({ status: 'booked' });
    expect(await bankPaymentsTable.findOne(db, { id: back.id })).toMatchObject({
      status: 'returned',
      reasonCode: 'AC04',
    });
    expect(await alerts(reversal?.id ?? '')).toEqual([]);
    expect(await alerts(unknown?.id ?? '')).toEqual([
      'The account was debited 0.90 EUR (sandbox) for nothing that the books know: words.',
    ]);
    expect(await changes(() => inBooks((tx) => bookEntries(tx, batch)))).toEqual({});
    expect(announced).toHaveLength(1);
  });

  test.each([
    [{ partyName: 'Shop', endToEndId: 'E2E', remittance: 'Rent' }, 'Shop, E2E, Rent'],
    [{ ...nothing, partyName: 'Shop' }, 'Shop'],
    [nothing, 'no words'],
  ])('alerts operators of a debit that nobody knows with its words: %j', async (more, words) => {
    const { id } = await rowOf(more);
    expect(await alerts(id)).toEqual([expect.stringMatching(new RegExp(`know: ${words}\\.$`))]);
  });

  test('says of a credit, a payment and a fee nothing to operators', async () => {
    const { endToEndId } = await payment();
    for (const more of [{ direction: 'credit' }, { endToEndId }, FEE] as const)
      expect(await alerts((await rowOf(more)).id)).toEqual([]);
  });

  test('knows of an entry which others it is a part of', async () => {
    const within = { entry: 'file#1', reference: 'SUM-1' } as WithinEntry;
    expect(await rowOf({ within })).toMatchObject({ partOf: 'file#1', entryReference: 'SUM-1' });
    expect(await rowOf({ within: { ...within, reference: null } })).toMatchObject({ partOf: 'file#1' });
    expect(await rowOf({ amountMinor: 701n })).toMatchObject({ partOf: null, entryReference: null });
  });

  test('takes nothing for a payment that comes back whole, and of two debits of one payment books one', async () => {
    const [back, paid] = [await payment(80n, { status: 'booked' }), await payment(81n)];
    const credit = { direction: 'credit', amountMinor: 80n, endToEndId: back.endToEndId, returnCode: 'AC04' } as const;
    const debit = { amountMinor: 81n, endToEndId: paid.endToEndId };
    let rows: (BankEntryRow | undefined)[] = [];
    const work = async () => {
      rows = await book([debit, credit, debit]);
    };
    expect(await changes(work)).toEqual({ 'suspense:bank_debit': -81n, 'custody:bank:main': 81n });
    expect(rows.map((row) => row?.bookedAs)).toEqual(['payment', 'return', 'suspense']);
    expect(await books.transfersOf(rows[1]?.id ?? '')).toEqual([]);
  });

  test('moves nothing more for what an older release booked when it was notified', async () => {
    const said = { amountMinor: 33n, bankReference: 'OLDER' };
    const { id } = await rowOf(said);
    await bankEntriesTable.update(db, { isStated: false, statedBy: null }, { id });
    const fileId = await newFile();
    expect(await changes(() => book([said], { fileId }))).toEqual({});
    expect(await read(id)).toMatchObject({ isStated: true, statedBy: fileId, bookedAs: 'suspense' });
  });

  test('does not announce a credit about which staff decide', async () => {
    const credit = { ...saidDebit, direction: 'credit', key: newId() } as const;
    const plan = { confirmed: new Map(), held: new Set([credit.key]), ended: [] };
    const batch = { mode, fileId: await newFile(), isStated: true, entries: [credit], plan, nowMs: 1 } as const;
    await inBooks((tx) => bookEntries(tx, batch));
    expect(await bankEntriesTable.findOne(db, { key: credit.key })).toMatchObject({ bookedAs: 'suspense' });
    expect(announced).toEqual([]);
  });
});

describe('the fees of a day', () => {
  const fees = (minors: readonly bigint[], more: Parameters<typeof book>[1] = {}) =>
    book(
      minors.map((amountMinor) => ({ ...FEE, amountMinor })),
      { feesADayMinor: 1_000n, ...more },
    );
  const asOf = (rows: readonly (BankEntryRow | undefined)[]) => rows.map((row) => row?.bookedAs);
  const differences = (fileId: string) => bankDifferencesTable.find(db, { fileId });

  test('are booked up to the limit; those beyond it are in suspense and stop euro, reported once', async () => {
    const fileId = await newFile();
    const rows = await fees([600n, 500n, 400n, 2n], { fileId, saidIn: `${fileId}.0` });
    expect(asOf(rows)).toEqual(['fee', 'suspense', 'fee', 'suspense']);
    expect(await differences(fileId)).toMatchObject([
      {
        mode,
        differenceMinor: -502n,
        stops: true,
        explanation: 'The bank took fees of 5.02 EUR beyond 10.00 EUR a day. They are in suspense.',
      },
    ]);
    expect(await isBankStopped(db, mode)).toBe(true);
    for (const row of rows) expect(await alerts(row?.id ?? '')).toEqual([]);
    expect(announced).toEqual([]);
  });

  test('are those of all statements of the last 24 hours, and of this one', async () => {
    const [fileId, later] = [await newFile(), await newFile()];
    await newStatement(fileId, { saidIn: `${fileId}.0` });
    expect(asOf(await fees([700n], { fileId, saidIn: `${fileId}.0` }))).toEqual(['fee']);
    expect(asOf(await fees([200n], { fileId: later, saidIn: `${later}.0` }))).toEqual(['fee']);
    expect(asOf(await fees([101n, 100n], { fileId: later, saidIn: `${later}.0` }))).toEqual(['suspense', 'fee']);
    expect(await differences(fileId)).toEqual([]);
    expect(await differences(later)).toMatchObject([{ differenceMinor: -101n }]);
  });

  test('have no limit where none is set, and other debits are not of them', async () => {
    expect(asOf(await book([{ ...FEE, amountMinor: 5_000n }]))).toEqual(['fee']);
    const fileId = await newFile();
    const rows = await book([{ amountMinor: 5_000n }], { fileId, feesADayMinor: 1n });
    expect(await differences(fileId)).toEqual([]);
    expect(await alerts(rows[0]?.id ?? '')).toHaveLength(1);
  });
});

describe('a movement that was notified', () => {
  const reference = { bankReference: 'N-1' };
  /** Notified first, and then stated as the same. */
  async function stated(first: Partial<StatementEntry>, then: Partial<StatementEntry>) {
    const [notified, key] = [await rowOf(first, { isStated: false }), newId()];
    const plan = { confirmed: new Map([[key, [notified.id]]]), held: new Set<string>(), ended: [] };
    const entries = [{ ...saidDebit, ...then, key }];
    const batch = { mode, fileId: await newFile(), isStated: true, entries, plan, nowMs: 1 } as const;
    await inBooks((tx) => bookEntries(tx, batch));
    const after = await read(notified.id);
    if (after === undefined) throw new Error('Nothing was notified.');
    return { notified, after };
  }

  test('has moved nothing, and is announced as coming, once', async () => {
    const entry = {
      ...saidDebit,
      direction: 'credit',
      amountMinor: 21n,
      creditorReference: 'RF19',
      key: newId(),
    } as const;
    const batch = { mode, fileId: await newFile(), isStated: false, entries: [entry], nowMs: 1 } as const;
    for (const _each of [1, 2]) expect(await changes(() => inBooks((tx) => bookEntries(tx, batch)))).toEqual({});
    const row = await bankEntriesTable.findOne(db, { key: entry.key });
    expect(row).toMatchObject({ isStated: false, bookedAs: null, statedBy: null, saidIn: null });
    expect(coming).toEqual([{ entryId: row?.id, creditorReference: 'RF19' }]);
    expect(announced).toEqual([]);
    await inBooks((tx) => bookEntries(tx, { ...batch, isStated: true, entries: [] }));
  });

  test('is the entry of the statement, whose money is booked', async () => {
    const fileId = await newFile();
    const entry = { direction: 'credit', amountMinor: 31n, ...reference } as const;
    const notified = await rowOf(entry, { isStated: false });
    let row: BankEntryRow | undefined;
    expect(
      await changes(async () => {
        row = await rowOf(entry, { fileId, saidIn: `${fileId}.0` });
      }),
    ).toEqual({ 'suspense:bank': 31n, 'custody:bank:main': -31n });
    expect(row).toMatchObject({ id: notified.id, isStated: true, statedBy: fileId, saidIn: `${fileId}.0` });
    expect(row?.bookedAs).toBe('suspense');
    expect(announced.map(({ entryId }) => entryId)).toEqual([notified.id]);
  });

  const whole = {
    endToEndId: 'E1',
    creditorReference: 'RF1',
    remittance: 'Order 1',
    partyName: 'Payer',
    partyIban: 'DE1',
    bankReference: 'R-1',
    returnCode: 'AC04',
    returnWords: 'closed',
    code: 'PMNT/RCDT/ESCT',
  };
  const empty = {
    endToEndId: null,
    creditorReference: null,
    remittance: '',
    partyName: null,
    partyIban: null,
    bankReference: null,
    returnCode: null,
    returnWords: null,
    code: '//',
  };

  test('keeps its words where the statement has none', async () => {
    const { notified, after } = await stated(
      { ...whole, direction: 'credit', amountMinor: 41n, isReversal: true },
      { ...empty, direction: 'credit', amountMinor: 41n, day: '2026-11-25' },
    );
    expect(after).toMatchObject({ ...whole, id: notified.id, isReversal: true, day: '2026-11-25' });
    // Only a notification says whose it is, so what the statement itself says is kept.
    expect(after.said).toEqual({ key: after.key, minor: '41', bankReference: null, entryReference: null });
    expect(after.detailsBy).toBe(notified.fileId);
  });

  test('has the words of the statement where it has some', async () => {
    const { notified, after } = await stated(
      { ...empty, direction: 'credit', amountMinor: 42n },
      { ...whole, direction: 'credit', amountMinor: 42n, isReversal: true },
    );
    expect(after).toMatchObject({ ...whole, id: notified.id, isReversal: true, said: null, detailsBy: null });
  });

  test('where both have words, has those of the statement, and the reference by which it was notified', async () => {
    const first = { ...whole, remittance: 'Order', partyName: 'Pay', returnWords: 'shut', returnCode: 'AC01' };
    const { notified, after } = await stated(
      { ...first, direction: 'credit', amountMinor: 43n, bankReference: 'R-2' },
      { ...whole, direction: 'credit', amountMinor: 43n, bankReference: 'R-3' },
    );
    expect(after).toMatchObject({ ...whole, id: notified.id, isReversal: false, bankReference: 'R-2', said: null });
    expect(after.detailsBy).toBeNull();
  });

  test('without any words in both has no sum to keep', async () => {
    const bare = { ...empty, direction: 'credit', amountMinor: 44n } as const;
    const { notified, after } = await stated(bare, bare);
    expect(after).toMatchObject({ id: notified.id, said: null, detailsBy: null });
  });

  test('in parts whose sum a statement contains is several rows of it, each with its own amount', async () => {
    const parts = await book(
      [
        { direction: 'credit', amountMinor: 51n, remittance: 'one' },
        { direction: 'debit', amountMinor: 2n, remittance: 'two' },
      ],
      { isStated: false },
    );
    const key = newId();
    const entry = { ...saidDebit, ...nothing, key, direction: 'credit', amountMinor: 49n } as const;
    const ids = parts.map((row) => row?.id ?? '');
    const plan = { confirmed: new Map([[key, ids]]), held: new Set<string>(), ended: [] };
    const batch = { mode, fileId: await newFile(), isStated: true, entries: [entry], plan, nowMs: 1 } as const;
    expect(await changes(() => inBooks((tx) => bookEntries(tx, batch)))).toEqual({
      'suspense:bank': 51n,
      'suspense:bank_debit': -2n,
      'custody:bank:main': -49n,
    });
    const [one, two] = await Promise.all(ids.map(read));
    expect(one).toMatchObject({ key, direction: 'credit', amountMinor: 51n, remittance: 'one' });
    expect(two).toMatchObject({ key: `${key}/1`, direction: 'debit', amountMinor: 2n, remittance: 'two' });
    expect(one?.said).toEqual({ key, minor: '49', bankReference: null, entryReference: null });
    const { plan: _plan, ...again } = batch;
    expect(await changes(() => inBooks((tx) => bookEntries(tx, again)))).toEqual({});
  });

  test('that has ended meanwhile is not the entry of the statement, which is new', async () => {
    const [ended, key] = [await rowOf({ amountMinor: 61n }, { isStated: false }), newId()];
    await bankEntriesTable.update(db, { endedAt: new Date() }, { id: ended.id });
    const plan = { confirmed: new Map([[key, [ended.id]]]), held: new Set<string>(), ended: [] };
    const entry = { ...saidDebit, amountMinor: 61n, key };
    const batch = { mode, fileId: await newFile(), isStated: true, entries: [entry], plan, nowMs: 1 } as const;
    await inBooks((tx) => bookEntries(tx, batch));
    const row = await bankEntriesTable.findOne(db, { key });
    expect(row).toMatchObject({ isStated: true, bookedAs: 'suspense' });
    expect(row?.id).not.toBe(ended.id);
    expect(await read(ended.id)).toMatchObject({ isStated: false, bookedAs: null });
  });

  test('as a sum ends where the statement has its parts', async () => {
    const sum = await rowOf({ amountMinor: 70n }, { isStated: false });
    const plan = { confirmed: new Map(), held: new Set<string>(), ended: [sum.id] };
    const entries = [30n, 40n].map((amountMinor) => ({ ...saidDebit, amountMinor, key: newId() }));
    const batch = { mode, fileId: await newFile(), isStated: true, entries, plan, nowMs: 5 } as const;
    await inBooks((tx) => bookEntries(tx, batch));
    expect((await read(sum.id))?.endedAt).not.toBeNull();
    expect(books.changed).toEqual([{ entryId: sum.id, depositId: null, nowMs: 5 }]);
  });
});
