import { zipSync } from 'fflate';
import { beforeEach, describe, expect, test } from 'vitest';
import { openAlerts } from '../../db/alerts/alerts.fixture.ts';
import { openBooks } from '../../db/bank/books.fixture.ts';
import { noteContradiction } from '../../db/bank/contradictions.ts';
import { openDifference } from '../../db/bank/differences.ts';
import { readBankFile } from '../../db/bank/files.ts';
import { keptOf } from '../../db/bank/kept-entries.ts';
import { bankPaymentsTable } from '../../db/bank/payment-rows.ts';
import {
  type BankFileRow,
  type BankFileState,
  bankDifferencesTable,
  bankFilesTable,
  bankStatementsTable,
} from '../../db/bank/rows.ts';
import { alertsTable } from '../../db/core/rows.ts';
import { prepared, select } from '../../db/core/sql.ts';
import { operatorsOf } from '../../db/restores/stopped.fixture.ts';
import { testBox } from '../../db/testing.fixture.ts';
import { DELIVERY_WITHIN_MS } from '../../domain/bank/file-retry.ts';
import { newId } from '../../domain/ids.ts';
import { testAccount } from './bank.fixture.ts';
import { notificationText, statementText } from './bank-says.fixture.ts';
import type { BankDeps } from './deps.ts';
import { openSchemas, STANDARD_SCHEMAS } from './files/schemas.ts';
import { type BankTransport, type FileFromBank, NotDeliveredError } from './transport.ts';
import { runBankRound } from './window.ts';

let books: Awaited<ReturnType<typeof openBooks>>;
let db: (typeof books)['db'];
let deps: BankDeps;
/** The files that the bank has left, and what was done with them, in order. */
let left: { name: string; bytes: Buffer | string; problem?: string }[] = [];
let done: string[] = [];
const schemas = openSchemas(STANDARD_SCHEMAS);
const mode = 'sandbox';
const HOUR_MS = 3_600_000;
const nowMs = Date.UTC(2026, 10, 24, 9);

const transport: BankTransport = {
  async *incoming() {
    for (const { name, bytes, problem = null } of left.splice(0)) {
      const taken = async (isRefused: boolean) => void done.push(`${isRefused ? 'refuse' : 'take'} ${name}`);
      yield { name, problem, read: async () => Buffer.from(bytes), taken } satisfies FileFromBank;
    }
  },
  stage: async (name) => void done.push(`stage ${name}`),
  deliver: async (name, bytes) => void done.push(`deliver ${name} ${bytes.length > 0}`),
  lookUp: async () => 'unknown',
  close: async () => undefined,
};

beforeEach(async () => {
  books = await openBooks();
  ({ db } = books);
  [left, done] = [[], []];
  deps = {
    db,
    box: testBox,
    mode,
    account: testAccount,
    schemas,
    transport,
    windowMs: 0,
    cutOffHour: 14,
    feesADayMinor: 100n,
    nowMs: () => nowMs,
    admit: async (_tx, ids) => new Set(ids),
  };
});

const round = (over: Partial<BankDeps> = {}, by: Partial<BankTransport> = {}) =>
  runBankRound({ ...deps, transport: { ...transport, ...by }, ...over });
const alerts = async (subject: string) => (await openAlerts(db, subject)).map(({ kind, message }) => [kind, message]);
const fileOf = (where: Partial<Pick<BankFileRow, 'id' | 'name'>>) => bankFilesTable.findOne(db, where);
const waiting = () => books.payment(700n, { status: 'waiting', files: 0 });
const statusOf = async (id: string) => (await books.paid(id))?.status;
/** A file of ours, so old. */
async function ours(state: BankFileState, ageMs = 0, kind: 'pain.001' | 'camt.055' = 'pain.001') {
  const { id } = await books.payment();
  const file = await books.ordered([id], { state, kind });
  // Banks' IDs have at most 35 letters.
  const messageId = file.id.replaceAll('-', '');
  await bankFilesTable.update(db, { messageId, createdAt: new Date(nowMs - ageMs) }, { id: file.id });
  return { ...file, messageId, paymentId: id };
}
const waitingLocksSql = prepared(
  "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
);
const NOTHING = { received: 0, processed: 0, ordered: 0, recalled: 0, sent: 0 };

