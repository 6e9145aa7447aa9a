import pg from 'pg';
import { Op } from 'sequelize';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type MerchantId, newId } from '../../domain/ids.ts';
import { bankFilesTable } from '../bank/rows.ts';
import { connect } from '../connect.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { makeRates, makeShop } from '../invoices/testing.fixture.ts';
import { readPayout } from '../payouts/read.ts';
import { payoutsTable } from '../payouts/rows.ts';
import { fund, makePayout } from '../payouts/testing.fixture.ts';
import { merchantsTable } from '../shops/rows.ts';
import { inTransaction, retrying, sqlState } from './sequelize.ts';
import { select } from './sql.ts';
import { NOW } from './table.ts';

const { db } = await openTestDatabase();
let payout: Awaited<ReturnType<typeof makePayout>>;

beforeAll(async () => {
  await makeRates(db);
  const shop = await makeShop(db);
  await fund(db, shop, 'BTC', 1_000_000n);
  payout = await makePayout(db, shop);
});

async function makeMerchant(companyName: string): Promise<MerchantId> {
  return (await merchantsTable.create(db, { id: newId<MerchantId>(), companyName })).id;
}

describe('a table', () => {
  it('takes every text in a list of an update, also one that looks like a parameter', async () => {
    const names = ['$x', '$1', '$$', 'a $$ b', "o'$y"];
    for (const name of names) {
      const [id, other] = [await makeMerchant(name), await makeMerchant('another')];
      const change = { contactHandle: 'found' };
      const of = { id: { [Op.in]: [id, other] }, companyName: { [Op.in]: [name, '$z'] } };
      expect(await merchantsTable.update(db, change, of), name).toBe(1);
      expect((await merchantsTable.findOne(db, { id }))?.contactHandle).toBe('found');
    }
  });

  it('gives rows as a statement gives them: money as bigint, times as dates', async () => {
    const { transactions: _, ...row } = await readPayout(db, payout.id);
    expect(await payoutsTable.findOne(db, { id: payout.id })).toEqual(row);
    expect(await payoutsTable.find(db, { amountMinor: row.amountMinor })).toEqual([row]);
    expect(await payoutsTable.findOne(db, { id: newId() })).toBeUndefined();
  });

  it('reads only the columns that are wanted', async () => {
    const found = await payoutsTable.findOne(db, { id: payout.id }, { columns: ['id', 'amountMinor'] });
    expect(Object.keys(found ?? {})).toEqual(['id', 'amountMinor']);
    expect(typeof found?.amountMinor).toBe('bigint');
  });

  it('creates a row with what the database fills in', async () => {
    const id = newId<MerchantId>();
    const made = await merchantsTable.create(db, { id, companyName: 'Filled' });
    expect(made).toMatchObject({ id, companyName: 'Filled', status: 'new', feePlan: 'default', website: null });
    expect(made.createdAt).toBeInstanceOf(Date);
    expect(await merchantsTable.findOne(db, { id })).toEqual(made);
  });

  it('keeps bytes as they are, whether they are created, changed or written as JSON', async () => {
    const [id, bytes, others] = [newId(), Buffer.from([0, 0x5c, 0x78, 255]), Buffer.from([1, 0, 2])];
    const of = { mode: 'sandbox', direction: 'out', kind: 'pain.001', messageId: id, name: 'a.xml' } as const;
    const made = { ...of, id, size: 4, state: 'written', sha256: others, content: bytes } as const;
    expect(await bankFilesTable.create(db, made)).toMatchObject({ content: bytes, sha256: others });
    const stored = async () =>
      (await select<{ hex: string }>(db, `SELECT encode(content, 'hex') AS hex FROM bank_file WHERE id = $1`, [id]))[0];
    expect(await stored()).toEqual({ hex: bytes.toString('hex') });
    expect((await bankFilesTable.findOne(db, { id }))?.content).toEqual(bytes);
    await bankFilesTable.update(db, { content: others }, { id });
    expect(await stored()).toEqual({ hex: others.toString('hex') });
    const written = bankFilesTable.write({ content: bytes }, ['content']);
    expect(bankFilesTable.read(written)).toMatchObject({ content: bytes });
  });

  it('writes the rows that its condition names, and says how many', async () => {
    const id = await makeMerchant('Counted');
    expect(await merchantsTable.update(db, { website: 'a.test' }, { id, status: 'verified' })).toBe(0);
    expect(
      await merchantsTable.update(db, { website: 'a.test', deletionRequestedAt: NOW }, { id, status: 'new' }),
    ).toBe(1);
    const { website, deletionRequestedAt } = (await merchantsTable.findOne(db, { id })) ?? {};
    expect([website, deletionRequestedAt]).toEqual(['a.test', expect.any(Date)]);
    expect(await merchantsTable.destroy(db, { id, deletionRequestedAt: null })).toBe(0);
    expect(await merchantsTable.destroy(db, { id, deletionRequestedAt: { [Op.lte]: NOW } })).toBe(1);
  });

  it('writes money of any size', async () => {
    const large = 123_456_789_012_345_678_901n;
    expect(await payoutsTable.update(db, { feeCeilingMinor: large }, { id: payout.id })).toBe(1);
    expect(await payoutsTable.findOne(db, { feeCeilingMinor: large }, { columns: ['feeCeilingMinor'] })).toEqual({
      feeCeilingMinor: large,
    });
  });

  it('sorts, limits and counts', async () => {
    const ids = [await makeMerchant('Sorted A'), await makeMerchant('Sorted B')];
    const where = { companyName: { [Op.like]: 'Sorted %' } };
    const last = await merchantsTable.find(db, where, { order: [['companyName', 'DESC']], limit: 1, columns: ['id'] });
    expect(last).toEqual([{ id: ids[1] }]);
    expect(await merchantsTable.count(db, where)).toBe(2);
  });

  it('locks until the end of the transaction', async () => {
    const id = await makeMerchant('Locked');
    const order: string[] = [];
    await inTransaction(db, async (tx) => {
      await merchantsTable.findOne(tx, { id }, { lock: tx.LOCK.UPDATE });
      const other = retrying(() => merchantsTable.update(db, { website: 'b.test' }, { id })).then(() =>
        order.push('other'),
      );
      await new Promise((resolve) => setTimeout(resolve, 100));
      order.push('first');
      return { other };
    }).then(({ other }) => other);
    expect(order).toEqual(['first', 'other']);
  });

  it('is one query where there is no transaction', async () => {
    const queries = vi.spyOn(pg.Client.prototype, 'query');
    const id = await makeMerchant('Alone');
    await merchantsTable.update(db, { website: 'https://a.example' }, { id });
    await merchantsTable.findOne(db, { id });
    await merchantsTable.count(db, { id });
    await merchantsTable.destroy(db, { id });
    expect(queries).toHaveBeenCalledTimes(5);
    queries.mockRestore();
    expect(await merchantsTable.findOne(db, { id })).toBeUndefined();
  });

  it('goes on with another connection after one was cut, without a transaction', async () => {
    const own = connect(db.url, { poolSize: 1, applicationName: 'cut' });
    const count = () => merchantsTable.count(own, { companyName: 'nobody' });
    await count();
    await select(db, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cut'`);
    await expect.poll(() => count().catch(() => 'cut')).toBe(0);
    await own.close();
  });

  it('refuses to write without a condition', async () => {
    await expect(merchantsTable.update(db, { website: 'c.test' }, {})).rejects.toThrow('A condition is missing');
    await expect(merchantsTable.destroy(db, {})).rejects.toThrow('A condition is missing');
  });

  it('leaves the transaction failed after an error that was swallowed', async () => {
    const id = await makeMerchant('Taken');
    const swallowing = inTransaction(db, async (tx) => {
      await merchantsTable.create(tx, { id }).catch((error: unknown) => expect(sqlState(error)).toBe('23505'));
    });
    await expect(swallowing).rejects.toThrow('cannot be committed');
  });
});
