import { beforeEach, describe, expect, test } from 'vitest';
import type { GateId } from '../../domain/assets/assets.ts';
import { saidDebit } from '../../domain/bank/said-debit.fixture.ts';
import { newId } from '../../domain/ids.ts';
import { alertsTable } from '../core/rows.ts';
import { execute, select } from '../core/sql.ts';
import { makeEuroAddress } from '../deposits/testing.fixture.ts';
import { makeRates, makeShop } from '../invoices/testing.fixture.ts';
import { makeStaff } from '../staff/staff.fixture.ts';
import { openBooks } from './books.fixture.ts';
import {
  decidedFor,
  digestOf,
  endContradiction,
  endContradictionOf,
  hasContradiction,
  isFileDoubted,
  type NewContradiction,
  noteContradiction,
  readContradictionsAgain,
} from './contradictions.ts';
import { keptOf } from './kept-entries.ts';
import { bankPaymentsTable } from './payment-rows.ts';
import { type BankEntryRow, bankEntriesTable, bankFilesTable, contradictionsTable } from './rows.ts';

const { db, mode, inBooks, newFile, book, payment, ordered, read, alerts } = await openBooks({ whole: true });
await makeRates(db);
let fileId: string;
beforeEach(async () => {
  fileId = await newFile('said.xml');
  await bankFilesTable.update(db, { state: 'refused', problem: 'It contradicts.' }, { id: fileId });
});

type Said = Partial<NewContradiction['fresh'][number]>;
const debit = (more: Said = {}) => ({ ...saidDebit, key: newId(), ...more });
/** A credit in suspense. */
async function credit(more: Partial<BankEntryRow> = {}): Promise<BankEntryRow> {
  const { bookedAs, depositId, ...said } = more;
  const [row] = await book([{ direction: 'credit', amountMinor: 1_000n, ...said }]);
  const changed = bookedAs === undefined ? {} : { bookedAs };
  if (row === undefined) throw new Error('Nothing was booked.');
  if (bookedAs !== undefined) await bankEntriesTable.update(db, changed, { id: row.id });
  return { ...row, ...changed };
}
/** A credit that became the deposit of a merchant's customer. */
async function deposited(amountMinor = 1_000n, to?: GateId) {
  const shop = await makeShop(db);
  const address = await makeEuroAddress(db, shop, { autoconversion: { type: 'none' } });
  const { creditorReference } = address;
  const entry = await credit({ amountMinor, creditorReference, bankReference: newId() });
  if (to !== undefined)
    await execute(db, `UPDATE deposit SET conversion = jsonb_build_object('to', $2::text) WHERE address_id = $1`, [
      address.id,
      to,
    ]);
  return { entry, owner: shop.merchantId };
}
const note = (of: Partial<NewContradiction>) =>
  inBooks((tx) =>
    noteContradiction(tx, {
      mode,
      fileId,
      statementId: 'S9',
      closingDay: '2026-11-24',
      differenceMinor: -123n,
      nowMs: Date.now(),
      fresh: [],
      unsaid: [],
      ...of,
    }),
  );
const open = async (id = fileId) => {
  const [row, ...others] = await contradictionsTable.find(db, { fileId: id, endedAt: null });
  expect(others).toEqual([]);
  if (row === undefined) throw new Error('There is no open contradiction.');
  return row;
};
const frozen = async (owner: string) => {
  const sql = `SELECT asset || ' ' || kind AS name FROM account WHERE owner = $1 AND frozen_at IS NOT NULL ORDER BY 1`;
  return (await select<{ name: string }>(db, sql, [owner])).map(({ name }) => name);
};
const FROZEN = ['EUR available', 'EUR unsettled'];
const stateOf = async (id: string) => (await bankFilesTable.findOne(db, { id }))?.state;
const kept = (...rows: readonly BankEntryRow[]) => rows.map(keptOf);

