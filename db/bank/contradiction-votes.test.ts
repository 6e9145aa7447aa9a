import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { saidDebit } from '../../domain/bank/said-debit.fixture.ts';
import { newId } from '../../domain/ids.ts';
import { auditLogTable } from '../audit/rows.ts';
import { execute } from '../core/sql.ts';
import type { StaffMember } from '../staff/people.ts';
import { makeStaff } from '../staff/staff.fixture.ts';
import { actOf } from '../treasury/moves/testing.fixture.ts';
import { openBooks } from './books.fixture.ts';
import { type ContradictionVote, confirmChoice, listContradictions, requestChoice } from './contradiction-votes.ts';
import { noteContradiction } from './contradictions.ts';
import { keptOf } from './kept-entries.ts';
import {
  type BankEntryRow,
  type BankFileState,
  bankEntriesTable,
  bankFilesTable,
  type ContradictionChoice,
  contradictionsTable,
} from './rows.ts';

const { db, mode, inBooks, newFile, book } = await openBooks();
let [manager, otherManager, mlro, clerk] = [] as unknown as [StaffMember, StaffMember, StaffMember, StaffMember];
let fileId: string;
let id: string;

beforeAll(async () => {
  [manager, otherManager] = [await makeStaff(db, 'manager'), await makeStaff(db, 'manager')];
  [mlro, clerk] = [await makeStaff(db, 'mlro'), await makeStaff(db, 'representative')];
});
beforeEach(async () => {
  await contradictionsTable.update(db, { endedAt: new Date() }, { endedAt: null });
  ({ fileId, id } = await contradiction());
});

/** A refused file whose statement contradicts what is booked. */
async function contradiction(unsaid: readonly { amountMinor: bigint }[] = []) {
  const file = await newFile();
  await bankFilesTable.update(db, { state: 'refused', problem: 'It contradicts.' }, { id: file });
  const rows: BankEntryRow[] = [];
  for (const each of unsaid) rows.push(...(await book([each])).flatMap((row) => row ?? []));
  const of = { mode, fileId: file, statementId: 'S9', closingDay: '2026-11-24', differenceMinor: 1n } as const;
  const fresh = [{ ...saidDebit, key: newId() }];
  await inBooks((tx) => noteContradiction(tx, { ...of, fresh, unsaid: rows.map(keptOf), nowMs: Date.now() }));
  const row = await contradictionsTable.findOne(db, { fileId: file });
  return { fileId: file, id: row?.id ?? '', rows };
}
const request = (vote: Partial<ContradictionVote> = {}, by = manager) =>
  inBooks((tx) => requestChoice(tx, { id, choice: 'refused', note: 'The bank says so.', ...vote }, actOf(by)));
const confirm = (choice: ContradictionChoice = 'refused', by = mlro, of = id) =>
  inBooks((tx) => confirmChoice(tx, { id: of, choice }, actOf(by)));
const row = () => contradictionsTable.findOne(db, { id });
const file = () => bankFilesTable.findOne(db, { id: fileId });
const moved = (state: BankFileState) => bankFilesTable.update(db, { state, problem: 'Before.' }, { id: fileId });
const audited = async (action: string) =>
  (await auditLogTable.find(db, { action, targetId: id })).map(({ chain, actorId, targetKind, targetLabel, data }) => ({
    chain,
    actorId,
    targetKind,
    targetLabel,
    data,
  }));
const conflict = (message: string) => ({ code: 'conflict', message: expect.stringContaining(message) });
const CHANGED = 'The two statements differ in something else now, or another decision is requested.';

describe('a request which of two statements is right', () => {
  test('moves nothing, is recorded, and is replaced by the next one', async () => {
    await request({ choice: 'booked', note: 'First.' }, otherManager);
    await request({ note: 'Second.' });
    expect(await row()).toMatchObject({
      choice: 'refused',
      note: 'Second.',
      requestedBy: manager.id,
      requestedRole: 'manager',
      requestedAt: expect.any(Date),
      confirmedAt: null,
      endedAt: null,
    });
    expect(await file()).toMatchObject({ state: 'refused', problem: 'It contradicts.' });
    const of = { chain: 'staff', targetKind: 'bank_statement', targetLabel: 'S9 of 2026-11-24 (sandbox)' };
    expect(await audited('bank.contradiction_requested')).toEqual([
      { ...of, actorId: otherManager.id, data: { right: 'what is booked is right', note: 'First.' } },
      { ...of, actorId: manager.id, data: { right: 'it is right', note: 'Second.' } },
    ]);
  });

  test('is made by those who may, about an open contradiction', async () => {
    await expect(request({}, clerk)).rejects.toMatchObject({ code: 'permission_denied' });
    await expect(request({ id: newId() })).rejects.toMatchObject({ code: 'not_found' });
    await contradictionsTable.update(db, { endedAt: new Date() }, { id });
    await expect(request()).rejects.toMatchObject(conflict(CHANGED));
    expect(await row()).toMatchObject({ choice: null });
  });
});

