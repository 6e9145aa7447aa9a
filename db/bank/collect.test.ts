import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { execute } from '../core/sql.ts';
import { testBox } from '../testing.fixture.ts';
import { openBooks } from './books.fixture.ts';
import { type Admit, admitAll, collectPayments, collectRecalls, type OrderedPayment } from './collect.ts';
import { openDifference } from './differences.ts';
import { readBankFile } from './files.ts';
import { bankPaymentsTable } from './payment-rows.ts';
import { hasBankWork } from './pending-work.ts';
import { findRestoredPayments } from './restored-payments.ts';
import { type BankFileRow, bankFilePaymentsTable, bankFilesTable } from './rows.ts';
import { tearUpFile } from './tear-up.ts';

const mode = 'sandbox';
let books: Awaited<ReturnType<typeof openBooks>>;
let db: (typeof books)['db'];
beforeEach(async () => {
  books = await openBooks();
  ({ db } = books);
});

const all: Admit = async (_tx, ids) => new Set(ids);
const waiting = (minor = 700n, files = 0) => books.payment(minor, { status: 'waiting', files });
/** A minute ago. */
const earlier = (minor = 700n, files = 0) =>
  books.payment(minor, { status: 'waiting', files, atMs: Date.now() - 60_000 });
const statusOf = async (id: string) => (await books.paid(id))?.status;

/** The next file, with what was written into it. */
async function collect(kind: 'payments' | 'recalls' = 'payments', admit = all) {
  const written: OrderedPayment[] = [];
  const messageId = newId().replaceAll('-', '');
  const write = (payments: readonly OrderedPayment[]) => {
    written.push(...payments);
    return Buffer.from(`${payments.length} payments of ${messageId}`);
  };
  const add = kind === 'payments' ? collectPayments : collectRecalls;
  const count = await books.inBooks((tx) => add(tx, testBox, { mode, messageId, write, admit, nowMs: Date.now() }));
  return { count, written, file: await bankFilesTable.findOne(db, { messageId }) };
}
const ids = (payments: readonly { readonly id: string }[]) => payments.map(({ id }) => id);