describe('a contradiction', () => {
  test('is kept with all that only the refused statement says, and alerted', async () => {
    const denied = [await credit(), await credit({ amountMinor: 2n })];
    const said = debit({ endToEndId: 'E1', partyName: 'Shop', partyIban: 'DE1', bankReference: 'B1', remittance: 'R' });
    const fresh = [said, debit(), debit({ direction: 'credit', endToEndId: 'E2', creditorReference: 'RF1' })];
    await note({ fresh, unsaid: kept(...denied) });
    const row = await open();
    expect(row).toMatchObject({
      mode,
      fileId,
      statementId: 'S9',
      closingDay: '2026-11-24',
      differenceMinor: -123n,
      saidCount: 3,
      merchants: [],
      // A payment that it says was made is not ordered again: only debits have one.
      endToEndIds: ['E1'],
      choice: null,
      digest: digestOf({ fresh, unsaid: kept(...denied) }),
    });
    expect(row.said[0]).toEqual({
      direction: 'debit',
      minor: '700',
      day: said.day,
      code: said.code,
      endToEndId: 'E1',
      creditorReference: null,
      remittance: 'R',
      partyName: 'Shop',
      partyIban: 'DE1',
      bankReference: 'B1',
    });
    expect(row.said[2]).toMatchObject({ direction: 'credit', creditorReference: 'RF1' });
    for (const { id } of denied) expect(await read(id)).toMatchObject({ doubtedBy: row.id, denied: false });
    const what = 'Statement S9 of 2026-11-24 (sandbox) contradicts what is booked and is refused.';
    const counts = 'Entries that only it has: 3; booked entries that it does not have: 2.';
    const then = 'It closes -1.23 EUR apart. Ask the bank which is right, and decide under Bank in the console.';
    expect(await alerts('bank_contradiction', row.id)).toEqual([`${what} ${counts} ${then}`]);
    expect([await hasContradiction(db, mode), await hasContradiction(db, 'production')]).toEqual([true, false]);
    await inBooks((tx) => endContradictionOf(tx, fileId));
    expect(await hasContradiction(db, mode)).toBe(false);
  });

  test('shows the first hundred entries, and counts all', async () => {
    await note({ fresh: Array.from({ length: 101 }, () => debit()) });
    const { said, saidCount } = await open();
    expect([said.length, saidCount]).toEqual([100, 101]);
    await inBooks((tx) => endContradictionOf(tx, fileId));
  });

  test('noted again with the same, in whatever order, it is the same one; with something else, another one', async () => {
    const [one, two] = [await credit(), await credit()];
    const fresh = [debit(), debit()];
    await note({ fresh, unsaid: kept(one, two) });
    const { id } = await open();
    await note({ fresh: fresh.toReversed(), unsaid: kept(two, one) });
    expect((await open()).id).toBe(id);
    await note({ fresh, unsaid: kept(one) });
    const other = await open();
    expect(other.id).not.toBe(id);
    expect(await read(one.id)).toMatchObject({ doubtedBy: other.id });
    expect(await read(two.id)).toMatchObject({ doubtedBy: null });
    expect(await alerts('bank_contradiction', id)).toEqual([]);
    expect(await alerts('bank_contradiction', other.id)).toHaveLength(1);
    await inBooks((tx) => endContradictionOf(tx, fileId));
    expect(await read(one.id)).toMatchObject({ doubtedBy: null });
  });

  test('that staff decided while the file was read is not noted again', async () => {
    const fresh = [debit()];
    await note({ fresh });
    const { id } = await open();
    const { id: person } = await makeStaff(db, 'manager');
    const other = await makeStaff(db, 'mlro');
    const vote = { choice: 'booked', note: 'N', requestedBy: person, requestedRole: 'manager' } as const;
    const confirmed = { confirmedBy: other.id, confirmedAt: new Date() };
    await contradictionsTable.update(db, { ...vote, requestedAt: new Date(), ...confirmed }, { id });
    await inBooks((tx) => endContradiction(tx, { id, mode }));
    await note({ fresh });
    expect(await hasContradiction(db, mode)).toBe(false);
    // An operator lets the file be read again: it is to be decided again, as is anything else that differs.
    await bankFilesTable.update(db, { state: 'stored' }, { id: fileId });
    await note({ fresh });
    expect((await open()).id).not.toBe(id);
    await inBooks((tx) => endContradictionOf(tx, fileId));
    await bankFilesTable.update(db, { state: 'refused' }, { id: fileId });
    await note({ fresh: [debit()] });
    await open();
    await inBooks((tx) => endContradictionOf(tx, fileId));
  });
});

