import { beforeEach, describe, expect, test } from 'vitest';
import { saidDebit } from '../../domain/bank/said-debit.fixture.ts';
import { newId } from '../../domain/ids.ts';
import { openBooks } from './books.fixture.ts';
import { isBankStopped, openDifference } from './differences.ts';
import { bankDifferencesTable, bankEntriesTable, bankStatementsTable, contradictionsTable } from './rows.ts';
import { resolveDifference, tellUnstated } from './unstated.ts';

const mode = 'sandbox';
let books: Awaited<ReturnType<typeof openBooks>>;
let db: (typeof books)['db'];
let close: (typeof books)['close'];

beforeEach(async () => {
  books = await openBooks();
  ({ db, close } = books);
});

describe('statements that are missing', () => {
  const tell = () => books.inBooks((tx) => tellUnstated(tx, mode));
  const open = () => bankDifferencesTable.find(db, { resolvedAt: null }, { order: [['foundAt', 'ASC']] });
  const resolve = (id: string) =>
    books.inBooks((tx) => resolveDifference(tx, { id, by: 'Ann', note: 'They are lost.', nowMs: 3 }));

  test('are reported, stop nothing, and end with the statement that leads on', async () => {
    await close({ opens: 0n, closes: 1_000n });
    const after = await close({ opens: 1_150n, closes: 1_160n, day: '2026-11-26' });
    const words =
      'Before statement S2 of 2026-11-26 (sandbox), which opens with 11.50 EUR, statements are missing: the last one closed with 10.00 EUR.';
    for (const _each of [1, 2]) await tell();
    expect(await books.alerts('bank_statement_missing', after.id)).toEqual([`${words} Ask the bank for them.`]);
    expect(await open()).toMatchObject([
      { mode, fileId: after.fileId, differenceMinor: 150n, explanation: words, stops: false },
    ]);
    expect(await isBankStopped(db, mode)).toBe(false);
    await close({ opens: 1_000n, closes: 1_150n, day: '2026-11-25' });
    await tell();
    expect(await books.alerts('bank_statement_missing', after.id)).toEqual([]);
    const [closed] = await bankDifferencesTable.find(db, {});
    expect(closed).toMatchObject({ resolvedBy: 'Tidegate', note: 'A statement that came contains it.' });
    expect(await books.alerts('bank_difference', mode)).toEqual([]);
  });

  test.each([
    ['credit', 1_150n, 150n, { 'suspense:bank': 150n, 'custody:bank:main': -150n }],
    ['debit', 900n, 100n, { 'suspense:bank_debit': -100n, 'custody:bank:main': 100n }],
  ] as const)('are booked as one %s in suspense, as staff decide', async (direction, opens, amountMinor, moved) => {
    await close({ opens: 0n, closes: 1_000n });
    const after = await close({ opens, day: '2026-11-26' });
    const other = await close({ opens: 5_000n, day: '2026-11-28' });
    await tell();
    const [first, second] = await open();
    expect(await books.changes(() => resolve(first?.id ?? ''))).toEqual(moved);
    const [entry] = await bankEntriesTable.find(db, { code: 'MISSING' });
    const statement = await bankStatementsTable.findOne(db, { statementId: 'missing' });
    expect(entry).toMatchObject({
      mode,
      direction,
      amountMinor,
      day: '2026-11-26',
      bookedAs: 'suspense',
      paymentId: null,
      isReversal: false,
      fileId: after.fileId,
      isStated: true,
      statedBy: after.fileId,
      key: `missing.${entry?.id}`,
      saidIn: `missing.${entry?.id}`,
      remittance: 'What is missing before statement S2',
    });
    expect(statement).toMatchObject({
      fileId: after.fileId,
      saidIn: entry?.saidIn,
      period: entry?.saidIn,
      number: null,
      sequence: null,
      entries: 1,
      openingMinor: 1_000n,
      closingMinor: opens,
      closingDay: '2026-11-26',
    });
    expect(await books.alerts('bank_statement_missing', after.id)).toEqual([]);
    // The other gap stays as it is, and the same decision moves nothing more.
    expect((await open()).map(({ id }) => id)).toEqual([second?.id]);
    expect(await books.alerts('bank_statement_missing', other.id)).toHaveLength(1);
    expect(await books.changes(() => resolve(first?.id ?? ''))).toEqual({});
    expect(await resolve(first?.id ?? '')).toBeNull();
    expect(await bankDifferencesTable.findOne(db, { id: first?.id ?? '' })).toMatchObject({
      resolvedBy: 'Ann',
      note: 'They are lost.',
      resolvedAt: expect.any(Date),
    });
  });

  test('are not booked while a statement that was refused may say what is missing', async () => {
    await close({ opens: 0n, closes: 1_000n });
    const { fileId } = await close({ opens: 1_150n, day: '2026-11-26' });
    await tell();
    const contradiction = { statementId: 'S0', closingDay: '2026-11-25', differenceMinor: 1n, digest: 'd' };
    const said = { said: [], saidCount: 0, merchants: [], endToEndIds: [] };
    const id = newId();
    await contradictionsTable.create(db, { id, mode, fileId, ...contradiction, ...said });
    const [gap] = await open();
    await expect(resolve(gap?.id ?? '')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Decide first about the statement'),
    });
    expect((await open()).map((each) => each.id)).toEqual([gap?.id]);
    await contradictionsTable.update(db, { endedAt: new Date() }, { id });
    await resolve(gap?.id ?? '');
    expect(await open()).toEqual([]);
  });

  test('a difference that stops is resolved without booking anything; the alert ends with the last one', async () => {
    await close({ opens: 0n, closes: 1_000n });
    const after = await close({ opens: 1_150n, day: '2026-11-26' });
    await tell();
    const [gap] = await open();
    const of = { mode, fileId: after.fileId, differenceMinor: 150n, explanation: 'They differ.' } as const;
    await books.inBooks((tx) => openDifference(tx, of));
    const [, stop] = await open();
    expect(await books.changes(() => resolve(stop?.id ?? ''))).toEqual({});
    expect(await isBankStopped(db, mode)).toBe(false);
    expect(await books.alerts('bank_difference', mode)).toHaveLength(1);
    await resolve(gap?.id ?? '');
    expect(await books.alerts('bank_difference', mode)).toEqual([]);
  });
});

