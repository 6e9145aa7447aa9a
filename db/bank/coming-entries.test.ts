import { beforeEach, describe, expect, test } from 'vitest';
import type { StatementEntry, WithinEntry } from '../../domain/bank/messages.ts';
import { saidDebit } from '../../domain/bank/said-debit.fixture.ts';
import { newId } from '../../domain/ids.ts';
import { bookEntries } from './book-entries.ts';
import { openBooks } from './books.fixture.ts';
import { endComing, endComingOfFile } from './coming-entries.ts';
import { comingEntries, entriesLike, entriesOfStatement, keptOf } from './kept-entries.ts';
import { learn } from './learned-entries.ts';
import { type BankEntryRow, bankEntriesTable, bankFilesTable, bankStatementsTable } from './rows.ts';

const mode = 'sandbox';
let books: Awaited<ReturnType<typeof openBooks>>;
let db: (typeof books)['db'];
beforeEach(async () => {
  books = await openBooks();
  ({ db } = books);
});

const WORDS = {
  remittance: 'Order 1',
  partyName: 'Payer',
  partyIban: 'DE1',
  endToEndId: 'E1',
  creditorReference: 'RF1',
};
const BARE = { remittance: '', partyName: null, partyIban: null, endToEndId: null, creditorReference: null };
const credit = (amountMinor: bigint, more: Partial<StatementEntry> = {}) =>
  ({ ...BARE, direction: 'credit', amountMinor, ...more }) as const;
const within = (entry: string, reference: string | null = null) => ({ entry, reference }) as WithinEntry;

async function must(row: Promise<(BankEntryRow | undefined)[]>): Promise<BankEntryRow> {
  const [first] = await row;
  if (first === undefined) throw new Error('There is no entry.');
  return first;
}
const state = (entry: Partial<StatementEntry>, more: object = {}) => must(books.book([entry], more));
const notify = (entries: readonly Partial<StatementEntry>[], more: object = {}) =>
  books.book(entries, { isStated: false, ...more });
const now = (row: BankEntryRow | undefined) => must(Promise.all([books.read(row?.id ?? '')]));
const announced = () => books.announced.map(({ entryId, amountMinor }) => [entryId, amountMinor]);

