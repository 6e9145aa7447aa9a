import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { createTestDatabase } from '../../scripts/testing/database.ts';
import { type Db, inTransaction, openPools } from '../core/sequelize.ts';
import { execute, select } from '../core/sql.ts';
import { begin } from './begin.ts';
import { PARCEL_SCHEMA, type ParcelEvent, parcelProcess } from './parcel/parcel.fixture.ts';
import { listReactions } from './reactions.ts';

let db: Db;
beforeAll(async () => {
  db = openPools((await createTestDatabase()).url, listReactions([]), { poolSize: 2 });
  for (const sql of PARCEL_SCHEMA.split(';')) await execute(db, sql);
});
afterAll(() => db.close());

function pack(id: string, events: readonly ParcelEvent[], valueMinor = 0n) {
  const row = { version: 1, status: 'packed', paidMinor: 0n, receivedBy: null, receivedAt: null } as const;
  const facts = { row: { ...row, id, valueMinor } };
  return inTransaction(db, (tx) => begin(tx, parcelProcess, { facts, events, nowMs: 0 }));
}

const parcels = (id: string) => select(db, 'SELECT version, status, received_by FROM parcel WHERE id = $1', [id]);

test('a new row passes its first events by the rules, and its workflow starts with the row that they leave', async () => {
  const id = newId();
  expect(await pack(id, [{ type: 'send' }, { type: 'receive', by: 'ada' }])).toMatchObject({ status: 'received' });
  expect(await parcels(id)).toEqual([{ version: 3, status: 'received', received_by: 'ada' }]);
  const sent = await select<{ topic: string; payload: object }>(
    db,
    `SELECT topic, payload FROM outbox WHERE payload ->> 'workflowId' = $1`,
    [`parcel:${id}`],
  );
  expect(sent).toMatchObject([
    { topic: 'workflow.start', payload: { taskQueue: 'core', input: { watch: { version: 3, status: 'received' } } } },
  ]);
});

test('a first event that the rules refuse, or that has an effect outside the row, creates nothing', async () => {
  const id = newId();
  await expect(pack(id, [{ type: 'find' }])).rejects.toMatchObject({ code: 'illegal_transition' });
  await expect(pack(id, [{ type: 'send' }, { type: 'lose' }], 5n)).rejects.toThrow('the effect pay_insurance');
  expect(await parcels(id)).toEqual([]);
});
