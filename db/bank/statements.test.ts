import { beforeEach, describe, expect, test } from 'vitest';
import type { StatementHead } from '../../domain/bank/messages.ts';
import { openBooks } from './books.fixture.ts';
import { isBankStopped, openDifference } from './differences.ts';
import { bankDifferencesTable, bankEntriesTable, bankStatementsTable } from './rows.ts';
import { balancedOf, bookedStatements, compareWithBank, lastStatement } from './statements.ts';

const mode = 'sandbox';
let books: Awaited<ReturnType<typeof openBooks>>;
let db: (typeof books)['db'];
let close: (typeof books)['close'];

beforeEach(async () => {
  books = await openBooks();
  ({ db, close } = books);
});

const ofStatement = (id: string) => bankStatementsTable.findOne(db, { id });
describe('a booked statement', () => {
  test.each([
    ['007', 7],
    ['2147483647', 2_147_483_647],
    ['2147483648', null],
    [null, null],
  ])('has the number %s; older processes know it as %s', async (number, sequence) => {
    const { id, fileId } = await close({ opens: 1n, number });
    expect(await ofStatement(id)).toMatchObject({ number, sequence, fileId, saidIn: `${fileId}.1`, entries: 0 });
  });

  test('covers those that it replaces, and what they covered', async () => {
    const [first, second] = [await close({ opens: 1n, closes: 2n }), await close({ opens: 2n, closes: 3n })];
    const third = await close({ opens: 1n, closes: 3n, covers: [first.id] });
    const fourth = await close({ opens: 1n, closes: 4n, covers: [third.id] });
    const coveredBy = await Promise.all([first, second, third, fourth].map(async ({ id }) => ofStatement(id)));
    expect(coveredBy.map((row) => row?.coveredBy)).toEqual([fourth.id, null, fourth.id, null]);
  });

  test('is compared with the last hundred, and those of its days and their neighbors', async () => {
    const file = await books.newFile();
    const all = ['2026-01-01', '2026-01-04', '2026-01-05', '2026-01-09', ...Array<string>(100).fill('2026-06-01')];
    for (const closingDay of all) await books.newStatement(file, { closingDay });
    const dayOf = async (days: readonly string[]) => {
      const rows = await bookedStatements(db, mode, days);
      return rows.map(({ closingDay }) => closingDay).filter((day) => day < '2026-06-01');
    };
    expect(await bookedStatements(db, mode, [])).toHaveLength(100);
    expect(await dayOf(['2026-01-08', '2026-01-05'])).toEqual(['2026-01-04', '2026-01-05', '2026-01-09']);
    expect(await dayOf(['2026-01-06'])).toEqual(['2026-01-05']);
  });

  test('is the last if nothing follows it, and knows what is missing before it', async () => {
    expect(await lastStatement(db, mode)).toBeNull();
    await close({ opens: 0n, closes: 10n });
    const last = await close({ opens: 25n, closes: 30n, day: '2026-11-25' });
    expect(await lastStatement(db, mode)).toMatchObject({ head: { id: last.id }, missingMinor: 15n });
  });

  test('needs both balances and a day; else it is a notification', () => {
    const head = {
      statementId: 'S',
      sequence: '7',
      period: 'a/b',
      openingMinor: 1n,
      closingMinor: 2n,
      closingDay: 'd',
    };
    const balanced = {
      statementId: 'S',
      number: '7',
      period: 'a/b',
      openingMinor: 1n,
      closingMinor: 2n,
      closingDay: 'd',
    };
    const of = (more: Partial<StatementHead>) => balancedOf({ ...head, ...more } as StatementHead);
    expect(of({})).toEqual(balanced);
    for (const missing of ['openingMinor', 'closingMinor', 'closingDay']) expect(of({ [missing]: null })).toBeNull();
  });
});