describe('a notification', () => {
  test('is kept once, also when it comes again; only credits are announced as coming', async () => {
    const entries = [credit(10n, WORDS), { amountMinor: 20n }];
    const [coming, debit] = await notify(entries);
    expect([coming?.bookedAs, debit?.bookedAs]).toEqual([null, null]);
    expect(books.coming).toEqual([{ entryId: coming?.id, creditorReference: 'RF1' }]);
    await notify(entries);
    expect(await bankEntriesTable.count(db, {})).toBe(2);
    await notify([...entries, credit(10n, WORDS)]);
    expect(await bankEntriesTable.count(db, {})).toBe(3);
    expect(books.coming).toHaveLength(2);
    expect(books.announced).toEqual([]);
  });

  test('that is read again after its money was found not to come, or to come otherwise, says nothing new', async () => {
    const fileId = await books.newFile();
    const entries = [{ ...saidDebit, ...credit(15n, WORDS), key: newId() }];
    const batch = { mode, fileId, isStated: false, entries, nowMs: Date.now() } as const;
    const read = () => books.inBooks((tx) => bookEntries(tx, batch));
    await read();
    await books.inBooks((tx) => endComingOfFile(tx, mode, fileId, 3));
    const [row, ...others] = await bankEntriesTable.find(db, { fileId });
    expect(others).toEqual([]);
    expect(row).toMatchObject({ endedAt: expect.any(Date) });
    expect(books.changed).toEqual([{ entryId: row?.id, depositId: null, nowMs: 3 }]);
    await read();
    expect(await bankEntriesTable.count(db, { fileId })).toBe(1);
    expect(books.coming).toHaveLength(1);
  });

  test('of another file, or that a statement contains, does not end with its file', async () => {
    const [fileId, other] = [await books.newFile(), await books.newFile()];
    const [mine] = await notify([credit(16n, WORDS)], { fileId });
    const [theirs] = await notify([credit(17n, WORDS)], { fileId: other });
    const [booked] = await books.book([credit(18n, WORDS)], { fileId });
    await books.inBooks((tx) => endComingOfFile(tx, 'production', fileId, 3));
    expect((await now(mine)).endedAt).toBeNull();
    await books.inBooks((tx) => endComingOfFile(tx, mode, fileId, 3));
    expect((await now(mine)).endedAt).not.toBeNull();
    for (const each of [theirs, booked]) expect((await now(each)).endedAt).toBeNull();
  });

  test('gives a sum in suspense its words, once, and its money is announced again', async () => {
    const fileId = await books.newFile();
    const sum = await state(credit(80n, { bankReference: 'R1', within: within('f#1', 'G1') }), {
      fileId,
      saidIn: 's.0',
    });
    books.forget();
    const notified = await books.newFile();
    await notify([credit(80n, { ...WORDS, bankReference: 'R1' })], { fileId: notified });
    const row = await now(sum);
    expect(row).toMatchObject({ ...WORDS, bankReference: 'R1', detailsBy: notified, fileId, partOf: 'f#1' });
    expect(row.said).toEqual({ key: sum.key, minor: '80', bankReference: 'R1', entryReference: 'G1' });
    expect(announced()).toEqual([[sum.id, 80n]]);
    expect(await bankEntriesTable.count(db, {})).toBe(1);
    // As the statement says it, it is still a sum, of which more can be learned.
    await books.newStatement(fileId, { saidIn: 's.0' });
    const statement = await bankStatementsTable.findOne(db, { saidIn: 's.0' });
    const [kept] = await entriesOfStatement(db, statement?.id ?? '');
    expect(kept).toMatchObject({ ...BARE, amountMinor: 80n, bankReference: 'R1', isOpen: true });
    expect(kept?.within).toEqual({ entry: sum.key, reference: 'G1' });
    // Another one about it says nothing new.
    await notify([credit(80n, { ...WORDS, remittance: 'Order 1 of today', bankReference: 'R1' })]);
    expect((await now(sum)).remittance).toBe('Order 1');
  });

  test('gives a sum in suspense its parts, of which each is announced', async () => {
    const sum = await state(credit(100n, { within: within('f#2', 'G2') }), { saidIn: 's.0' });
    books.forget();
    const notified = await books.newFile();
    const parts = [
      credit(60n, { ...WORDS, within: within('n#1', 'G2') }),
      credit(30n, { within: within('n#1', 'G2') }),
    ];
    const charge = {
      ...BARE,
      amountMinor: 10n,
      direction: 'credit',
      remittance: 'C',
      within: within('n#1', 'G2'),
    } as const;
    await notify([...parts, charge], { fileId: notified });
    const rows = await bankEntriesTable.find(db, {}, { order: [['key', 'ASC']] });
    expect(rows.map(({ key, amountMinor }) => [key, amountMinor])).toEqual([
      [sum.key, 60n],
      [`${sum.key}/1`, 30n],
      [`${sum.key}/2`, 10n],
    ]);
    expect(rows[0]).toMatchObject({ ...WORDS, id: sum.id, partOf: 'n#1', entryReference: 'G2' });
    const said = { key: sum.key, minor: '100', bankReference: null, entryReference: 'G2' };
    for (const row of rows)
      expect(row).toMatchObject({ said, detailsBy: notified, saidIn: 's.0', bookedAs: 'suspense' });
    expect(announced().map(([, minor]) => minor)).toEqual([60n, 30n, 10n]);
    // As the statement says it, it is still one sum.
    await books.newStatement(sum.fileId, { saidIn: 's.0' });
    const statement = await bankStatementsTable.findOne(db, { saidIn: 's.0' });
    const kept = await entriesOfStatement(db, statement?.id ?? '');
    expect(kept).toMatchObject([{ ...BARE, id: sum.id, amountMinor: 100n, isOpen: false }]);
    expect(kept[0]?.within).toEqual({ entry: sum.key, reference: 'G2' });
  });

  test('gives a notified sum its words, or its parts in its place', async () => {
    const [sum] = await notify([credit(50n, { bankReference: 'R5' })]);
    await notify([credit(50n, { ...WORDS, bankReference: 'R5' })]);
    expect(await now(sum)).toMatchObject({ ...WORDS, said: null, detailsBy: null, isStated: false });
    expect(books.announced).toEqual([]);
    const alone = await state(credit(51n, { bankReference: 'R6' }), { saidIn: 's.1' });
    await notify([credit(51n, { ...WORDS, bankReference: 'R6' })]);
    await books.newStatement(alone.fileId, { saidIn: 's.1' });
    const statement = await bankStatementsTable.findOne(db, { saidIn: 's.1' });
    expect((await entriesOfStatement(db, statement?.id ?? ''))[0]?.within).toBeUndefined();
    books.forget();
    const [other] = await notify([credit(70n, { within: within('n#2', 'G7') })]);
    books.forget();
    await notify([credit(30n, { within: within('n#3', 'G7') }), credit(40n, { within: within('n#3', 'G7') })], {
      nowMs: 5,
    });
    expect((await now(other)).endedAt).not.toBeNull();
    expect(books.changed).toEqual([{ entryId: other?.id, depositId: null, nowMs: 5 }]);
    expect(books.coming).toHaveLength(2);
    expect(await bankEntriesTable.find(db, { partOf: 'n#3' })).toMatchObject([
      { isStated: false },
      { isStated: false },
    ]);
  });

  test('gives no words to money that has an owner, or is a debit of nobody', async () => {
    const sum = await state(credit(90n, { bankReference: 'R9' }));
    await bankEntriesTable.update(db, { bookedAs: 'claimed' }, { id: sum.id });
    const debit = await state({ ...BARE, amountMinor: 91n, bankReference: 'R10' });
    books.forget();
    await notify([
      credit(90n, { ...WORDS, bankReference: 'R9' }),
      { ...WORDS, amountMinor: 91n, bankReference: 'R10' },
    ]);
    expect(await now(sum)).toMatchObject({ ...BARE, said: null });
    expect(await now(debit)).toMatchObject(WORDS);
    expect(books.announced).toEqual([]);
  });
});

