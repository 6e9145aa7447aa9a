import { beforeEach, describe, expect, test } from 'vitest';
import type { StatementEntry, WithinEntry } from '../../domain/bank/messages.ts';
import { saidDebit } from '../../domain/bank/said-debit.fixture.ts';
import { newId } from '../../domain/ids.ts';
import { execute, select } from '../core/sql.ts';
import { bookEntries } from './book-entries.ts';
import { openBooks } from './books.fixture.ts';
import { entriesToPlan, knownKeys, knownSql, planEntries, saidSum } from './entry-plan.ts';
import { type BankEntryRow, bankEntriesTable } from './rows.ts';

let books: Awaited<ReturnType<typeof openBooks>>;
beforeEach(async () => {
  books = await openBooks();
});

const mode = 'sandbox';
const BARE = { remittance: '', partyName: null, partyIban: null, endToEndId: null, creditorReference: null };
const said = (more: Partial<StatementEntry> = {}) =>
  ({ ...saidDebit, direction: 'credit', ...more, key: newId() }) as const;
const notify = (entries: readonly Partial<StatementEntry>[]) =>
  books.book(
    entries.map((each) => ({ direction: 'credit', ...each }) as const),
    { isStated: false },
  );
const plan = (...entries: readonly ReturnType<typeof said>[]) => planEntries(books.db, mode, entriesToPlan(entries));
const ids = (rows: readonly (BankEntryRow | undefined)[]) => rows.map((row) => row?.id);

describe('the entries of a statement', () => {
  test('are what was notified, each once; others are new', async () => {
    const [coming] = await notify([{ amountMinor: 5n }]);
    const [one, same, other] = [said({ amountMinor: 5n }), said({ amountMinor: 5n }), said({ amountMinor: 6n })];
    const { confirmed, held, ended } = await plan(one, same, other);
    expect([...confirmed]).toEqual([[one.key, ids([coming])]]);
    expect([[...held], ended]).toEqual([[], []]);
  });

  test('that are booked already take nothing that was notified since: the rest of the statement has it', async () => {
    const notified = await notify([{ amountMinor: 5n }, { amountMinor: 5n }]);
    const again = said({ amountMinor: 5n });
    const batch = { mode, fileId: await books.newFile(), isStated: true, nowMs: Date.now() } as const;
    await books.inBooks((tx) => bookEntries(tx, { ...batch, entries: [again] }));
    const coming = await bankEntriesTable.find(books.db, { isStated: false });
    expect([notified.length, coming.length]).toEqual([2, 1]);
    const next = said({ amountMinor: 5n });
    const { confirmed } = await plan(again, next);
    expect([...confirmed]).toEqual([[next.key, ids(coming)]]);
    const all = await plan(again);
    expect([all.confirmed.size, all.held.size, all.ended]).toEqual([0, 0, []]);
  });

  test('are all the rows whose sum they say, and the parts of a sum end it', async () => {
    const within = { entry: 'f#1', reference: 'G' } as WithinEntry;
    const parts = await notify([
      { amountMinor: 2n, bankReference: 'P1', within },
      { amountMinor: 3n, bankReference: 'P2', within },
    ]);
    const sum = said({ ...BARE, amountMinor: 5n, bankReference: 'G' });
    const { confirmed } = await plan(sum);
    expect(confirmed.get(sum.key)?.toSorted()).toEqual(ids(parts).toSorted());
    const [whole] = await notify([{ ...BARE, amountMinor: 9n, bankReference: 'H' }]);
    const of = { entry: 'f#2', reference: 'H' } as WithinEntry;
    const two = [4n, 5n].map((amountMinor) => said({ amountMinor, bankReference: `H${amountMinor}`, within: of }));
    expect(await plan(...two)).toMatchObject({ ended: ids([whole]) });
  });

  test('that are like money whose words only a notification gave are for staff', async () => {
    const [informed] = await books.book([{ direction: 'credit', amountMinor: 7n, remittance: 'words' }]);
    const details = { detailsBy: await books.newFile() };
    await bankEntriesTable.update(books.db, details, { id: informed?.id ?? '' });
    const [one, two, late] = [said({ amountMinor: 7n }), said({ amountMinor: 8n }), said({ day: '2026-11-30' })];
    for (const entries of [
      [one, two],
      [two, one],
      [late, one],
    ])
      expect([...(await plan(...entries)).held]).toEqual([one.key]);
    // Of an earlier day than all of the statement, it is not asked.
    expect([...(await plan({ ...one, day: '2026-11-25' })).held]).toEqual([]);
  });
});

test('keys are known once they are kept, also those of sums whose words came from elsewhere', async () => {
  const [row, sum] = await books.book([{}, {}]);
  const [key = '', other = ''] = [row?.key, sum?.key];
  const kept = { key: 'sum', minor: '5', bankReference: null, entryReference: null };
  await bankEntriesTable.update(books.db, { said: kept }, { key: other });
  expect((await knownKeys(books.db, mode, [key, 'sum', 'none'])).size).toBe(2);
  expect([...(await knownKeys(books.db, mode, [other]))]).toEqual([]);
  expect([...(await knownKeys(books.db, 'production', [key, 'sum']))]).toEqual([]);
  expect([...(await knownKeys(books.db, mode, []))]).toEqual([]);
});

test('what a statement said as a sum is kept as it was said', () => {
  const within = { entry: 'f#1', reference: 'G' } as WithinEntry;
  const bare = said({ ...BARE, amountMinor: 5n, bankReference: 'B', within });
  expect(saidSum(bare)).toEqual({ key: bare.key, minor: '5', bankReference: 'B', entryReference: 'G' });
  expect(saidSum(said(BARE))).toMatchObject({ entryReference: null });
  expect(saidSum(said({ ...BARE, remittance: 'words' }))).toBeNull();
});

test('keys are looked up by index while a statement grows the table', async () => {
  await books.book([{}]);
  await execute(
    books.db,
    `INSERT INTO bank_entry SELECT (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(), 'key', n))).*
     FROM bank_entry e, generate_series(1, 5000) AS n`,
  );
  const lines = await select<{ 'QUERY PLAN': string }>(books.db, `EXPLAIN ${knownSql}`, [mode, ['a', 'b']]);
  const plan = lines.map((line) => line['QUERY PLAN']).join('\n');
  expect(plan).toContain("Index Cond: ((mode = 'sandbox'::text) AND (key = n.key))");
  expect(plan).toContain("Index Cond: ((mode = 'sandbox'::text) AND ((said ->> 'key'::text) = n.key))");
});