describe('the bank and the books', () => {
  const compare = () => books.inBooks((tx) => compareWithBank(tx, mode));
  const differences = () => bankDifferencesTable.find(db, {}, { order: [['foundAt', 'ASC']] });

  test('are not compared before the first statement, and say nothing while they agree', async () => {
    await compare();
    await books.book([{}]);
    expect(await differences()).toEqual([]);
    await close({ opens: 1_000n, closes: 300n });
    await compare();
    expect(await differences()).toEqual([]);
    expect(await isBankStopped(db, mode)).toBe(false);
  });

  test('differ: it stops euro, once for each statement, and is said with what it may be', async () => {
    const paid = await books.payment(250n, { status: 'accepted' });
    for (const status of ['waiting', 'withdrawn'] as const) await books.payment(250n, { status, files: 0 });
    await books.payment(251n);
    const [debit] = await books.book([{ amountMinor: 250n, partyName: 'Nobody' }]);
    const [notified] = await books.book([{ amountMinor: 9n, direction: 'credit', remittance: '' }], {
      isStated: false,
    });
    const { fileId } = await close({ opens: 1_000n, closes: 500n });
    for (const _each of [1, 2]) await compare();
    const found = await differences();
    expect(found).toMatchObject([
      {
        mode,
        fileId,
        differenceMinor: -250n,
        stops: true,
        resolvedAt: null,
        explanation: 'Statement S1 closes with 5.00 EUR, but the books have 7.50 EUR.',
      },
    ]);
    expect(found[0]?.candidates).toEqual([
      { kind: 'entry', id: debit?.id, minor: '-250', words: expect.stringContaining('−€2.50: an entry of ') },
      { kind: 'entry', id: notified?.id, minor: '9', words: '€0.09: an entry of 24 November 2026' },
      {
        kind: 'payment',
        id: paid.id,
        minor: '-250',
        words: `−€2.50: a payment that is accepted, Shop, ${paid.endToEndId}`,
      },
    ]);
    expect(await books.alerts('bank_difference', mode)).toEqual([
      [
        'Statement S1 closes with 5.00 EUR, but the books have 7.50 EUR. Difference: -2.50 EUR (sandbox).',
        'No euro payments leave until it is resolved in the console.',
        'It may be:',
        ...(found[0]?.candidates ?? []).map(({ words }) => `- ${words}`),
      ].join('\n'),
    ]);
    expect(await isBankStopped(db, mode)).toBe(true);
  });

  test('of what is missing between statements the comparison says nothing', async () => {
    await close({ opens: 1_000n });
    await close({ opens: 1_200n, day: '2026-11-25' });
    await compare();
    expect(await differences()).toEqual([]);
  });

  test('an amount that an older release booked by a notification counts until three statements lack it', async () => {
    await close({ opens: 1_000n });
    const [entry] = await books.book([{ amountMinor: 40n }]);
    const [credit] = await books.book([{ amountMinor: 15n, direction: 'credit' }]);
    for (const row of [entry, credit]) await bankEntriesTable.update(db, { isStated: false }, { id: row?.id ?? '' });
    for (const day of ['2026-11-23', '2026-11-24', '2026-11-25']) {
      await close({ opens: 1_000n, day });
      await compare();
      expect(await differences()).toEqual([]);
    }
    await close({ opens: 1_000n, day: '2026-11-26' });
    await compare();
    expect(await differences()).toMatchObject([{ differenceMinor: 25n }]);
  });

  test('of what is booked, an amount that no statement contains yet is left out in the explanation, too', async () => {
    await close({ opens: 1_000n });
    const [entry] = await books.book([{ amountMinor: 40n }]);
    await bankEntriesTable.update(db, { isStated: false }, { id: entry?.id ?? '' });
    await close({ opens: 1_000n, closes: 990n, day: '2026-11-25' });
    await compare();
    const explanation = 'Statement S2 closes with 9.90 EUR, but the books have 10.00 EUR.';
    expect(await differences()).toMatchObject([{ differenceMinor: -10n, explanation }]);
  });

  test('of one file there is one difference that stops and one that does not; at most five may explain it', async () => {
    const fileId = await books.newFile();
    for (const _each of [1, 2, 3, 4, 5, 6]) await books.payment(50n);
    const of = { mode, fileId, differenceMinor: -50n, explanation: 'They differ.' } as const;
    const open = (more: object) => books.inBooks((tx) => openDifference(tx, { ...of, ...more }));
    await open({ stops: false });
    const first = await books.alerts('bank_difference', mode);
    expect(first[0]?.split('\n')).toHaveLength(7);
    expect(first[0]).toMatch(/^They differ\. Difference: -0\.50 EUR \(sandbox\)\.\nIt may be:\n- /);
    expect(await isBankStopped(db, mode)).toBe(false);
    for (const more of [{ stops: false }, {}, { stops: true }]) await open(more);
    expect((await differences()).map(({ stops }) => stops)).toEqual([false, true]);
    expect((await differences()).map(({ candidates }) => candidates.length)).toEqual([6, 6]);
  });

  test('of a surplus, a payment that the bank may not have made may explain it', async () => {
    const { id } = await books.payment(60n, { status: 'booked' });
    const of = { mode, fileId: await books.newFile(), differenceMinor: 60n, explanation: 'Why?' } as const;
    await books.inBooks((tx) => openDifference(tx, of));
    expect((await differences())[0]?.candidates).toMatchObject([{ kind: 'payment', id }]);
  });

  test('without anything that may explain it, the alert lists nothing', async () => {
    const of = { mode, fileId: await books.newFile(), differenceMinor: 1n, explanation: 'Why?', stops: false } as const;
    await books.inBooks((tx) => openDifference(tx, of));
    expect(await books.alerts('bank_difference', mode)).toEqual(['Why? Difference: 0.01 EUR (sandbox).']);
  });
});