describe('a file of the bank', () => {
  test('is a row before it is taken, once, and what came before is taken, too', async () => {
    const [one, two] = [notificationText('N1', []), notificationText('N2', [])];
    left = [
      { name: 'a.xml', bytes: one },
      { name: 'b.xml', bytes: two },
    ];
    expect(await round()).toEqual({ ...NOTHING, received: 2, processed: 2 });
    expect(done).toEqual(['take a.xml', 'take b.xml']);
    // None for a moment, either.
    expect(await alertsTable.count(db, {})).toBe(0);
    const file = await fileOf({ name: 'a.xml' });
    expect(file).toMatchObject({ mode, direction: 'in' });
    expect(String(await readBankFile(db, testBox, file?.id ?? ''))).toBe(one);
    left = [{ name: 'again.xml', bytes: one }];
    expect(await round()).toEqual(NOTHING);
    expect(done.at(-1)).toBe('take again.xml');
    expect(await bankFilesTable.count(db, { mode })).toBe(2);
  });

  test('that is not to be read is kept with the reason, alerted once, and stays beside', async () => {
    for (const _each of [1, 2]) {
      left = [{ name: 'a.xml', bytes: 'never read', problem: 'Everybody may write to it.' }];
      await round();
    }
    expect(done).toEqual(['refuse a.xml', 'refuse a.xml']);
    const file = await fileOf({ name: 'a.xml' });
    expect(file).toMatchObject({ state: 'refused', problem: 'Everybody may write to it.' });
    expect(String(await readBankFile(db, testBox, file?.id ?? ''))).toBe('Everybody may write to it.');
    const words = 'The file a.xml (sandbox) was not read: Everybody may write to it.';
    expect(await alerts(file?.id ?? '')).toEqual([['bank_file_refused', `${words} It is in the folder "refused".`]]);
    expect(await alertsTable.count(db, { resolvedAt: null })).toBe(1);
  });

  test('in a container is a file of its own; a container that cannot be unpacked is kept and alerted', async () => {
    const bytes = Buffer.from(zipSync({ 'x.xml': Buffer.from('one'), 'y.xml': Buffer.from('two') }));
    left = [
      { name: 'good.zip', bytes },
      { name: 'bad.zip', bytes: bytes.subarray(0, 20) },
    ];
    expect(await round()).toMatchObject({ received: 3 });
    expect(done).toEqual(['take good.zip', 'take bad.zip']);
    expect(String(await readBankFile(db, testBox, (await fileOf({ name: 'good.zip.y.xml' }))?.id ?? ''))).toBe('two');
    expect(await fileOf({ name: 'good.zip.x.xml' })).toBeDefined();
    const bad = await fileOf({ name: 'bad.zip' });
    expect(bad?.state).toBe('refused');
    const words = 'The file bad.zip (sandbox) was not read: It cannot be unpacked, or is empty.';
    expect(await alerts(bad?.id ?? '')).toEqual([['bank_file_refused', words]]);
  });
});

