import { beforeEach, describe, expect, test } from 'vitest';
import { openBooks } from '../../db/bank/books.fixture.ts';
import { type BankFile, findBankFile } from '../../db/bank/files.ts';
import {
  type BankStatementRow,
  bankDifferencesTable,
  bankEntriesTable,
  bankStatementsTable,
  contradictionsTable,
} from '../../db/bank/rows.ts';
import { makeStaff } from '../../db/staff/staff.fixture.ts';
import { testBox } from '../../db/testing.fixture.ts';
import { signedMinor } from '../../domain/bank/judge-entry.ts';
import type { StatementEntry } from '../../domain/bank/messages.ts';
import type { StatementPage } from '../../domain/bank/pages.ts';
import { saidDebit } from '../../domain/bank/said-debit.fixture.ts';
import { newId } from '../../domain/ids.ts';
import { testAccount } from './bank.fixture.ts';
import type { BankDeps } from './deps.ts';
import { openSchemas, STANDARD_SCHEMAS } from './files/schemas.ts';
import { folderTransport } from './folder-transport.ts';
import { bookStatements } from './process-statements.ts';

let books: Awaited<ReturnType<typeof openBooks>>;
let db: (typeof books)['db'];
let deps: BankDeps;
beforeEach(async () => {
  books = await openBooks();
  ({ db } = books);
  deps = {
    db,
    box: testBox,
    mode: 'sandbox',
    account: testAccount,
    schemas: openSchemas(STANDARD_SCHEMAS),
    transport: folderTransport({ folder: '/none' }),
    windowMs: 0,
    cutOffHour: 14,
    feesADayMinor: 100n,
    nowMs: Date.now,
    admit: async (_tx, ids) => new Set(ids),
  };
});

type Said = Partial<StatementEntry>;
const DAY = '2026-11-24';
/** Money with words of its own, so that no two are the same. */
const credit = (amountMinor: bigint, more: Said = {}): StatementEntry => {
  const words = { remittance: `words ${newId()}`, bankReference: newId() };
  return { ...saidDebit, direction: 'credit', amountMinor, ...words, ...more };
};
const BARE = { remittance: '', partyName: null, partyIban: null };
const debit = (amountMinor: bigint, more: Said = {}) => credit(amountMinor, { direction: 'debit', ...more });
const HEAD = { iban: testAccount.iban, currency: 'EUR', sequence: null, period: null, createdAt: null, page: null };

interface SaidStatement {
  readonly id?: string;
  readonly closes?: bigint;
  readonly day?: string;
}
/** A statement that opens so; left out, it closes with what the entries lead to. */
function statement(
  openingMinor: bigint,
  entries: readonly StatementEntry[],
  { id = 'S', closes, day = DAY }: SaidStatement = {},
): StatementPage {
  const closingMinor = closes ?? entries.reduce((sum, each) => sum + signedMinor(each), openingMinor);
  const balances = { hasBalances: true, openingMinor, closingMinor, closingDay: day };
  return { head: { ...HEAD, statementId: id, ...balances }, entries: [entries] };
}
function notification(entries: readonly StatementEntry[]): StatementPage {
  const none = { hasBalances: false, openingMinor: null, closingMinor: null, closingDay: null };
  return { head: { ...HEAD, statementId: 'N', ...none }, entries: [entries] };
}
async function newFile(): Promise<BankFile> {
  const file = await findBankFile(db, await books.newFile());
  if (file === undefined) throw new Error('There is no file.');
  return file;
}
/** A file of the bank with these; the files with statements are told apart by where they say something. */
async function says(
  read: readonly StatementPage[],
  { acceptsGap = false, file = undefined as BankFile | undefined } = {},
) {
  return bookStatements(deps, file ?? (await newFile()), { read, acceptsGap });
}
const booked = () => bankStatementsTable.find(db, { mode: 'sandbox' }, { order: [['place', 'ASC']] });
const namesOf = (rows: readonly BankStatementRow[]) => rows.map(({ statementId }) => statementId);
const entryOf = (amountMinor: bigint) => bankEntriesTable.findOne(db, { amountMinor });
const count = () => bankEntriesTable.count(db, { mode: 'sandbox' });
const refused = (words: string) => ({ name: 'BankFileError', message: words });
const open = async () => (await contradictionsTable.find(db, { endedAt: null }))[0];
const suspense = (work: () => Promise<unknown>) => books.changes(work);