test('two contradictions are the same only if they are about the same entries', async () => {
  const [one, two] = kept(await credit(), await credit());
  if (one === undefined || two === undefined) throw new Error('Nothing was booked.');
  const fresh = [debit(), debit()];
  const all = [
    { fresh: [], unsaid: [] },
    { fresh: [], unsaid: [one] },
    { fresh: [], unsaid: [two] },
    { fresh: fresh.slice(1), unsaid: [one] },
    { fresh: fresh.slice(0, 1), unsaid: [one] },
    { fresh, unsaid: [] },
  ];
  expect(new Set(all.map(digestOf)).size).toBe(all.length);
});

describe('merchants', () => {
  test('who have denied money are frozen until it ends, with the coins that it was converted into', async () => {
    const [plain, converted] = [await deposited(), await deposited(2_000n, 'USDT_TRC20')];
    const returned = await payment(300n, { status: 'booked' });
    const [back] = await book([{ direction: 'credit', amountMinor: 300n, endToEndId: returned.endToEndId }]);
    if (back === undefined) throw new Error('The return is not booked.');
    await bankEntriesTable.update(db, { bookedAs: 'return', paymentId: returned.id }, { id: back.id });
    const shop = (await bankPaymentsTable.findOne(db, { id: returned.id }))?.merchantId ?? '';
    await note({ unsaid: kept(plain.entry, converted.entry, back) });
    const row = await open();
    expect(row.merchants.toSorted()).toEqual([plain.owner, converted.owner, shop].toSorted());
    expect(await frozen(plain.owner)).toEqual(FROZEN);
    expect(await frozen(shop)).toEqual(FROZEN);
    const coins = ['USDT_TRC20 available', 'USDT_TRC20 unsettled'];
    expect(await frozen(converted.owner)).toEqual([...FROZEN, ...coins]);
    await inBooks((tx) => endContradiction(tx, row));
    for (const owner of [plain.owner, converted.owner, shop]) expect(await frozen(owner)).toEqual([]);
    expect(await contradictionsTable.findOne(db, { id: row.id })).toMatchObject({ endedAt: expect.any(Date) });
    expect(await alertsTable.count(db, { subject: row.id, resolvedAt: null })).toBe(0);
  });

  test('whose credit the refused statement takes back are frozen, too; a debit that is none freezes nobody', async () => {
    const { entry, owner } = await deposited(4_000n);
    const other = await deposited(5_000n);
    const reference = entry.bankReference;
    const reversal = debit({ amountMinor: 4_000n, isReversal: true, bankReference: reference });
    const unknown = debit({ amountMinor: 6_000n, isReversal: true, bankReference: 'UNKNOWN' });
    const bare = debit({ amountMinor: 5_000n, bankReference: other.entry.bankReference });
    const same = { ...reversal, key: newId(), direction: 'credit' } as const;
    await note({ fresh: [unknown, reversal, bare, same] });
    const row = await open();
    expect(row.merchants).toEqual([owner]);
    expect([await frozen(owner), await frozen(other.owner)]).toEqual([FROZEN, []]);
    // It is not said that the credit never was.
    expect(await read(entry.id)).toMatchObject({ doubtedBy: null });
    await inBooks((tx) => endContradictionOf(tx, fileId));
    expect(await frozen(owner)).toEqual([]);
  });
});