describe('statements', () => {
  /** A statement without entries but one, of a day. */
  const says = (id: string, day: string, opens: number, minor = 3) => ({
    name: `${id}.xml`,
    bytes: statementText({ id, messageId: id, opens, day, entries: [{ minor, day, reference: id }] }),
  });
  const bookedIn = async () =>
    (await bankStatementsTable.find(db, { mode }, { order: [['place', 'ASC']] })).map(({ statementId }) => statementId);
  const statesOf = async (...names: readonly string[]) =>
    Promise.all(names.map(async (name) => (await fileOf({ name: `${name}.xml` }))?.state));
  beforeEach(async () => {
    left = [says('BEFORE', '2026-11-20', 100)];
    await round();
  });

  test('that wait for each other are tried until none moves on, before one is missed', async () => {
    left = [
      says('D', '2026-11-23', 112),
      says('C', '2026-11-23', 109),
      says('B', '2026-11-22', 106),
      says('A', '2026-11-21', 103),
    ];
    expect(await round()).toMatchObject({ received: 4, processed: 1 });
    expect(await bookedIn()).toEqual(['BEFORE', 'A', 'B', 'C', 'D']);
    expect(await statesOf('A', 'B', 'C', 'D')).toEqual(Array(4).fill('processed'));
    expect(await bankDifferencesTable.count(db, { mode })).toBe(0);
  });

  test('before which one is missing are booked all the same, by their days; pages go on waiting', async () => {
    const page = {
      id: 'P',
      messageId: 'P',
      opens: 1,
      closes: 9,
      page: [1, false],
      day: '2026-11-21',
      entries: [],
    } as const;
    left = [
      { name: 'P.xml', bytes: statementText(page) },
      says('Y', '2026-11-23', 500),
      says('X', '2026-11-22', 900),
      says('Z', '2026-11-24', 700),
    ];
    expect(await round()).toMatchObject({ received: 4, processed: 0 });
    expect(await bookedIn()).toEqual(['BEFORE', 'X', 'Y', 'Z']);
    expect(await statesOf('P', 'X', 'Y', 'Z')).toEqual(['waiting', 'processed', 'processed', 'processed']);
  });

  test('that follow one before which one is missing need no gap, whatever their order in a day', async () => {
    left = [says('Y', '2026-11-23', 906), says('X', '2026-11-22', 900), says('Z', '2026-11-23', 903)];
    await round();
    expect(await bookedIn()).toEqual(['BEFORE', 'X', 'Z', 'Y']);
  });

  test('that contradict what is booked are read again whenever more is booked, and only then', async () => {
    left = [says('FORGED', '2026-11-20', 100, 5)];
    await round();
    expect(await statesOf('FORGED')).toEqual(['refused']);
    expect(await round()).toEqual(NOTHING);
    left = [{ name: 'N.xml', bytes: notificationText('N1', []) }];
    expect(await round()).toEqual({ ...NOTHING, received: 1, processed: 2 });
    expect(await statesOf('FORGED', 'N')).toEqual(['refused', 'processed']);
  });

  test('are not read past one that fails unexpectedly; everything else is', async () => {
    left = [
      says('A', '2026-11-21', 103),
      says('BROKEN', '2026-11-22', 106),
      { name: 'N.xml', bytes: notificationText('N1', []) },
      says('C', '2026-11-23', 109),
    ];
    const validate: BankDeps['schemas']['validate'] = (kind, bytes) => {
      if (Buffer.from(bytes).includes('BROKEN')) throw new TypeError('It is not iterable.');
      schemas.validate(kind, bytes);
    };
    expect(await round({ schemas: { ...schemas, validate } })).toMatchObject({ received: 4, processed: 2 });
    expect(await statesOf('A', 'BROKEN', 'N', 'C')).toEqual(['processed', 'stored', 'processed', 'stored']);
    expect(await round()).toMatchObject({ received: 0, processed: 2 });
    expect(await bookedIn()).toEqual(['BEFORE', 'A', 'BROKEN', 'C']);
  });
});

describe('the next file of payments', () => {
  test('is a valid file with an ID of the day, that is staged, sent, and noted as sent', async () => {
    const { id, endToEndId } = await waiting();
    expect(await round()).toEqual({ ...NOTHING, ordered: 1, sent: 1 });
    const file = await bankFilesTable.findOne(db, { kind: 'pain.001' });
    expect(file).toMatchObject({ state: 'sent', sentAt: new Date(nowMs), payments: 1 });
    expect(file?.messageId).toMatch(/^TG20261124[0-9A-HJKMNP-TV-Z]{20}$/);
    expect(done).toEqual([`stage ${file?.name}`, `deliver ${file?.name} true`]);
    const text = String(await readBankFile(db, testBox, file?.id ?? ''));
    for (const part of [endToEndId, testAccount.iban, '<CreDtTm>2026-11-24T', '<Dt>2026-11-24</Dt>', file?.messageId])
      expect(text).toContain(part);
    expect(await statusOf(id)).toBe('in_file');
    await round();
    expect(done).toHaveLength(2);
  });

  test('has the next business day after the hour of the bank', async () => {
    await waiting();
    await round({ cutOffHour: 9 });
    const file = await bankFilesTable.findOne(db, { kind: 'pain.001' });
    expect(String(await readBankFile(db, testBox, file?.id ?? ''))).toContain('<Dt>2026-11-25</Dt>');
  });

  test('waits for the pause since the last one, which recalls are not', async () => {
    await waiting();
    await ours('answered', 59_999);
    await ours('answered', 0, 'camt.055');
    expect(await round({ windowMs: 60_000 })).toMatchObject({ ordered: 0, sent: 0 });
    expect(await round({ windowMs: 59_999 })).toMatchObject({ ordered: 1, sent: 1 });
  });

  test('that would not be valid is not written, and its payments go on waiting', async () => {
    const { id } = await waiting();
    const validate: BankDeps['schemas']['validate'] = (kind) => {
      throw new Error(`No valid ${kind}.`);
    };
    await expect(round({ schemas: { ...schemas, validate } })).rejects.toThrow('No valid pain.001.');
    expect(await statusOf(id)).toBe('waiting');
    expect(await bankFilesTable.count(db, { mode })).toBe(0);
    await bankPaymentsTable.update(db, { status: 'recalling' }, { id });
    await expect(round({ schemas: { ...schemas, validate } })).rejects.toThrow('No valid camt.055.');
    expect(await bankFilesTable.count(db, { mode })).toBe(0);
  });
});

