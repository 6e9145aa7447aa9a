import { describe, expect, test } from 'vitest';
import { saidDebit } from '../../domain/bank/said-debit.fixture.ts';
import { newId } from '../../domain/ids.ts';
import { execute } from '../core/sql.ts';
import { openTill, withdraw } from '../withdrawals/testing.fixture.ts';
import { openBooks } from './books.fixture.ts';
import { noteContradiction } from './contradictions.ts';
import { openDifference } from './differences.ts';
import { bankPaymentsTable } from './payment-rows.ts';
import { listBankFiles, readBankOverview } from './read.ts';
import { type BankFileState, bankDifferencesTable, bankEntriesTable, bankFilesTable } from './rows.ts';

const { db, mode, merchantId, inBooks, newFile, book, close, payment } = await openBooks();
const overview = (limit = 10) => readBankOverview(db, ['sandbox', 'production'], limit);
const later = (seconds: number) => new Date(Date.now() + seconds * 1_000);

describe('the bank as staff see it', () => {
  test('is what the books and the last statement say, for each mode', async () => {
    await book([{ direction: 'credit', amountMinor: 300n }]);
    const none = { bookedMinor: 0n, unstatedMinor: 0n, closingMinor: null, closingDay: null };
    expect((await overview()).standings).toEqual([
      { ...none, mode: 'sandbox', isStopped: false, bookedMinor: 300n, unstatedMinor: expect.any(BigInt) },
      { ...none, mode: 'production', isStopped: false },
    ]);
    await close({ opens: 0n, closes: 300n });
    await close({ opens: 300n, day: '2026-11-25' });
    expect((await overview()).standings[0]).toMatchObject({ closingMinor: 300n, closingDay: '2026-11-25' });
    const difference = { mode, fileId: await newFile(), differenceMinor: 1n, explanation: 'They differ.' } as const;
    await inBooks((tx) => openDifference(tx, { ...difference, stops: true }));
    expect((await overview()).standings.map(({ isStopped }) => isStopped)).toEqual([true, false]);
    await bankDifferencesTable.destroy(db, { mode });
  });

  test('shows the newest differences, unknown debits and notified entries, so many of each', async () => {
    await bankEntriesTable.update(db, { bookedAs: 'claimed' }, { mode });
    const found = { mode, differenceMinor: 1n, explanation: 'They differ.', candidates: [] } as const;
    const differences = [newId(), newId(), newId()];
    for (const [at, id] of differences.entries())
      await bankDifferencesTable.create(db, {
        ...found,
        id,
        fileId: await newFile(),
        foundAt: later(at === 1 ? 9 : at),
      });
    const unknown = await book([{}, {}, {}]);
    const coming = await book([{ amountMinor: 73n }, { direction: 'credit' }, { amountMinor: 74n }], {
      isStated: false,
    });
    for (const rows of [unknown, coming])
      await bankEntriesTable.update(db, { createdAt: later(60) }, { id: rows[1]?.id ?? '' });
    // A credit in suspense has a list of its own, and what has ended is no longer coming.
    await book([{ direction: 'credit', amountMinor: 75n }]);
    const [ended] = await book([{ amountMinor: 71n }], { isStated: false });
    await bankEntriesTable.update(db, { endedAt: new Date() }, { id: ended?.id ?? '' });
    const [stated] = await book([{ amountMinor: 72n }], { isStated: false });
    await bankEntriesTable.update(db, { isStated: true }, { id: stated?.id ?? '' });
    const all = await overview();
    const [one, two, three] = differences;
    expect(all.differences.map(({ id }) => id)).toEqual([two, three, one]);
    for (const [shown, rows] of [
      [all.unknown, unknown],
      [all.coming, coming],
    ] as const) {
      expect(shown[0]?.id).toBe(rows[1]?.id);
      expect(shown.map(({ id }) => id).toSorted()).toEqual(rows.map((row) => row?.id).toSorted());
    }
    const few = await overview(1);
    expect([few.differences, few.unknown, few.coming].map((each) => each.length)).toEqual([1, 1, 1]);
  });

  test('shows contradictions, disputed payments, and questions with who answers them', async () => {
    const questioned = [await payment(), await payment(), await payment()];
    const { id: withdrawalId } = await withdraw(db, await openTill(db));
    await execute(db, 'UPDATE bank_payment SET id = $2 WHERE id = $1', [questioned[1]?.id, withdrawalId]);
    const ids = [questioned[0]?.id ?? '', withdrawalId, questioned[2]?.id ?? ''];
    for (const [at, id] of ids.entries())
      await bankPaymentsTable.update(db, { status: 'name_question', updatedAt: later(at === 1 ? 9 : at) }, { id });
    const { id: disputed } = await payment();
    await bankPaymentsTable.update(db, { status: 'accepted', disputed: true, merchantId }, { id: disputed });
    const of = { mode, fileId: await newFile(), statementId: 'S', closingDay: '2026-11-24', unsaid: [] } as const;
    const fresh = [{ ...saidDebit, key: newId() }];
    await inBooks((tx) => noteContradiction(tx, { ...of, differenceMinor: 1n, nowMs: Date.now(), fresh }));
    const all = await overview();
    expect(all.questions.map((each) => [each.payment.id, each.isOwn])).toEqual([
      [ids[1], false],
      [ids[2], true],
      [ids[0], true],
    ]);
    expect(all.contradictions).toMatchObject([{ row: { fileId: of.fileId } }]);
    expect(all.disputed).toMatchObject([{ payment: { id: disputed } }]);
    expect((await overview(2)).questions).toHaveLength(2);
  });
});

test('files are listed by page, the newest first, of the states and the mode that are requested', async () => {
  await bankFilesTable.update(db, { createdAt: later(-3_600) }, { mode });
  const before = await listBankFiles(db, { mode: undefined, page: 1, perPage: 100, states: [] });
  const names = ['a', 'b', 'c', 'd', 'e'];
  for (const [at, name] of names.entries()) {
    const id = await newFile(name);
    const state: BankFileState = name === 'd' ? 'refused' : 'stored';
    await bankFilesTable.update(
      db,
      { createdAt: later(at), state, ...(name === 'e' ? { mode: 'production' } : {}) },
      { id },
    );
  }
  const page = async (number: number, more: Partial<Parameters<typeof listBankFiles>[1]> = {}) => {
    const of = { mode: undefined, page: number, perPage: 2, states: [], ...more };
    const { rows, total } = await listBankFiles(db, of);
    return [rows.map(({ name }) => name), total];
  };
  const total = before.total + 5;
  expect(await page(1)).toEqual([['e', 'd'], total]);
  expect(await page(2)).toEqual([['c', 'b'], total]);
  expect(await page(1, { mode: 'production' })).toEqual([['e'], 1]);
  expect(await page(1, { states: ['refused'] })).toEqual([['d'], 1]);
  expect(await page(1, { states: ['answered'] })).toEqual([[], 0]);
  const [row] = (await listBankFiles(db, { mode: 'production', page: 1, perPage: 1, states: [] })).rows;
  expect(row).not.toHaveProperty('total');
  expect(row).toMatchObject({ size: 36, totalMinor: 0n });
});