/** Read to be summed and to be compared with what was notified; read to be booked, the process dies at this place. */
function readingsOf(entries: readonly StatementEntry[], diesAt: number): StatementPage['entries'] {
  let readings = 0;
  return {
    *[Symbol.iterator]() {
      readings += 1;
      if (readings < 3) return yield entries;
      yield entries.slice(0, diesAt);
      throw new Error('The process died.');
    },
  };
}

describe('the statements of a file', () => {
  test('are booked in the order in which they follow each other, each entry with its statement', async () => {
    const file = await newFile();
    const days = ['2026-11-26', '2026-11-24', '2026-11-25'] as const;
    const [three, one, two] = days.map((day, at) =>
      statement([6n, 1n, 3n][at] ?? 0n, [credit([4n, 2n, 3n][at] ?? 0n)], { day, id: day }),
    );
    if (one === undefined || two === undefined || three === undefined) throw new Error('A statement is missing.');
    expect(await says([three, one, two], { file })).toBeNull();
    const rows = await booked();
    expect(rows.map(({ statementId, saidIn, entries, fileId }) => [statementId, saidIn, entries, fileId])).toEqual([
      ['2026-11-24', `${file.id}.1`, 1, file.id],
      ['2026-11-25', `${file.id}.2`, 1, file.id],
      ['2026-11-26', `${file.id}.0`, 1, file.id],
    ]);
    for (const [at, amount] of [4n, 2n, 3n].entries())
      expect(await entryOf(amount)).toMatchObject({
        saidIn: `${file.id}.${at}`,
        key: expect.stringContaining(`@${file.id}.${at}#1`),
        isStated: true,
        statedBy: file.id,
        bookedAs: 'suspense',
      });
    expect(await bankDifferencesTable.count(db, { mode: 'sandbox' })).toBe(0);
    // Read again, also in another file, they say nothing new.
    await says([three, one, two], { file });
    await says([two, three, one]);
    expect([await count(), namesOf(await booked())]).toEqual([3, ['2026-11-24', '2026-11-25', '2026-11-26']]);
  });

  test('of one day follow each other by their balances, whatever their order', async () => {
    const [one, two, three] = [
      statement(0n, [credit(1n)], { id: 'A' }),
      statement(1n, [credit(2n)], { id: 'B' }),
      statement(3n, [credit(3n)], { id: 'C' }),
    ];
    await says([statement(0n, [], { id: 'BEFORE', day: '2026-11-23' })]);
    await says([three, two, one]);
    expect(namesOf(await booked())).toEqual(['BEFORE', 'A', 'B', 'C']);
  });

  test('wait for those before them, the earliest day first, and nothing of the file is booked', async () => {
    await says([statement(0n, [credit(1n)])]);
    const later = statement(70_000n, [credit(2n)], { id: 'L', day: '2026-11-27' });
    const earlier = statement(90_050n, [credit(3n)], { id: 'E', day: '2026-11-26' });
    const next = statement(1n, [credit(4n)], { id: 'NEXT', day: '2026-11-25' });
    for (const read of [
      [later, earlier, next],
      [next, earlier, later],
    ])
      expect(await says(read)).toEqual({
        words: 'No statement closes with 900.50 EUR, with which E opens.',
        day: '2026-11-26',
      });
    expect(await count()).toBe(1);
    // Where nothing else came, they are booked all the same: first those that follow, then by day.
    expect(await says([later, earlier, next], { acceptsGap: true })).toBeNull();
    expect(namesOf(await booked())).toEqual(['S', 'NEXT', 'E', 'L']);
  });

  test('with more entries than one piece has are booked whole', async () => {
    const entries = Array.from({ length: 1_001 }, () => credit(1n));
    await says([statement(0n, entries)]);
    expect(await count()).toBe(1_001);
    expect(await booked()).toMatchObject([{ entries: 1_001, closingMinor: 1_001n }]);
    expect(await bankDifferencesTable.count(db, { mode: 'sandbox' })).toBe(0);
  });

  test.each([
    ['before any of its pieces', 0],
    ['between two of its pieces', 500],
    ['after all of its pieces', 1_000],
  ])('are booked once where the process dies %s, and confirm once what was notified', async (_when, diesAt) => {
    const entries = Array.from({ length: 1_000 }, (_each, at) => credit(BigInt(at + 1)));
    const notified = [3, 499, 500, 900].flatMap((at) => entries[at] ?? []);
    await says([notification(notified)]);
    const file = await newFile();
    const { head } = statement(0n, entries);
    await expect(says([{ head, entries: readingsOf(entries, diesAt) }], { file })).rejects.toThrow('died');
    expect(await bankEntriesTable.count(db, { isStated: true })).toBe(diesAt);
    expect(await booked()).toEqual([]);

    await says([statement(0n, entries)], { file });
    expect([await count(), await bankEntriesTable.count(db, { isStated: true })]).toEqual([1_000, 1_000]);
    for (const { amountMinor } of notified) {
      // Its first words are the notification's: it was added once, and then confirmed.
      expect(await entryOf(amountMinor)).toMatchObject({ statedBy: file.id, bookedAs: 'suspense', endedAt: null });
    }
    expect(await booked()).toMatchObject([{ entries: 1_000, closingMinor: 500_500n }]);
    expect(await bankDifferencesTable.count(db, { mode: 'sandbox' })).toBe(0);
    const moved = await suspense(() => says([statement(0n, entries)], { file }));
    expect(moved).toEqual({});
  });

  test('are not closed if an entry is missing when they are read to be booked', async () => {
    const entries = Array.from({ length: 600 }, () => credit(1n));
    const { head } = statement(0n, entries);
    const readings = [entries, entries.slice(0, 550)];
    const page = { head, entries: { [Symbol.iterator]: () => [readings.shift() ?? entries].values() } };
    await expect(says([page])).rejects.toThrow('not those of the first reading: 550 of 600');
    expect([await count(), await booked()]).toEqual([500, []]);
  });

  test('whose entries do not lead from one balance to the other are refused, and stop euro', async () => {
    const file = await newFile();
    const wrong = statement(1_000n, [credit(250n)], { closes: 1_300n });
    const words = 'The entries of statement S do not lead from 10.00 EUR to 13.00 EUR.';
    await expect(says([statement(0n, [], { id: 'OK' }), wrong], { file })).rejects.toMatchObject(refused(words));
    expect(await bankDifferencesTable.find(db, { mode: 'sandbox' })).toMatchObject([
      { fileId: file.id, differenceMinor: 50n, explanation: words, stops: true },
    ]);
    expect([await count(), await booked()]).toEqual([0, []]);
  });

  test('take the fees of a day up to the limit, and confirm what was notified', async () => {
    const fee = { code: 'PMNT/MDOP/CHRG' };
    const [coming] = [credit(40n)];
    if (coming === undefined) throw new Error('There is no entry.');
    await says([notification([coming])]);
    expect(await entryOf(40n)).toMatchObject({ isStated: false, bookedAs: null });
    expect(await booked()).toEqual([]);
    const moved = await suspense(() => says([statement(0n, [coming, debit(90n, fee), debit(11n, fee)])]));
    expect(moved).toMatchObject({ 'fees:bank': -90n, 'suspense:bank_debit': -11n, 'suspense:bank': 40n });
    expect(await count()).toBe(3);
    expect(await entryOf(40n)).toMatchObject({ isStated: true, bookedAs: 'suspense' });
  });

  test('come before the notifications of their file', async () => {
    const said = credit(40n);
    await says([notification([said, credit(41n)]), statement(0n, [said])]);
    expect(await entryOf(40n)).toMatchObject({ isStated: true });
    expect(await entryOf(41n)).toMatchObject({ isStated: false, bookedAs: null });
    expect(await count()).toBe(2);
  });
});