test('a recall names the file that ordered the payment, and leaves also while euro are stopped', async () => {
  const first = await ours('answered');
  await bankPaymentsTable.update(db, { status: 'recalling', version: 5 }, { id: first.paymentId });
  await operatorsOf(db).stop('SEPA');
  expect(await round()).toEqual({ ...NOTHING, recalled: 1, sent: 1 });
  const file = await bankFilesTable.findOne(db, { kind: 'camt.055' });
  const text = String(await readBankFile(db, testBox, file?.id ?? ''));
  for (const part of [first.messageId, testAccount.name, file?.messageId]) expect(text).toContain(part);
  expect(file).toMatchObject({ state: 'sent' });
});

describe('a file of ours', () => {
  const stateOf = async (id: string) => (await fileOf({ id }))?.state;

  test.each([
    ['delivered', 'sent', []],
    ['staged', 'sent', ['deliver']],
    ['unknown', 'sending', []],
  ] as const)('whose delivery was interrupted, and is %s, is %s then', async (became, state, acts) => {
    const file = await ours('sending');
    const lookUp = async (name: string) => (name === file.name ? became : 'unknown');
    expect(await round({}, { lookUp })).toMatchObject({ sent: acts.length });
    expect(await stateOf(file.id)).toBe(state);
    expect(done).toEqual(acts.map((act) => `${act} ${file.name} true`));
  });

  test('that certainly did not arrive is sent again; where that is not sure, it is not', async () => {
    const file = await ours('written');
    const failing = (error: Error) => round({}, { deliver: () => Promise.reject(error) });
    const cause = new Error('No way.');
    const words = { name: 'NotDeliveredError', message: 'No way.', cause };
    await expect(failing(new NotDeliveredError(cause))).rejects.toMatchObject(words);
    expect(await stateOf(file.id)).toBe('written');
    await expect(failing(new Error('It died.'))).rejects.toThrow('It died.');
    expect(await stateOf(file.id)).toBe('sending');
    expect(await round()).toMatchObject({ sent: 0 });
    expect(await stateOf(file.id)).toBe('sending');
  });

  test('stays while the bank and the books differ, also where its delivery was interrupted', async () => {
    const [written, sending] = [await ours('written'), await ours('sending')];
    const of = { mode, fileId: await books.newFile(), differenceMinor: 1n, explanation: 'They differ.' } as const;
    await bankFilesTable.update(db, { state: 'processed' }, { id: of.fileId });
    await books.inBooks((tx) => openDifference(tx, { ...of, stops: true }));
    expect(await round({}, { lookUp: async () => 'staged' })).toMatchObject({ sent: 0 });
    expect([await stateOf(written.id), await stateOf(sending.id), done]).toEqual(['written', 'written', []]);
    expect([await alerts(written.id), await alerts(sending.id)]).toEqual([[], []]);
  });

  test('is staged and sent by one of two rounds at once', async () => {
    const file = await ours('written');
    let second: Promise<unknown> | undefined;
    const stage = async (name: string) => {
      done.push(`stage ${name}`);
      second ??= round();
      // The other round has found the file, too, and waits for its row.
      await expect.poll(async () => (await select(db, waitingLocksSql, [])).length).toBe(1);
    };
    expect(await round({}, { stage })).toMatchObject({ sent: 1 });
    expect(await second).toMatchObject({ sent: 0 });
    expect(done).toEqual([`stage ${file.name}`, `deliver ${file.name} true`]);
    expect(await stateOf(file.id)).toBe('sent');
  });

  /** A statement contradicts what is booked about the payments of the first file and the recall. */
  async function doubtedOne() {
    const [doubted, other, recall] = [
      await ours('written'),
      await ours('written'),
      await ours('written', 0, 'camt.055'),
    ];
    const fileId = await books.newFile();
    await bankFilesTable.update(db, { state: 'refused' }, { id: fileId });
    const [entry] = await books.book([{ direction: 'credit' }], { fileId });
    if (entry === undefined) throw new Error('Nothing was booked.');
    const paid = await Promise.all([doubted, recall].map(({ paymentId }) => books.paid(paymentId)));
    const fresh = paid.flatMap((row) =>
      row === undefined ? [] : [{ ...entry, direction: 'debit' as const, key: newId(), endToEndId: row.endToEndId }],
    );
    const stated = { statementId: 'S', closingDay: '2026-11-24', differenceMinor: 0n, nowMs };
    await books.inBooks((tx) => noteContradiction(tx, { ...stated, mode, fileId, fresh, unsaid: [keptOf(entry)] }));
    return { doubted, other, recall };
  }

  test('of which a payment is doubted is torn up, so that its others go into the next one', async () => {
    const { doubted, other, recall } = await doubtedOne();
    await round({ windowMs: HOUR_MS });
    const problem = 'Torn up by Tidegate: A statement contradicts what is booked about one of its payments.';
    expect(await fileOf({ id: doubted.id })).toMatchObject({ state: 'refused', problem });
    expect(await statusOf(doubted.paymentId)).toBe('waiting');
    expect([await stateOf(other.id), await stateOf(recall.id)]).toEqual(['sent', 'sent']);
  });

  test('of which a payment is doubted waits for the checks after a restore before it is torn up', async () => {
    const { doubted } = await doubtedOne();
    await operatorsOf(db).restore();
    await round({ windowMs: HOUR_MS });
    expect(await fileOf({ id: doubted.id })).toMatchObject({ state: 'written', problem: null });
    expect(await statusOf(doubted.paymentId)).toBe('in_file');
  });
});