describe('what was notified and is in no statement', () => {
  const tell = () => books.inBooks((tx) => tellUnstated(tx, mode));
  const threeStatements = async () => {
    for (const day of ['2026-11-24', '2026-11-25', '2026-11-26']) await close({ opens: 0n, day });
  };

  test('is reported after three statements, once for each file, with its sum', async () => {
    const [fileId, single] = [await books.newFile('many.xml'), await books.newFile('one.xml')];
    const many = [{ amountMinor: 500n, direction: 'credit' }, { amountMinor: 120n }] as const;
    await books.book(many, { isStated: false, fileId });
    await books.book([{ amountMinor: 30n }], { isStated: false, fileId: single });
    await books.book([{ amountMinor: 77n, day: '2026-11-25' }], { isStated: false });
    await close({ opens: 0n, day: '2026-11-23' });
    await tell();
    expect(await bankDifferencesTable.count(db, {})).toBe(0);
    await threeStatements();
    for (const _each of [1, 2]) await tell();
    const found = await bankDifferencesTable.find(db, {});
    const words = found.map(({ explanation, differenceMinor, stops }) => ({ explanation, differenceMinor, stops }));
    expect(words.toSorted((a, b) => a.explanation.localeCompare(b.explanation))).toEqual([
      {
        explanation:
          'The file many.xml notified 2 movements of 3.80 EUR that no statement of its day or the two next contains.',
        differenceMinor: -380n,
        stops: false,
      },
      {
        explanation:
          'The file one.xml notified a movement of -0.30 EUR that no statement of its day or the two next contains.',
        differenceMinor: 30n,
        stops: false,
      },
    ]);
  });

  test('ends as staff decide, with the deposit that waits for it', async () => {
    const [notified] = await books.book([{ direction: 'credit', amountMinor: 500n }], { isStated: false });
    const [stated] = await books.book([{ direction: 'credit', amountMinor: 9n }], { fileId: notified?.fileId ?? '' });
    await threeStatements();
    await tell();
    const [difference] = await bankDifferencesTable.find(db, { resolvedAt: null });
    books.forget();
    const decision = { id: difference?.id ?? '', by: 'Ann', note: 'It was a mistake.', nowMs: 3 };
    await books.inBooks((tx) => resolveDifference(tx, decision));
    expect((await books.read(notified?.id ?? ''))?.endedAt).not.toBeNull();
    expect((await books.read(stated?.id ?? ''))?.endedAt).toBeNull();
    expect(books.changed).toEqual([{ entryId: notified?.id, depositId: null, nowMs: 3 }]);
  });

  test('is closed by a statement that contains it', async () => {
    const said = { amountMinor: 60n, bankReference: 'LATE', day: saidDebit.day };
    await books.book([said], { isStated: false });
    await threeStatements();
    await tell();
    expect(await bankDifferencesTable.count(db, { resolvedAt: null })).toBe(1);
    await books.book([said]);
    await tell();
    expect(await bankDifferencesTable.count(db, { resolvedAt: null })).toBe(0);
  });
});