describe('the next file of payments', () => {
  test('has those that wait, the oldest first, and is a row with its bytes before anything leaves', async () => {
    const [one, two, other] = [await waiting(100n), await waiting(250n), await books.payment()];
    const { count, written, file } = await collect();
    expect([count, ids(written)]).toEqual([2, [one.id, two.id]]);
    expect(written[0]).toMatchObject({ amountMinor: 100n, files: 1, orderedIn: null });
    expect(file).toMatchObject({
      mode,
      direction: 'out',
      kind: 'pain.001',
      state: 'written',
      payments: 2,
      totalMinor: 350n,
      name: `pain.001.${file?.messageId}.xml`,
    });
    const bytes = await readBankFile(db, testBox, file?.id ?? '');
    expect(bytes?.toString()).toBe(`2 payments of ${file?.messageId}`);
    expect(file?.size).toBe(bytes?.length);
    expect(await bankFilePaymentsTable.find(db, { fileId: file?.id ?? '' })).toHaveLength(2);
    for (const { paymentId, paymentVersion } of await bankFilePaymentsTable.find(db, {}))
      expect((await books.paid(paymentId))?.version).toBe(paymentVersion);
    expect(await Promise.all([one, two, other].map(({ id }) => statusOf(id)))).toEqual(Array(3).fill('in_file'));
    expect(await collect()).toMatchObject({ count: 0, written: [], file: undefined });
  });

  test('has only those whose owners admit them; each owner is seen in turn', async () => {
    const [one, two, three] = [await waiting(), await waiting(), await waiting()];
    const seen: (readonly string[])[] = [];
    const only =
      (id: string): Admit =>
      async (_tx, each) => {
        seen.push(each);
        return new Set([id]);
      };
    const { written } = await collect('payments', admitAll([only(one.id), only(three.id)]));
    expect(ids(written)).toEqual([one.id, three.id]);
    expect(seen).toEqual([ids([one, two, three]), ids([one, two, three])]);
    expect(await statusOf(two.id)).toBe('waiting');
    await collect();
    seen.splice(0);
    await collect('payments', only(one.id));
    expect(seen).toEqual([]);
  });

  test('is not written while the bank and the books differ', async () => {
    const { id } = await waiting();
    const of = { mode, fileId: await books.newFile(), differenceMinor: 1n, explanation: 'They differ.' } as const;
    await books.inBooks((tx) => openDifference(tx, of));
    expect((await collect()).count).toBe(0);
    expect(await statusOf(id)).toBe('waiting');
  });

  test('has no payment for which the account was debited already: that is alerted, once', async () => {
    const [notified, held, booked] = [await waiting(), await waiting(701n), await waiting(702n)];
    await books.book([{ endToEndId: notified.endToEndId }], { isStated: false });
    await books.book([{ endToEndId: held.endToEndId, amountMinor: 701n }]);
    await books.book([{ endToEndId: booked.endToEndId, direction: 'credit' }]);
    for (const _each of [1, 2]) await collect();
    const kept = [notified, held, booked].map(({ id }) => statusOf(id));
    expect(await Promise.all(kept)).toEqual(['waiting', 'waiting', 'in_file']);
    const what = `The account was debited with the end-to-end ID ${held.endToEndId} of payment ${held.id} (sandbox)`;
    expect(await books.alerts('bank_contradiction', held.id)).toEqual([
      `${what}, which waits for its next file. It is not ordered again before somebody decides about it.`,
    ]);
    expect(await books.alerts('bank_contradiction', notified.id)).toHaveLength(1);
    expect(await books.alerts('bank_contradiction', booked.id)).toEqual([]);
  });

  test('does not order again what a file of the bank may say while that is not read', async () => {
    const [again, first] = [await waiting(700n, 1), await waiting()];
    const fileId = await books.newFile();
    expect(ids((await collect()).written)).toEqual([first.id]);
    await bankFilesTable.update(db, { state: 'waiting' }, { id: fileId });
    expect((await collect()).count).toBe(0);
    await bankFilesTable.update(db, { state: 'processed' }, { id: fileId });
    expect(ids((await collect()).written)).toEqual([again.id]);
  });

  test('has what is from before a restore only once two people have released it', async () => {
    const before = await earlier();
    await restored();
    const after = await waiting();
    expect(ids((await collect()).written)).toEqual([after.id]);
    expect(await statusOf(before.id)).toBe('waiting');
  });
});

/** The database was restored half a minute ago. */
async function restored(): Promise<void> {
  await execute(
    db,
    `INSERT INTO database_restore (id, restored_at, restored_to, backup, by, reason, addresses_skipped, heights)
     VALUES ($1, now() - interval '30 seconds', now() - interval '5 minutes', 'b', 'ada', 'test', 1, '[]')`,
    [newId()],
  );
}

describe('a recall', () => {
  test('is about each payment once, and names the file that ordered it last', async () => {
    const { id } = await books.payment(700n, { status: 'recalling' });
    await books.ordered([id]);
    const last = await books.ordered([(await books.payment()).id]);
    await bankFilePaymentsTable.create(db, { fileId: last.id, paymentId: id, paymentVersion: 9 });
    const { count, written, file } = await collect('recalls');
    expect([count, written.map(({ orderedIn }) => orderedIn)]).toEqual([1, [last.messageId]]);
    expect(file).toMatchObject({ kind: 'camt.055', name: `camt.055.${file?.messageId}.xml`, totalMinor: 700n });
    expect(await collect('recalls')).toMatchObject({ count: 0, file: undefined });
  });
});

describe('a round', () => {
  test('has work while something waits in the database', async () => {
    expect(await hasBankWork(db, mode)).toBe(false);
    const { id } = await waiting();
    expect(await hasBankWork(db, mode)).toBe(true);
    expect(await hasBankWork(db, 'production')).toBe(false);
    await collect();
    await bankFilesTable.update(db, { state: 'sent' }, { direction: 'out' });
    expect([await statusOf(id), await hasBankWork(db, mode)]).toEqual(['in_file', false]);
  });
});

