import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { raiseAlert } from '../alerts/alerts.ts';
import { testBox } from '../testing.fixture.ts';
import { openBooks } from './books.fixture.ts';
import {
  findBankFile,
  findBankFiles,
  hasStatements,
  lastFileOfPayments,
  moveBankFile,
  readBankFile,
  repeatedMessage,
  retryBankFile,
  storeIncomingFile,
} from './files.ts';
import { type BankFileRow, bankFilesTable } from './rows.ts';

const mode = 'sandbox';
let books: Awaited<ReturnType<typeof openBooks>>;
let db: (typeof books)['db'];
beforeEach(async () => {
  books = await openBooks();
  ({ db } = books);
});

const store = (text: string, more: { name?: string; problem?: string | null; mode?: 'sandbox' | 'production' } = {}) =>
  storeIncomingFile(db, testBox, { mode, name: 'a.xml', bytes: Buffer.from(text), problem: null, ...more });
const row = (id: string | null) => bankFilesTable.findOne(db, { id: id ?? '' });
/** A file of the bank that is `more`. */
async function incoming(more: Partial<BankFileRow>): Promise<string> {
  const id = await books.newFile();
  await bankFilesTable.update(db, more, { id });
  return id;
}

describe('a file of the bank', () => {
  test('is kept as it came, sealed and once, whatever its name is then', async () => {
    const text = '<Document>Anna pays</Document>';
    const { id, isNew } = await store(text);
    expect(isNew).toBe(true);
    expect(await row(id)).toMatchObject({
      mode,
      direction: 'in',
      name: 'a.xml',
      size: text.length,
      state: 'stored',
      problem: null,
      kind: null,
    });
    expect((await row(id))?.content?.toString('latin1')).not.toContain('Anna');
    expect((await readBankFile(db, testBox, id ?? ''))?.toString()).toBe(text);
    expect(await store(text, { name: 'b.xml' })).toEqual({ id: null, isNew: false });
    expect(await bankFilesTable.count(db, {})).toBe(1);
    expect((await store(text, { mode: 'production' })).isNew).toBe(true);
  });

  test('that is not read is refused at once, with the reason', async () => {
    const { id, isNew } = await store('x', { problem: 'Anybody can write it.' });
    expect([isNew, await row(id)]).toMatchObject([true, { state: 'refused', problem: 'Anybody can write it.' }]);
  });

  test('has no bytes where they were not kept, or it is unknown', async () => {
    await store('another file, which has bytes');
    const id = await incoming({ content: null });
    expect(await readBankFile(db, testBox, id)).toBeNull();
    expect(await readBankFile(db, testBox, newId())).toBeNull();
  });

  test('is found by its state, the oldest first, without its bytes', async () => {
    const late = await incoming({ createdAt: new Date(Date.now() + 60_000) });
    const [one, two] = [await incoming({}), await incoming({ state: 'waiting' })];
    await incoming({ state: 'processed' });
    const found = await findBankFiles(db, mode, ['waiting', 'stored']);
    expect(found.map(({ id }) => id)).toEqual([one, two, late]);
    expect(found[0]).not.toHaveProperty('content');
    expect(await findBankFile(db, one)).not.toHaveProperty('content');
    expect(await findBankFiles(db, 'production', ['stored'])).toEqual([]);
  });

  test('whose message ID came before, in another file that was not refused, is not believed', async () => {
    const first = await incoming({ messageId: 'M1', name: 'first.xml' });
    const id = await incoming({});
    expect(await repeatedMessage(db, { mode, messageId: 'M1', id })).toBe('first.xml');
    expect(await repeatedMessage(db, { mode: 'production', messageId: 'M1', id })).toBeNull();
    expect(await repeatedMessage(db, { mode, messageId: 'M2', id })).toBeNull();
    await bankFilesTable.update(db, { state: 'refused' }, { id: first });
    expect(await repeatedMessage(db, { mode, messageId: 'M1', id })).toBeNull();
    const ours = await books.ordered([(await books.payment()).id]);
    expect(await repeatedMessage(db, { mode, messageId: ours.messageId ?? '', id })).toBeNull();
  });

  test('says whether the bank sends statements', async () => {
    await incoming({ kind: 'camt.052' });
    const refused = await incoming({ kind: 'camt.053', state: 'refused' });
    expect(await hasStatements(db, mode)).toBe(false);
    await bankFilesTable.update(db, { state: 'processed' }, { id: refused });
    expect([await hasStatements(db, mode), await hasStatements(db, 'production')]).toEqual([true, false]);
  });
});

describe('a file moves on', () => {
  const KINDS = ['bank_file_open', 'bank_file_refused', 'bank_statement_missing'] as const;
  const open = async (id: string) => {
    const all = await Promise.all(KINDS.map((kind) => books.alerts(kind, id)));
    return KINDS.filter((_kind, at) => (all[at] ?? []).length > 0);
  };
  const alerted = async (more: Partial<BankFileRow>) => {
    const id = await incoming(more);
    for (const kind of KINDS) await raiseAlert(db, { kind, subject: id, message: 'Look.' });
    return id;
  };

  test('from where it is expected, and the alerts about that end', async () => {
    const id = await alerted({});
    expect(await moveBankFile(db, { id, from: ['waiting'] }, { state: 'processed' })).toBe(false);
    expect(await open(id)).toEqual(KINDS);
    expect(await moveBankFile(db, { id, from: ['waiting', 'stored'] }, { state: 'processed' })).toBe(true);
    expect([(await row(id))?.state, await open(id)]).toEqual(['processed', []]);
  });

  test('to waiting, where the alert about what it waits for stays; without a state, all stay', async () => {
    const id = await alerted({});
    await moveBankFile(db, { id, from: ['stored'] }, { kind: 'camt.053' });
    expect(await open(id)).toEqual(KINDS);
    await moveBankFile(db, { id, from: ['stored'] }, { state: 'waiting' });
    expect(await open(id)).toEqual(['bank_statement_missing']);
  });

  test('back, where staff let it be read or sent again', async () => {
    const again = async (id: string, nowMs = Date.now()) => {
      const file = await findBankFile(db, id);
      return file !== undefined && (await books.inBooks((tx) => retryBankFile(tx, file, nowMs)));
    };
    const refused = await incoming({ state: 'refused', problem: 'Wrong.' });
    expect([await again(refused), await again(refused)]).toEqual([true, false]);
    expect(await row(refused)).toMatchObject({ state: 'stored', problem: null, resent: false });
    const { id } = await books.ordered([(await books.payment()).id], { state: 'sending' });
    expect([await again(id), await again(id, Date.now() + 3_600_000)]).toEqual([false, true]);
    expect(await row(id)).toMatchObject({ state: 'written', resent: true });
  });
});

test('the last file of payments is known by its time', async () => {
  expect(await lastFileOfPayments(db, mode)).toBeNull();
  const { id } = await books.payment();
  await books.ordered([id]);
  const last = await books.ordered([id]);
  await books.ordered([id], { kind: 'camt.055' });
  expect(await lastFileOfPayments(db, mode)).toEqual(last.createdAt);
  expect(await lastFileOfPayments(db, 'production')).toBeNull();
});