describe('a decision', () => {
  test('for the refused statement lets its file be read again, and ends nothing yet', async () => {
    await request();
    await confirm();
    expect(await row()).toMatchObject({ confirmedBy: mlro.id, confirmedAt: expect.any(Date), endedAt: null });
    expect(await file()).toMatchObject({ state: 'stored', problem: null });
    expect(await audited('bank.contradiction_confirmed')).toMatchObject([
      { actorId: mlro.id, data: { right: 'it is right', note: 'The bank says so.' } },
    ]);
    for (const act of [request, confirm]) await expect(act()).rejects.toMatchObject(conflict(CHANGED));
  });

  test.each(['refused', 'stored'] as const)('for what is booked ends it, and refuses its file, %s', async (state) => {
    await request({ choice: 'booked' });
    await moved(state);
    await confirm('booked');
    expect(await row()).toMatchObject({ confirmedBy: mlro.id, endedAt: expect.any(Date) });
    const problem = 'Two people have decided that what is booked is right: The bank says so.';
    expect(await file()).toMatchObject({ state: 'refused', problem });
    expect(await audited('bank.contradiction_confirmed')).toMatchObject([
      { data: { right: 'what is booked is right' } },
    ]);
  });

  test('leaves a file alone that was processed meanwhile', async () => {
    await request();
    await moved('processed');
    await confirm();
    expect(await file()).toMatchObject({ state: 'processed', problem: 'Before.' });
  });

  test('takes the request that was seen, another person of another role, and both of them not blocked', async () => {
    await expect(confirm()).rejects.toMatchObject(conflict(CHANGED));
    await request();
    await expect(confirm('booked')).rejects.toMatchObject(conflict(CHANGED));
    const missing = conflict('One more person of another role must say which statement is right.');
    for (const by of [manager, otherManager]) await expect(confirm('refused', by)).rejects.toMatchObject(missing);
    await expect(confirm('refused', clerk)).rejects.toMatchObject({ code: 'permission_denied' });
    await expect(confirm('refused', mlro, newId())).rejects.toMatchObject({ code: 'not_found' });
    await execute(db, 'UPDATE staff_user SET blocked_at = now() WHERE id = $1', [manager.id]);
    await expect(confirm()).rejects.toMatchObject(missing);
    await execute(db, 'UPDATE staff_user SET blocked_at = NULL WHERE id = $1', [manager.id]);
    expect(await row()).toMatchObject({ confirmedAt: null, confirmedBy: null });
    expect(await file()).toMatchObject({ state: 'refused', problem: 'It contradicts.' });
    expect(await audited('bank.contradiction_confirmed')).toEqual([]);
    await confirm();
  });
});

test('open contradictions are listed, the newest first, with what they deny and who requests what', async () => {
  const denied = await contradiction([{ amountMinor: 1n }, { amountMinor: 2n }, { amountMinor: 3n }]);
  await request();
  const [earliest, , latest] = denied.rows;
  for (const [entry, createdAt] of [
    [earliest, new Date(Date.now() + 60_000)],
    [latest, new Date(Date.now() - 60_000)],
  ] as const)
    await bankEntriesTable.update(db, { createdAt }, { id: entry?.id ?? '' });
  const [first, second, ...others] = await listContradictions(db, 2);
  expect(others).toEqual([]);
  expect(first).toMatchObject({ row: { id: denied.id, fileId: denied.fileId }, by: null, deniedCount: 3 });
  expect(first?.denied.map((entry) => entry.id)).toEqual(
    denied.rows
      .slice(1)
      .toReversed()
      .map((entry) => entry.id),
  );
  expect(second).toMatchObject({ row: { id, choice: 'refused' }, by: manager.fullName, deniedCount: 0, denied: [] });
  expect(await listContradictions(db, 1)).toHaveLength(1);
  await contradictionsTable.update(db, { endedAt: new Date() }, { id: denied.id });
  expect((await listContradictions(db, 10)).map((each) => each.row.id)).toEqual([id]);
});