describe('a statement that says again what is booked', () => {
  test('and more is booked with the rest of it, and takes the place of the others', async () => {
    const [one, two, three] = [credit(1n), credit(2n), credit(4n)];
    await says([statement(0n, [one], { id: 'A' })]);
    await says([statement(1n, [two], { id: 'B' })]);
    expect(await suspense(() => says([statement(0n, [one, two, three], { id: 'DAY' })]))).toEqual({
      'suspense:bank': 4n,
      'custody:bank:main': -4n,
    });
    const [a, b, day] = await booked();
    expect([a?.coveredBy, b?.coveredBy, day?.coveredBy]).toEqual([day?.id, day?.id, null]);
    expect(day).toMatchObject({ statementId: 'DAY', entries: 3, closingMinor: 7n });
    await says([statement(7n, [credit(8n)], { id: 'NEXT', day: '2026-11-25' })]);
    expect(await bankDifferencesTable.count(db, { mode: 'sandbox' })).toBe(0);
  });

  test('in the same file is booked once', async () => {
    const [one, two] = [credit(1n), credit(2n)];
    await says([
      statement(0n, [one], { id: 'A' }),
      statement(0n, [one], { id: 'A' }),
      statement(0n, [one, two], { id: 'DAY' }),
    ]);
    expect([await count(), namesOf(await booked())]).toEqual([2, ['A', 'DAY']]);
    const [a, day] = await booked();
    expect(a?.coveredBy).toBe(day?.id);
  });

  test('without entries says nothing new', async () => {
    const empty = statement(0n, []);
    await says([empty]);
    expect(await says([empty])).toBeNull();
    expect([await count(), (await booked()).length]).toEqual([0, 1]);
  });

  test('gives a sum in suspense its words, also where it says nothing else', async () => {
    const reference = newId();
    await says([statement(0n, [credit(5n, { ...BARE, bankReference: reference })])]);
    books.forget();
    const file = await newFile();
    await says([statement(0n, [credit(5n, { bankReference: reference, partyName: 'Payer' })])], { file });
    // The words are the statement's own, not those of a notification.
    expect(await entryOf(5n)).toMatchObject({ partyName: 'Payer', detailsBy: null });
    expect(books.announced).toMatchObject([{ amountMinor: 5n, partyName: 'Payer' }]);
    expect([await count(), (await booked()).length]).toEqual([1, 1]);
  });

  test('leaves the others as they are: what a later one of the file repeats is not booked twice', async () => {
    const [first, later] = [credit(1n), credit(8n)];
    await says([statement(0n, [first], { id: 'A' })]);
    const next = statement(1n, [later], { id: 'NEXT', day: '2026-11-25' });
    await says([next]);
    const balanced = statement(0n, [first, credit(5n), debit(5n)], { id: 'DAY' });
    expect(await says([balanced, next])).toBeNull();
    expect([await count(), namesOf(await booked())]).toEqual([4, ['A', 'NEXT', 'DAY']]);
    expect(await bankDifferencesTable.count(db, { mode: 'sandbox' })).toBe(0);
  });

  test('adds nothing to what the same file is going to book', async () => {
    const bankReference = newId();
    const bare = statement(0n, [credit(5n, { ...BARE, bankReference })]);
    const worded = statement(0n, [credit(5n, { bankReference, partyName: 'Payer' })]);
    await says([bare, worded]);
    expect(await entryOf(5n)).toMatchObject({ partyName: null });
    await says([worded]);
    expect(await entryOf(5n)).toMatchObject({ partyName: 'Payer' });
    expect([await count(), (await booked()).length]).toEqual([1, 1]);
  });

  test('gives no words to money that are those of other money like it: staff decide', async () => {
    const one = newId();
    const bare = credit(5n, { ...BARE, bankReference: one });
    const other = credit(5n, { ...BARE, bankReference: null });
    await says([statement(0n, [bare, other])]);
    const words = { remittance: 'Order 1', partyName: 'Payer' };
    await says([notification([{ ...bare, ...words }])]);
    const named = () => bankEntriesTable.find(db, { partyName: 'Payer' });
    expect(await named()).toMatchObject([{ bankReference: one }]);
    await says([statement(0n, [bare, { ...other, ...words }])]);
    expect(await named()).toMatchObject([{ bankReference: one }]);
  });

  test('is found after more statements than are looked at', async () => {
    const said = credit(1n);
    await says([statement(0n, [said], { day: '2026-01-05' })]);
    const fileId = await books.newFile();
    for (let at = 0; at < 101; at += 1) {
      const closingDay = new Date(Date.UTC(2026, 1, 1 + at)).toISOString().slice(0, 10);
      await books.newStatement(fileId, {
        statementId: `D${at}`,
        openingMinor: 1n,
        closingMinor: 1n,
        closingDay,
        entries: 0,
      });
    }
    expect(await says([statement(0n, [said], { day: '2026-01-05' })])).toBeNull();
    expect([await count(), (await booked()).length]).toEqual([1, 102]);
  });
});