describe('words of a statement', () => {
  const learned = (row: BankEntryRow, said: Partial<StatementEntry>, from: 'statement' | 'notification') => {
    const news = { informed: [{ row: keptOf(row), said: { ...saidDebit, ...said, key: 'k' } }], split: [] };
    const of = { news, fileId: row.fileId, byStatement: from === 'statement', nowMs: 3 };
    return books.inBooks((tx) => learn(tx, of));
  };

  test('are its own: nothing has to be kept of the sum', async () => {
    const sum = await state(credit(80n, { bankReference: 'R1', within: within('f#1', 'G1') }));
    books.forget();
    await learned(sum, credit(80n, WORDS), 'statement');
    expect(await now(sum)).toMatchObject({
      ...WORDS,
      said: null,
      detailsBy: null,
      bankReference: 'R1',
      partOf: 'f#1',
      entryReference: 'G1',
    });
    expect(announced()).toEqual([[sum.id, 80n]]);
    await learned(sum, credit(80n, { ...WORDS, bankReference: 'R2', within: within('f#2', 'G2') }), 'statement');
    expect(await now(sum)).toMatchObject({ bankReference: 'R2', partOf: 'f#2', entryReference: 'G2' });
  });

  test('are not learned for an entry that is only going to be booked', async () => {
    const sum = await state(credit(80n));
    const kept = { ...keptOf(sum), row: null };
    const said = { ...saidDebit, ...credit(80n, WORDS), key: 'k' };
    const news = { informed: [{ row: kept, said }], split: [{ row: kept, parts: [said] }] };
    books.forget();
    await books.inBooks((tx) => learn(tx, { news, fileId: sum.fileId, byStatement: true, nowMs: 3 }));
    const parts = { informed: [], split: [{ row: keptOf(sum), parts: [] }] };
    await books.inBooks((tx) => learn(tx, { news: parts, fileId: sum.fileId, byStatement: true, nowMs: 3 }));
    expect(await now(sum)).toMatchObject(BARE);
    expect(books.announced).toEqual([]);
  });
});