describe('an entry that two contradictions deny', () => {
  test('stays with the first; once that has ended, another one may have it', async () => {
    const entry = await credit();
    await note({ unsaid: kept(entry) });
    const first = await open();
    const otherFile = await newFile();
    const of = { fileId: otherFile, unsaid: kept(entry) };
    await note({ ...of, fresh: [debit()] });
    expect(await read(entry.id)).toMatchObject({ doubtedBy: first.id });
    await contradictionsTable.update(db, { endedAt: new Date() }, { id: first.id });
    await note({ ...of, fresh: [debit()] });
    expect(await read(entry.id)).toMatchObject({ doubtedBy: (await open(otherFile)).id });
    await bankEntriesTable.update(db, { denied: true }, { id: entry.id });
    const { id } = await open(otherFile);
    await inBooks((tx) => endContradictionOf(tx, otherFile));
    // One that never was stays with what has found so.
    expect(await read(entry.id)).toMatchObject({ doubtedBy: id });
  });
});

describe('files of open contradictions', () => {
  test('are read again when one ends, or more is booked', async () => {
    const [second, plain, other] = [await newFile(), await newFile(), await newFile()];
    for (const id of [second, plain, other]) await bankFilesTable.update(db, { state: 'refused' }, { id });
    await note({ fresh: [debit()] });
    await note({ fileId: second, fresh: [debit()] });
    await note({ fileId: other, fresh: [debit()] });
    await inBooks((tx) => endContradictionOf(tx, other));
    const all = [fileId, second, plain, other];
    expect(await Promise.all(all.map(stateOf))).toEqual(['stored', 'stored', 'refused', 'refused']);
    await bankFilesTable.update(db, { state: 'refused' }, { id: second });
    await readContradictionsAgain(db, 'production');
    expect(await stateOf(second)).toBe('refused');
    await readContradictionsAgain(db, mode);
    expect(await stateOf(second)).toBe('stored');
    for (const id of [fileId, second]) await inBooks((tx) => endContradictionOf(tx, id));
    expect(await hasContradiction(db, mode)).toBe(false);
    // Of a file without one, nothing ends.
    await inBooks((tx) => endContradictionOf(tx, plain));
    expect(await stateOf(plain)).toBe('refused');
  });
});

test('it is decided for the refused statement only once a second person has confirmed it', async () => {
  await note({ fresh: [debit()] });
  const { id } = await open();
  const [one, two] = [await makeStaff(db, 'manager'), await makeStaff(db, 'mlro')];
  expect(await decidedFor(db, fileId)).toBeNull();
  const requested = { note: 'N', requestedBy: one.id, requestedRole: 'manager', requestedAt: new Date() } as const;
  await contradictionsTable.update(db, { ...requested, choice: 'refused' }, { id });
  expect(await decidedFor(db, fileId)).toBeNull();
  await contradictionsTable.update(db, { confirmedBy: two.id, confirmedAt: new Date() }, { id });
  expect(await decidedFor(db, fileId)).toMatchObject({ id, choice: 'refused' });
  await contradictionsTable.update(db, { choice: 'booked' }, { id });
  expect(await decidedFor(db, fileId)).toBeNull();
  await contradictionsTable.update(db, { choice: 'refused' }, { id });
  await inBooks((tx) => endContradictionOf(tx, fileId));
  expect(await decidedFor(db, fileId)).toBeNull();
});

test('a file of ours is doubted while an open contradiction is about a payment in it', async () => {
  const [named, plain] = [await payment(), await payment()];
  const files = [await ordered([named.id]), await ordered([plain.id])];
  const doubted = () => Promise.all(files.map(({ id }) => isFileDoubted(db, id)));
  expect(await doubted()).toEqual([false, false]);
  await note({ fresh: [debit({ endToEndId: named.endToEndId })] });
  expect(await doubted()).toEqual([true, false]);
  await bankPaymentsTable.update(db, { status: 'booked' }, { id: named.id });
  expect(await doubted()).toEqual([false, false]);
  await inBooks((tx) => endContradictionOf(tx, fileId));
  const { entry, owner } = await deposited();
  await bankPaymentsTable.update(db, { merchantId: owner }, { id: plain.id });
  await note({ unsaid: kept(entry) });
  expect(await doubted()).toEqual([false, true]);
  await inBooks((tx) => endContradictionOf(tx, fileId));
  expect(await doubted()).toEqual([false, false]);
});