describe('a statement that contradicts what is booked', () => {
  const WORDS = `Statement S of ${DAY} contradicts`;
  /** Two people say that it is right. */
  async function decide(): Promise<void> {
    const row = await open();
    const [one, two] = [await makeStaff(db, 'manager'), await makeStaff(db, 'mlro')];
    const requested = { choice: 'refused', note: 'N', requestedBy: one.id, requestedRole: 'manager' } as const;
    const at = { requestedAt: new Date(), confirmedBy: two.id, confirmedAt: new Date() };
    await contradictionsTable.update(db, { ...requested, ...at }, { id: row?.id ?? '' });
  }

  test('is noted with all that differs, and booked once two people have decided exactly that', async () => {
    const [same, denied, fresh] = [credit(1n), credit(20n), credit(300n)];
    await says([statement(0n, [same, denied], { id: 'BOOKED' })]);
    const file = await newFile();
    const read = [statement(0n, [same, fresh])];
    await expect(says(read, { file })).rejects.toMatchObject(refused(`${WORDS} what is booked.`));
    expect(await open()).toMatchObject({ fileId: file.id, statementId: 'S', closingDay: DAY, differenceMinor: 280n });
    expect((await open())?.said).toMatchObject([{ minor: '300' }]);
    expect(await entryOf(20n)).toMatchObject({ doubtedBy: (await open())?.id, denied: false });
    expect(await count()).toBe(2);
    await decide();
    // Another difference is another decision.
    await expect(says([statement(0n, [same, fresh, credit(7n)])], { file })).rejects.toMatchObject({
      name: 'BankFileError',
    });
    expect(await open()).toMatchObject({ choice: null, saidCount: 2 });
    await expect(says(read, { file })).rejects.toMatchObject({ name: 'BankFileError' });
    await decide();
    books.forget();
    expect(await says(read, { file })).toBeNull();
    expect(await entryOf(20n)).toMatchObject({ denied: true });
    // Entries that only the right statement has go to nobody by their words.
    expect(await entryOf(300n)).toMatchObject({ bookedAs: 'suspense', isStated: true });
    expect(books.announced).toEqual([]);
    const [before, now] = await booked();
    expect(before?.coveredBy).toBe(now?.id);
    expect(now).toMatchObject({ statementId: 'S', closingMinor: 301n, entries: 2 });
    expect(await bankDifferencesTable.count(db, { mode: 'sandbox' })).toBe(0);
  });

  test('only by what it does not have is a contradiction, too', async () => {
    const same = credit(20n);
    await says([statement(0n, [same, credit(5n), debit(5n)])]);
    const file = await newFile();
    const read = [statement(0n, [same])];
    await expect(says(read, { file })).rejects.toMatchObject(refused(`${WORDS} what is booked.`));
    expect(await open()).toMatchObject({ differenceMinor: 0n, saidCount: 0 });
    await decide();
    expect(await suspense(() => says(read, { file }))).toEqual({ 'suspense:bank': -5n, 'suspense:bank_debit': 5n });
    expect(await bankEntriesTable.count(db, { denied: true })).toBe(2);
    expect((await booked()).map(({ entries, coveredBy }) => [entries, coveredBy === null])).toEqual([
      [3, false],
      [1, true],
    ]);
  });

  test('denies what is built on it, up to a month of days', async () => {
    const first = credit(20n);
    await says([statement(0n, [first], { id: 'BOOKED' })]);
    const days = Array.from({ length: 31 }, (_each, at) =>
      new Date(Date.UTC(2026, 10, 25 + at)).toISOString().slice(0, 10),
    );
    for (const [at, day] of days.entries())
      await says([statement(20n + BigInt(at), [credit(1n, { day })], { id: `D${at}`, day })]);
    const read = [statement(0n, [credit(5_000n)])];
    await expect(says(read)).rejects.toMatchObject(refused(`${WORDS} what is booked.`));
    expect(await bankEntriesTable.count(db, { doubtedBy: (await open())?.id ?? '' })).toBe(32);
    expect(await bankDifferencesTable.count(db, { mode: 'sandbox' })).toBe(0);
    const day = '2026-12-26';
    await says([statement(51n, [credit(1n, { day })], { id: 'ONE', day })]);
    const file = await newFile();
    const words = `${WORDS} an old one.`;
    await expect(says(read, { file })).rejects.toMatchObject(refused(words));
    expect(await bankDifferencesTable.find(db, { mode: 'sandbox' })).toMatchObject([
      { fileId: file.id, differenceMinor: 4_980n, explanation: words, stops: true },
    ]);
    // Also where the same file contradicts a new one.
    const both = says([...read, statement(51n, [credit(2n, { day })], { id: 'TWO', day })]);
    await expect(both).rejects.toMatchObject(refused(words));
  });

  test('replaces what it denies, and what is built on it', async () => {
    const day = '2026-11-25';
    await says([statement(0n, [credit(20n)], { id: 'BOOKED' })]);
    await says([statement(20n, [credit(1n, { day })], { id: 'BUILT', day })]);
    const file = await newFile();
    const read = [statement(0n, [credit(300n)])];
    await expect(says(read, { file })).rejects.toMatchObject(refused(`${WORDS} what is booked.`));
    await decide();
    expect(await says(read, { file })).toBeNull();
    const [before, built, now] = await booked();
    expect([before?.coveredBy, built?.coveredBy, now?.coveredBy]).toEqual([now?.id, now?.id, null]);
    await says([statement(300n, [credit(4n, { day })], { id: 'NEXT', day })]);
    expect(await bankDifferencesTable.count(db, { mode: 'sandbox' })).toBe(0);
  });

  test('of the same file is refused with it, and nothing of it is booked', async () => {
    const [one, two] = [statement(0n, [credit(1n)], { id: 'A' }), statement(0n, [credit(2n)])];
    await expect(says([one, two])).rejects.toMatchObject(refused(`${WORDS} another one of the same file.`));
    expect([await count(), await open(), await booked()]).toEqual([0, undefined, []]);
    // Also where it contradicts what is booked as well.
    await says([statement(0n, [credit(20n)], { id: 'BOOKED' })]);
    const built = statement(20n, [credit(30n)], { id: 'BUILT' });
    const both = says([built, statement(0n, [credit(5_000n)])]);
    await expect(both).rejects.toMatchObject(refused(`${WORDS} another one of the same file.`));
    expect([await count(), await open()]).toEqual([1, undefined]);
  });
});