describe('like money whose owner only a notification named', () => {
  test('a credit with the same words is for staff; of two, only one', async () => {
    await state(credit(80n, { bankReference: 'R1' }), { saidIn: 's.0' });
    await notify([credit(80n, { ...WORDS, bankReference: 'R1' })]);
    books.forget();
    const again = credit(80n, { ...WORDS, bankReference: null });
    const [one, two] = await books.book([again, { ...again, endToEndId: null }], { saidIn: 's.1' });
    expect([one?.bookedAs, two?.bookedAs]).toEqual(['suspense', 'suspense']);
    expect(announced()).toEqual([[two?.id, 80n]]);
  });

  test('a credit of an earlier day is announced', async () => {
    await state(credit(80n, { bankReference: 'R1', day: '2026-11-20' }), { saidIn: 's.0' });
    await notify([credit(80n, { ...WORDS, bankReference: 'R1', day: '2026-11-20' })]);
    books.forget();
    const row = await state(credit(80n, { ...WORDS, day: '2026-11-24' }), { saidIn: 's.1' });
    expect(announced()).toEqual([[row.id, 80n]]);
  });
});

describe('an entry as the rules compare it', () => {
  test('is open while its money is in suspense, and nothing else is said of it', async () => {
    const row = { ...(await state(credit(5n))), bookedAs: 'suspense' } as BankEntryRow;
    expect(keptOf(row)).toMatchObject({ id: row.id, isStated: true, isOpen: true, within: undefined, row });
    const closed: Partial<BankEntryRow>[] = [
      { isStated: false },
      { bookedAs: 'claimed' as const },
      { endedAt: new Date() },
      { takenBackBy: newId() },
    ];
    for (const more of closed) expect(keptOf({ ...row, ...more }).isOpen).toBe(false);
    expect(keptOf({ ...row, partOf: 'f#1', entryReference: 'G' }).within).toEqual({ entry: 'f#1', reference: 'G' });
  });

  test('is found by amount, by a sum, by a reference, and around its days', async () => {
    const day = '2026-11-24';
    const find = async (said: readonly Partial<StatementEntry>[]) => {
      const found = await entriesLike(
        db,
        mode,
        said.map((each) => ({ ...saidDebit, day, ...each })),
      );
      return found.map(({ id }) => id);
    };
    expect(await find([])).toEqual([]);
    const near = await state({ amountMinor: 7n, day: '2026-11-29' });
    const other = await state({ amountMinor: 7n, day: '2026-11-30' });
    const early = await state({ amountMinor: 7n, day: '2026-11-19', bankReference: 'R7' });
    expect(await find([{ amountMinor: 7n }])).toEqual([near.id, early.id]);
    expect(await find([{ amountMinor: 1n }, { amountMinor: 7n, day: '2026-11-25' }])).toEqual([
      near.id,
      other.id,
      early.id,
    ]);
    expect(await find([{ amountMinor: 1n, day: '2026-11-25' }, { amountMinor: 7n }])).toEqual([
      near.id,
      other.id,
      early.id,
    ]);
    expect(await find([{ amountMinor: 9n, bankReference: 'R7' }])).toEqual([early.id]);
    expect(await find([{ amountMinor: 9n, within: within('x', 'R7') }])).toEqual([early.id]);
    await bankEntriesTable.update(db, { endedAt: new Date() }, { id: early.id });
    expect(await find([{ amountMinor: 9n, bankReference: 'R7' }])).toEqual([]);
    // The sum of one entry, of one reference, or of one day and direction.
    const [one, two] = [3n, 4n];
    const parts = (more: readonly Partial<StatementEntry>[]) =>
      find([
        { amountMinor: one, ...more[0] },
        { amountMinor: two, ...more[1] },
      ]);
    expect(
      await parts([{ within: within('e') }, { within: within('e'), direction: 'credit', day: '2026-11-23' }]),
    ).toContain(near.id);
    expect(
      await parts([{ bankReference: 'G' }, { bankReference: 'G', direction: 'credit', day: '2026-11-25' }]),
    ).toContain(near.id);
    const mixed = { within: within('e', 'G2'), direction: 'credit', day: '2026-11-25' } as const;
    expect(await parts([{ bankReference: 'G2', within: within('d') }, mixed])).toContain(near.id);
    expect(await parts([{ within: within('d', 'G2') }, mixed])).toContain(near.id);
    const apart = [{ within: within('a', 'A') }, { within: within('b', 'B') }];
    expect(await parts(apart)).toContain(near.id);
    expect(await parts([apart[0] ?? {}, { ...apart[1], direction: 'credit' }])).not.toContain(near.id);
    expect(await parts([apart[0] ?? {}, { ...apart[1], day: '2026-11-25' }])).not.toContain(near.id);
  });

  test('of a statement and those that it covers are all, but for those that were denied; also of older releases', async () => {
    const [fileId, older] = [await books.newFile(), await books.newFile()];
    const row = await state(credit(5n), { fileId, saidIn: 's.0' });
    const denied = await state(credit(6n), { fileId, saidIn: 's.0' });
    const old = await state(credit(7n), { fileId: older });
    await bankEntriesTable.update(db, { denied: true }, { id: denied.id });
    await books.newStatement(fileId, { saidIn: 's.0' });
    await books.newStatement(older, {});
    const [first, second] = await bankStatementsTable.find(db, {}, { order: [['place', 'ASC']] });
    const idsOf = async (id = '') => (await entriesOfStatement(db, id)).map((each) => each.id);
    expect(await idsOf(first?.id)).toEqual([row.id]);
    expect(await idsOf(second?.id)).toEqual([old.id]);
    await bankStatementsTable.update(db, { coveredBy: second?.id ?? null }, { id: first?.id ?? '' });
    expect((await idsOf(second?.id)).toSorted()).toEqual([row.id, old.id].toSorted());
    expect(await entriesOfStatement(db, second?.id ?? '')).toMatchObject([{ isOpen: true }, { isOpen: true }]);
  });
});

