import { beforeEach, describe, expect, test } from 'vitest';
import { execute, select } from '../core/sql.ts';
import { openBooks } from './books.fixture.ts';
import { firstStatement } from './opening.ts';
import { bankEntriesTable, bankFilesTable } from './rows.ts';

const mode = 'sandbox';
let books: Awaited<ReturnType<typeof openBooks>>;
let db: (typeof books)['db'];
let close: (typeof books)['close'];

beforeEach(async () => {
  books = await openBooks();
  ({ db, close } = books);
});

const refuse = async (kind = 'camt.053') => {
  const id = await books.newFile('refused.xml');
  await execute(db, `UPDATE bank_file SET kind = $2, state = 'refused' WHERE id = $1`, [id, kind]);
  return id;
};
const openingOf = () => bankEntriesTable.find(db, { code: 'OPENING' }, { order: [['createdAt', 'ASC']] });
const transfers = () =>
  select<{ key: string; kind: string }>(db, `SELECT key, kind FROM transfer WHERE kind = 'bank_opening' ORDER BY id`);
const own = (minor: bigint) => ({ 'custody:bank:main': -minor, 'fees:bank': minor });
const held = (minor: bigint) => ({ 'custody:bank:main': -minor, 'suspense:bank': minor });

describe('the opening balance of the first statement', () => {
  test.each([
    ['money', 1_000n],
    ['a debt', -300n],
  ])('is %s of the gateway, once', async (_what, minor) => {
    expect(await books.changes(() => close({ opens: minor }))).toEqual(own(minor));
    expect(await transfers()).toEqual([{ key: 'bank-opening:sandbox', kind: 'bank_opening' }]);
    expect(await books.changes(() => close({ opens: minor, closes: 5n }))).toEqual({});
    expect(await books.changes(() => close({ opens: 5n, day: '2026-11-25' }))).toEqual({});
    expect(await openingOf()).toEqual([]);
  });

  test('is nothing where it is zero, also after a refused statement', async () => {
    await refuse();
    expect(await books.changes(() => close({ opens: 0n }))).toEqual({});
    expect(await openingOf()).toEqual([]);
  });

  test('is corrected by a statement from before it, which may open lower, higher or the same', async () => {
    await close({ opens: 1_000n });
    const { id } = { id: (await close({ opens: 400n, closes: 1_000n, day: '2026-11-23' })).id };
    expect((await books.inBooks((tx) => firstStatement(tx, mode)))?.id).toBe(id);
    expect(await transfers()).toEqual([
      { key: 'bank-opening:sandbox', kind: 'bank_opening' },
      { key: `bank-opening:sandbox:${id}`, kind: 'bank_opening' },
    ]);
    expect(await books.changes(() => close({ opens: 900n, closes: 400n, day: '2026-11-22' }))).toEqual(own(500n));
    expect(await books.changes(() => close({ opens: 900n, closes: 900n, day: '2026-11-21' }))).toEqual({});
    expect(await books.changes(() => close({ opens: 20n, closes: 900n, day: '2026-11-20' }))).toEqual(own(-880n));
  });

  test('may be customers’ money after a refused statement: it is in suspense', async () => {
    await refuse();
    let closed = { id: '', fileId: '' };
    const work = async () => {
      closed = await close({ opens: 700n });
    };
    expect(await books.changes(work)).toEqual(held(700n));
    expect(await openingOf()).toMatchObject([
      {
        mode,
        direction: 'credit',
        amountMinor: 700n,
        day: '2026-11-24',
        bookedAs: 'suspense',
        isReversal: false,
        key: `opening@${closed.id}`,
        fileId: closed.fileId,
        isStated: true,
        statedBy: closed.fileId,
        remittance: 'Opening balance of statement S1: a statement was refused, and may be the one before it',
      },
    ]);
    expect(await transfers()).toEqual([]);
    // Staff may have proposed something about it: it stays the same entry while the opening is the same.
    await close({ opens: 700n });
    expect(await openingOf()).toHaveLength(1);
  });

  test('is a debt of the gateway also after a refused statement', async () => {
    await refuse();
    expect(await books.changes(() => close({ opens: -700n }))).toEqual(own(-700n));
  });

  test('is the gateway’s own after other refused files', async () => {
    await refuse('camt.054');
    expect(await books.changes(() => close({ opens: 700n }))).toEqual(own(700n));
  });

  test('in suspense gives way to that of a statement before it, as long as one is refused', async () => {
    const refused = await refuse();
    await close({ opens: 700n });
    expect(await books.changes(() => close({ opens: 250n, closes: 700n, day: '2026-11-23' }))).toEqual(held(-450n));
    const [first, second] = await openingOf();
    expect(first).toMatchObject({ bookedAs: 'claimed', endedAt: expect.any(Date) });
    expect(second).toMatchObject({ amountMinor: 250n, bookedAs: 'suspense', endedAt: null });
    await bankFilesTable.update(db, { state: 'processed' }, { id: refused });
    expect(await books.changes(() => close({ opens: 100n, closes: 250n, day: '2026-11-22' }))).toEqual({
      'suspense:bank': -250n,
      'fees:bank': 100n,
      'custody:bank:main': 150n,
    });
  });

  test('that is the gateway’s own already stays so when a statement is refused later', async () => {
    await close({ opens: 700n });
    await refuse();
    expect(await books.changes(() => close({ opens: 900n, closes: 700n, day: '2026-11-23' }))).toEqual(own(200n));
    expect(await openingOf()).toEqual([]);
  });
});
