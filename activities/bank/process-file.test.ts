import { beforeEach, describe, expect, test } from 'vitest';
import { openAlerts } from '../../db/alerts/alerts.fixture.ts';
import { openBooks } from '../../db/bank/books.fixture.ts';
import { addOutgoingFile, type BankFile, findBankFile, storeIncomingFile } from '../../db/bank/files.ts';
import { bankFilesTable } from '../../db/bank/rows.ts';
import { testBox } from '../../db/testing.fixture.ts';
import { newId } from '../../domain/ids.ts';
import { writeRecallAnswer, writeReport } from '../../scripts/bank-simulator/messages.ts';
import { testAccount } from './bank.fixture.ts';
import { notificationText, statementText } from './bank-says.fixture.ts';
import type { BankDeps } from './deps.ts';
import { openSchemas, STANDARD_SCHEMAS } from './files/schemas.ts';
import { folderTransport } from './folder-transport.ts';
import { processBankFile } from './process-file.ts';

const books = await openBooks();
const { db, payment, inBooks, paid } = books;
const mode = 'sandbox';
const nowMs = Date.UTC(2026, 10, 24, 9);
const schemas = openSchemas(STANDARD_SCHEMAS);
const deps: BankDeps = {
  db,
  box: testBox,
  mode,
  account: testAccount,
  schemas,
  transport: folderTransport({ folder: '/none' }),
  windowMs: 0,
  cutOffHour: 14,
  feesADayMinor: 100n,
  nowMs: () => nowMs,
  admit: async (_tx, ids) => new Set(ids),
};
// Files of an earlier test wait for nothing.
beforeEach(async () => void (await bankFilesTable.update(db, { state: 'refused' }, { state: 'waiting' })));

const { iban, bic, name: owner } = testAccount;
const account = { iban, bic, owner };
const bankId = () => newId().replaceAll('-', '');
const entries = [{ minor: 5, reference: 'R' }];
const texts = {
  'camt.053': (more: Partial<Parameters<typeof statementText>[0]> = {}) =>
    statementText({ id: bankId(), messageId: bankId(), opens: 0, entries: [], ...more }),
  'camt.052': () => statementText({ id: bankId(), messageId: bankId(), opens: 0, entries: [], as: 'Rpt' }),
  'camt.054': (id = bankId()) => notificationText(id, entries),
  'pain.002': (originalMessageId = bankId()) =>
    writeReport({ messageId: bankId(), nowMs, originalMessageId, groupStatus: 'ACCP', parts: new Map() }, account),
  'camt.029': (endToEndId = bankId()) =>
    writeRecallAnswer({ messageId: bankId(), nowMs, outcomes: [{ endToEndId, isCanceled: true }] }, account),
};

async function came(text: string): Promise<BankFile> {
  const bytes = Buffer.from(`${text}<!--${newId()}-->`);
  const { id } = await storeIncomingFile(db, testBox, { mode, name: `${newId()}.xml`, bytes, problem: null });
  return must(await findBankFile(db, id ?? ''));
}
function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('It is not there.');
  return value;
}
async function process(text: string, { holds = false, over = {} as Partial<BankDeps> } = {}) {
  const file = await came(text);
  const became = await processBankFile({ ...deps, ...over }, file, { holdsStatements: holds });
  return { became, file: must(await findBankFile(db, file.id)) };
}
const alerts = async (subject: string) => (await openAlerts(db, subject)).map(({ kind, message }) => [kind, message]);
const failing: Partial<BankDeps> = {
  schemas: {
    ...schemas,
    validate: () => {
      throw new TypeError('It is not iterable.');
    },
  },
};
/** A file of ours that the bank may answer. */
async function ours(kind: 'pain.001' | 'camt.055') {
  const { id, endToEndId } = await payment(700n, { status: kind === 'pain.001' ? 'in_file' : 'recalling' });
  const payments = [must(await paid(id))];
  const of = { id: newId(), mode, kind, messageId: bankId(), name: 'p.xml', bytes: Buffer.from('x') } as const;
  await inBooks((tx) => addOutgoingFile(tx, testBox, { ...of, payments, totalMinor: 700n }));
  await bankFilesTable.update(db, { state: 'sent' }, { id: of.id });
  return { ...of, paymentId: id, endToEndId };
}

describe('a file that cannot be believed is refused with the reason, and alerted', () => {
  const ns = (name: string, inside = '') =>
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${name}">${inside}</Document>`;
  const READ = 'pain.002.001.03 to .10, camt.052, camt.053 and camt.054.001.02 to .08, camt.029.001.06';

  test.each([
    ['a file of payments', ns('pain.001.001.09'), 'pain.001', 'It is a pain.001, which only we send.'],
    ['a recall', ns('camt.055.001.05'), 'camt.055', 'It is a camt.055, which only we send.'],
    ['something else', ns('pacs.008.001.08'), null, `It is none of the messages that are read: ${READ}.`],
    [
      'an answer to nothing',
      texts['pain.002']('NONE'),
      'pain.002',
      'It answers NONE, which is no file of payments of ours.',
    ],
    ['an answer to no recall', texts['camt.029'](), 'camt.029', 'It answers no recall of ours.'],
  ])('%s', async (_what, text, kind, problem) => {
    const { became, file } = await process(text);
    expect(became).toBe('done');
    expect(file).toMatchObject({ state: 'refused', problem, kind });
    const message = `The file ${file.name} of the bank (sandbox) was refused: ${problem}`;
    expect(await alerts(file.id)).toEqual([['bank_file_refused', message]]);
  });

  test('an answer to a recall as if it were of payments', async () => {
    const { messageId } = await ours('camt.055');
    const { file } = await process(texts['pain.002'](messageId));
    expect(file.problem).toBe(`It answers ${messageId}, which is no file of payments of ours.`);
  });

  test('one whose bytes were not kept, also while it waits', async () => {
    const file = await came(texts['camt.054']());
    await bankFilesTable.update(db, { content: null, state: 'waiting' }, { id: file.id });
    expect(await processBankFile(deps, file, { holdsStatements: false })).toBe('done');
    expect(await findBankFile(db, file.id)).toMatchObject({ state: 'refused', problem: 'Its bytes were not kept.' });
  });

  test('one with the message ID of another one', async () => {
    const id = bankId();
    const first = await process(texts['camt.054'](id));
    const { file } = await process(texts['camt.054'](id));
    const problem = `Its message ID ${id} came before with other content, in ${first.file.name}.`;
    expect(file).toMatchObject({ state: 'refused', problem });
    // Read again, it is its own.
    await bankFilesTable.update(db, { state: 'stored' }, { id: first.file.id });
    expect(await processBankFile(deps, first.file, { holdsStatements: false })).toBe('done');
    expect(await findBankFile(db, first.file.id)).toMatchObject({ state: 'processed' });
  });
});