describe('an entry that is coming', () => {
  test('is one that is only notified, or whose statement was refused later', async () => {
    const [notified] = await notify([credit(11n)]);
    const refused = await state(credit(12n), { fileId: await books.newFile() });
    const booked = await state(credit(13n), { fileId: await books.newFile() });
    const known = await state(credit(14n), { fileId: refused.fileId, saidIn: 's.0' });
    await bankFilesTable.update(db, { state: 'refused' }, { id: refused.fileId });
    const coming = async () => (await comingEntries(db, mode)).map(({ id }) => id);
    expect(await coming()).toEqual([notified?.id, refused.id]);
    expect([booked.saidIn, known.saidIn]).toEqual([null, 's.0']);
    await books.newStatement(refused.fileId);
    expect(await coming()).toEqual([notified?.id]);
    await bankEntriesTable.update(db, { endedAt: new Date() }, { id: notified?.id ?? '' });
    expect(await coming()).toEqual([]);
  });

  test('ends once, and only if nothing is booked of it', async () => {
    const [one, two] = await notify([credit(21n), credit(22n)]);
    const booked = await state(credit(23n));
    const ids = [one, booked].map((row) => row?.id ?? '');
    for (const _each of [1, 2]) await books.inBooks((tx) => endComing(tx, ids, 4));
    expect(books.changed).toEqual([{ entryId: one?.id, depositId: null, nowMs: 4 }]);
    for (const row of [two, booked]) expect((await now(row)).endedAt).toBeNull();
  });
});
