import { beforeEach, describe, expect, test } from 'vitest';
import { openBooks } from '../../db/bank/books.fixture.ts';
import { noteContradiction } from '../../db/bank/contradictions.ts';
import { openDifference } from '../../db/bank/differences.ts';
import { storeIncomingFile } from '../../db/bank/files.ts';
import { type BankFileRow, bankFilesTable, bankStatementsTable } from '../../db/bank/rows.ts';
import { testBox } from '../../db/testing.fixture.ts';
import { newId } from '../../domain/ids.ts';
import { restoredBankProblems } from './restored-bank.ts';

let books: Awaited<ReturnType<typeof openBooks>>;
let db: (typeof books)['db'];
beforeEach(async () => {
  books = await openBooks();
  ({ db } = books);
});

const mode = 'sandbox';
const at = (time: string) => new Date(`2026-11-24T${time}Z`);
const [TO, AT] = [at('10:00:00'), at('11:00:00')];
const problems = (more: Partial<Parameters<typeof restoredBankProblems>[0]> = {}) =>
  restoredBankProblems({ db, box: testBox, mode, restoredTo: TO, restoredAt: AT, cutOffHour: null, ...more });
const MISSING = 'The bank (sandbox): a statement that ends after 2026-11-24T11:00:00.000Z is missing.';

/** A file of the bank that was processed. */
async function file(text: string, more: Partial<BankFileRow> = {}): Promise<string> {
  const of = { mode, name: 'a.xml', bytes: Buffer.from(`${text}<!--${newId()}-->`), problem: null } as const;
  const id = (await storeIncomingFile(db, testBox, of)).id ?? '';
  await bankFilesTable.update(db, { state: 'processed', createdAt: at('12:00:00'), ...more }, { id });
  return id;
}
interface Stated {
  readonly made: string;
  readonly booked: string;
  readonly opens?: bigint;
  readonly closes?: bigint;
  readonly day?: string;
  readonly in?: 'sandbox' | 'production';
}
/** A statement that is booked, with the moment at which the bank made it. */
async function statement({ made, booked, opens = 0n, closes = opens, day = '2026-11-24', ...of }: Stated) {
  const text = `<Stmt><Id>S</Id><CreDtTm>2026-11-24T${made}Z</CreDtTm></Stmt>`;
  const kept = { mode: of.in ?? mode, kind: 'camt.053', createdAt: at(booked) } as const;
  const fileId = await file(text, kept);
  const balances = { openingMinor: opens, closingMinor: closes, closingDay: day };
  await books.newStatement(fileId, { ...balances, mode: kept.mode, bookedAt: at(booked) });
}
/** A report of a day, from a moment until it was made. */
const report = (from: string, made: string, more: Partial<BankFileRow> = {}) => {
  const times = `<CreDtTm>2026-11-24T${made}Z</CreDtTm><FrToDt><FrDtTm>2026-11-24T${from}Z</FrDtTm></FrToDt>`;
  return file(`<Rpt><Id>R</Id>${times}</Rpt>`, { kind: 'camt.052', ...more });
};
/** Before the restore, and after it. */
const early = (more: Partial<Stated> = {}) => statement({ made: '09:00:00', booked: '09:30:00', ...more });
const late = (more: Partial<Stated> = {}) => statement({ made: '11:30:00', booked: '12:00:00', ...more });

describe('a bank', () => {
  test('that was never used before the restore needs nothing', async () => {
    expect(await problems()).toEqual([]);
    await file('', { createdAt: at('09:00:00'), mode: 'production' });
    await file('', { createdAt: at('11:00:01') });
    expect(await problems()).toEqual([]);
    await file('', { createdAt: AT });
    expect(await problems()).toEqual([MISSING]);
    expect(await problems({ mode: 'production' })).toEqual([MISSING.replace('sandbox', 'production')]);
  });

  test('is checked once a statement is booked that ends after the restore, and one from before it', async () => {
    await early();
    expect(await problems()).toEqual([MISSING]);
    await late();
    expect(await problems()).toEqual([]);
  });

  test.each([
    ['made before the restore', { made: '10:59:59' }],
    ['booked before the restore, as the backup has it', { booked: '11:00:00' }],
  ])('is not checked by a statement that was %s', async (_what, more) => {
    await early();
    await late(more);
    expect(await problems()).toEqual([MISSING]);
  });

  test('of which the backup has no statement cannot be checked by later ones', async () => {
    await file('', { createdAt: at('09:00:00') });
    await early({ in: 'production' });
    await late();
    const words = 'a statement from before the restored moment, which the backup has not, is missing.';
    expect(await problems()).toEqual([`The bank (sandbox): ${words}`]);
    await bankStatementsTable.update(db, { bookedAt: AT }, { mode });
    await late();
    expect(await problems()).toEqual([]);
  });

  test('that may pay until its next business day needs the statement of that day', async () => {
    await early();
    await late();
    expect(await problems({ cutOffHour: 18 })).toEqual([]);
    expect(await problems({ cutOffHour: 0 })).toEqual(['The bank (sandbox): the statement of 2026-11-25 is missing.']);
    await bankStatementsTable.update(db, { closingDay: '2026-11-25' }, { bookedAt: at('12:00:00') });
    expect(await problems({ cutOffHour: 0 })).toEqual([]);
  });
});