describe('a file that is believed is done once', () => {
  test.each(['camt.053', 'camt.052', 'camt.054'] as const)('as a %s', async (kind) => {
    const { became, file } = await process(texts[kind]());
    expect(became).toBe('done');
    expect(file).toMatchObject({ state: 'processed', kind, problem: null, settledAt: new Date(nowMs) });
    expect(file.messageId).toEqual(expect.any(String));
  });

  test('as an answer to payments, and to a recall', async () => {
    const sent = await ours('pain.001');
    const { file } = await process(texts['pain.002'](sent.messageId));
    expect(file).toMatchObject({ state: 'processed', kind: 'pain.002', answers: sent.id, settledAt: new Date(nowMs) });
    expect(await paid(sent.paymentId)).toMatchObject({ status: 'accepted' });
    const recall = await ours('camt.055');
    const answer = await process(texts['camt.029'](recall.endToEndId));
    expect(answer.file).toMatchObject({ state: 'processed', kind: 'camt.029', answers: null });
    expect(await paid(recall.paymentId)).toMatchObject({ status: 'rejected' });
  });

  test('a statement that waits says from when, and goes on from there', async () => {
    await process(texts['camt.053']());
    const alone = texts['camt.053']({ opens: 77, day: '2026-11-26' });
    const first = await process(alone);
    expect(first.became).toEqual({ waitsFrom: '2026-11-26' });
    expect(first.file).toMatchObject({ state: 'waiting', kind: 'camt.053', settledAt: null });
    expect(first.file.problem).toMatch(/^No statement closes with 0\.77 EUR/);
    expect(await processBankFile(deps, first.file, { holdsStatements: false })).toEqual({ waitsFrom: '2026-11-26' });
    expect(await processBankFile(deps, first.file, { holdsStatements: false, acceptsGap: true })).toBe('done');
    expect(await findBankFile(db, first.file.id)).toMatchObject({ state: 'processed', problem: null });
  });

  test('pages wait for pages, and are done together', async () => {
    const id = bankId();
    const one = await process(texts['camt.053']({ id, page: [1, false], opens: 77, closes: 99, entries }));
    expect(one.became).toEqual({ waitsFrom: '9999-12-31' });
    expect(one.file).toMatchObject({ state: 'waiting', problem: `Other pages of statement ${id} have not come yet.` });
    const file = await came(texts['camt.053']({ id, page: [2, true], opens: 77, closes: 82 }));
    expect(await processBankFile(deps, file, { holdsStatements: false, acceptsGap: true })).toBe('done');
    for (const each of [one.file, file]) expect(await findBankFile(db, each.id)).toMatchObject({ state: 'processed' });
  });
});

describe('while statements are held', () => {
  test.each(['camt.053', 'camt.052'] as const)('a %s is left alone', async (kind) => {
    const { became, file } = await process(texts[kind](), { holds: true });
    expect([became, file.state]).toEqual(['held', 'stored']);
  });

  test('other files are done', async () => {
    const { became, file } = await process(texts['camt.054'](), { holds: true });
    expect([became, file.state]).toEqual(['done', 'processed']);
  });
});

describe('a file that fails in any other way is alerted, and tried again', () => {
  test.each([
    ['camt.053', 'failed_statement', ' The statements after it wait for it.'],
    ['camt.052', 'failed_statement', ' The statements after it wait for it.'],
    ['camt.054', 'failed', ''],
    ['pain.002', 'failed', ''],
  ] as const)('a %s', async (kind, failed, more) => {
    const { became, file } = await process(texts[kind](), { over: failing });
    expect([became, file.state]).toEqual([failed, 'stored']);
    const what = `The file ${file.name} of the bank (sandbox) cannot be processed; each round tries again`;
    expect(await alerts(file.id)).toEqual([['bank_file_failed', `${what}: It is not iterable.${more}`]]);
    if (kind === 'pain.002') return;
    expect(await processBankFile(deps, file, { holdsStatements: false })).toBe('done');
    expect(await alerts(file.id)).toEqual([]);
  });

  test('one that cannot be opened counts as a statement, unless it is known to be none', async () => {
    const file = await came(texts['camt.054']());
    await bankFilesTable.update(db, { content: Buffer.from('broken') }, { id: file.id });
    const become = (kind: BankFile['kind']) => processBankFile(deps, { ...file, kind }, { holdsStatements: false });
    expect([await become(null), await become('camt.053'), await become('camt.054')]).toEqual([
      'failed_statement',
      'failed_statement',
      'failed',
    ]);
  });
});