describe('a written file', () => {
  const tear = (file: Parameters<typeof tearUpFile>[1]) =>
    books.inBooks((tx) => tearUpFile(tx, file, { by: 'Ann', note: 'Wrong day', nowMs: 5_000 }));

  test('is torn up once, and its payments wait for a later one; one that the bank made stays made', async () => {
    const [one, two] = [await books.payment(), await books.payment(700n, { status: 'booked' })];
    const file = await books.ordered([one.id, two.id], { state: 'written' });
    expect(await tear(file)).toBe(true);
    expect(await bankFilesTable.findOne(db, { id: file.id })).toMatchObject({
      state: 'refused',
      problem: 'Torn up by Ann: Wrong day',
      settledAt: new Date(5_000),
    } satisfies Partial<BankFileRow>);
    expect(await books.paid(one.id)).toMatchObject({ status: 'waiting', files: 0 });
    expect(await statusOf(two.id)).toBe('booked');
    expect(books.news).toMatchObject([{ withdrawalId: one.id, change: 'torn_up' }]);
    expect(await tear(file)).toBe(false);
    expect((await books.paid(one.id))?.files).toBe(0);
  });

  test('may be torn up again, when a later file has its payments', async () => {
    const { id } = await books.payment();
    for (const _each of [1, 2]) {
      expect(await tear(await books.ordered([id], { state: 'written' }))).toBe(true);
      expect(await books.paid(id)).toMatchObject({ status: 'waiting', files: 0 });
      await bankPaymentsTable.update(db, { status: 'in_file', files: 1 }, { id });
    }
  });

  test('is not torn up once it has left, if it is a recall, and after a restore before the checks', async () => {
    const { id } = await books.payment();
    for (const more of [{ state: 'sending' }, { state: 'written', kind: 'camt.055' }] as const)
      expect(await tear(await books.ordered([id], more))).toBe(false);
    expect(await statusOf(id)).toBe('in_file');
    const file = await books.ordered([id], { state: 'written' });
    await restored();
    await expect(tear(file)).rejects.toMatchObject({ code: 'restore_unchecked' });
  });
});

describe('a debit after a restore', () => {
  const found = (...debits: Parameters<typeof findRestoredPayments>[1]) =>
    books.inBooks((tx) => findRestoredPayments(tx, debits, 7));
  const debitOf = (endToEndId: string | null, more: object = {}) =>
    ({ direction: 'debit', endToEndId, amountMinor: 700n, isReversal: false, ...more }) as const;

  test('of the amount of a payment from before it says that the payment was in a file', async () => {
    const [one, two] = [await earlier(), await earlier()];
    await found(debitOf(one.endToEndId));
    expect(await statusOf(one.id)).toBe('waiting');
    await restored();
    await found(debitOf(two.endToEndId, { amountMinor: 1n }), debitOf(one.endToEndId));
    expect(await books.paid(one.id)).toMatchObject({ status: 'in_file', files: 1 });
    expect(await statusOf(two.id)).toBe('waiting');
  });

  test('of another amount, a credit, a reversal or without an ID says nothing of it', async () => {
    const [one, other, again] = [await earlier(), await earlier(5n), await earlier(700n, 1)];
    await restored();
    const after = await waiting();
    const more = [{ amountMinor: 699n }, { direction: 'credit' }, { isReversal: true }, { endToEndId: null }];
    await found(...more.map((each) => debitOf(one.endToEndId, each)), debitOf(other.endToEndId));
    await found(debitOf('FOREIGN-1'), debitOf(after.endToEndId));
    for (const { id } of [one, other, after]) expect(await statusOf(id)).toBe('waiting');
    await found(debitOf(again.endToEndId));
    expect(await books.paid(again.id)).toMatchObject({ status: 'waiting', files: 1 });
  });
});