describe('reports of today', () => {
  test('are enough if one leads from the restored moment to the restore', async () => {
    await early();
    await report('10:00:01', '11:30:00');
    expect(await problems()).toEqual([MISSING]);
    await report('10:00:00', '10:59:59');
    expect(await problems()).toEqual([]);
  });

  test('are not enough where they end before the restore', async () => {
    await early();
    await report('10:00:00', '10:59:59');
    expect(await problems()).toEqual([MISSING]);
    await report('10:59:59', '11:00:00');
    expect(await problems()).toEqual([]);
  });

  test('are not enough for a bank that may pay on its next business day, unless they are of that day', async () => {
    await early();
    await late();
    const missing = 'The bank (sandbox): the statement of 2026-11-25 is missing.';
    await report('09:00:00', '11:30:00');
    expect(await problems({ cutOffHour: 0 })).toEqual([missing]);
    await report('11:30:00', '23:00:00');
    expect(await problems({ cutOffHour: 0 })).toEqual([]);
  });

  test('are enough from the last statement on', async () => {
    await early();
    await late({ made: '10:30:00' });
    await report('10:30:01', '11:30:00');
    expect(await problems()).toEqual([MISSING]);
    await report('10:20:00', '11:00:00');
    expect(await problems()).toEqual([]);
  });

  test.each([
    ['of another mode', { mode: 'production' }],
    ['that are notifications', { kind: 'camt.054' }],
    ['that were refused', { state: 'refused' }],
    ['from before the restore', { createdAt: AT }],
  ] as const)('%s are not', async (_what, more) => {
    await early();
    await report('09:00:00', '11:30:00', more);
    expect(await problems()).toEqual([MISSING]);
  });

  test('are needed also where nothing lies between the moment and the restore', async () => {
    await early();
    expect(await problems({ restoredTo: AT })).toEqual([MISSING]);
    await report('09:00:00', '11:00:01');
    expect(await problems({ restoredTo: AT })).toEqual([]);
  });
});

describe('a bank that is checked otherwise', () => {
  const name = 'The bank (sandbox)';
  beforeEach(async () => {
    await early();
    await late();
  });

  test('has files that are not processed', async () => {
    await file('', { state: 'stored', name: 'b.xml', createdAt: at('12:00:01') });
    await file('', { state: 'waiting', name: 'c.xml', problem: 'No page 2.', createdAt: at('12:00:02') });
    await file('', { state: 'refused', name: 'd.xml' });
    expect(await problems()).toEqual([
      `${name}: the file b.xml is not processed.`,
      `${name}: the file c.xml is not processed: No page 2.`,
    ]);
  });

  test('lacks a statement between two others', async () => {
    await late({ opens: 500n, booked: '12:00:01' });
    expect(await problems()).toEqual([`${name}: statements are missing between those that are booked.`]);
  });

  test('has a debit that nobody knows', async () => {
    const fileId = await file('');
    await books.book([{ direction: 'credit' }], { fileId });
    expect(await problems()).toEqual([]);
    await books.book([{}], { fileId });
    const words = 'a debit that nobody knows may be of a payment. Decide about it under Bank in the console.';
    expect(await problems()).toEqual([`${name}: ${words}`]);
  });

  test('has a contradiction, or a difference that stops euro', async () => {
    const fileId = await file('');
    const of = { mode, fileId, differenceMinor: 1n } as const;
    const stated = { statementId: 'S', closingDay: '2026-11-24', fresh: [], unsaid: [], nowMs: Date.now() };
    await books.inBooks((tx) => noteContradiction(tx, { ...of, ...stated }));
    await books.inBooks((tx) => openDifference(tx, { ...of, explanation: 'They differ.', stops: true }));
    expect(await problems()).toEqual([
      `${name}: a statement contradicts what is booked. Decide which is right under Bank in the console.`,
      `${name} and the books differ: resolve it under Bank in the console.`,
    ]);
  });
});