describe('operators are alerted', () => {
  const DAY_MS = 24 * HOUR_MS;
  const ASK = 'Ask the bank before you do anything else.';

  test('of a file that has not been answered for a day, or may have left', async () => {
    const files = [
      await ours('sent', DAY_MS),
      await ours('sent', DAY_MS + 1),
      await ours('sending', DELIVERY_WITHIN_MS),
      await ours('sending', DELIVERY_WITHIN_MS + 1),
      await ours('answered', DAY_MS + 1),
    ];
    await round();
    const heard = await Promise.all(files.map(({ id }) => alerts(id)));
    expect(heard).toEqual([
      [],
      [['bank_file_open', `The file ${files[1]?.name} (sandbox) has not been answered for a day. ${ASK}`]],
      [],
      [['bank_file_open', `The file ${files[3]?.name} (sandbox) may or may not have reached the bank. ${ASK}`]],
      [],
    ]);
  });

  test('of a statement that waits for a day for another one', async () => {
    const page = '<StmtPgntn><PgNb>1</PgNb><LastPgInd>false</LastPgInd></StmtPgntn>';
    const balance =
      '<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-24</Dt></Dt></Bal>';
    const account = `<Acct><Id><IBAN>${testAccount.iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>`;
    const made = '<CreDtTm>2026-11-24T08:00:00</CreDtTm>';
    const body = `<GrpHdr><MsgId>M1</MsgId>${made}</GrpHdr><Stmt><Id>S1</Id>${page}${made}${account}${balance}</Stmt>`;
    const open = '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>';
    left = [{ name: 'page.xml', bytes: `${open}${body}</BkToCstmrStmt></Document>` }];
    await round();
    const { id = '' } = (await fileOf({ name: 'page.xml' })) ?? {};
    const aged = (ageMs: number) => bankFilesTable.update(db, { createdAt: new Date(nowMs - ageMs) }, { id });
    await aged(DAY_MS);
    await round();
    expect([await stateOf(id), await alerts(id)]).toEqual(['waiting', []]);
    await aged(DAY_MS + 1);
    await round();
    const words = 'Other pages of statement S1 have not come yet.';
    const message = `The file page.xml (sandbox) waits for a statement that has not come: ${words}`;
    expect(await alerts(id)).toEqual([['bank_statement_missing', message]]);
  });

  test('of a file of payments that a backup shows as written, which is not sent; a recall is', async () => {
    const [file, recall] = [await ours('written', HOUR_MS), await ours('written', HOUR_MS, 'camt.055')];
    const operators = operatorsOf(db);
    await operators.restore();
    await bankFilesTable.update(db, { createdAt: new Date(Date.now() - HOUR_MS) }, { mode });
    expect(await round()).toMatchObject({ sent: 1 });
    expect([await stateOf(file.id), await stateOf(recall.id)]).toEqual(['written', 'sent']);
    const what = `The file ${file.name} (sandbox) was written before the database was restored`;
    const then = 'It is not sent. Once the checks after the restore have passed, tear it up under Bank.';
    expect(await alerts(file.id)).toEqual([['bank_file_open', `${what}, and may have left since. ${then}`]]);
    // Also not once the checks have passed: it may have left.
    await operators.goOn();
    expect(await round()).toMatchObject({ sent: 0 });
    expect(await stateOf(file.id)).toBe('written');
  });
  const stateOf = async (id: string) => (await fileOf({ id }))?.state;
});
