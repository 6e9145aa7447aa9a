import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyStrayPayments } from '../db/chain/stray-payments.ts';
import { connect, type Db, inTransaction } from '../db/sequelize.ts';
import { execute, select } from '../db/sql.ts';
import { newId } from '../domain/ids.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.url);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

async function custody(...args: string[]): Promise<string> {
  const env = { ...process.env, DATABASE_URL: database.url };
  const program = [join(import.meta.dirname, 'custody.ts'), ...args];
  const { stdout } = await promisify(execFile)(process.execPath, program, { env }).catch(
    (error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }),
  );
  return stdout;
}

test('npm run custody lists money in suspense, and closes the alert of a payment that somebody has seen to', async () => {
  const id = newId();
  await execute(
    db,
    `INSERT INTO payment (id, mode, network, key, txid, output, asset_ref, gate_id, amount_minor, address_key, destination_tag, status, first_seen_at,
       required_confirmations)
     VALUES ($1, 'production', 'XRP', 'ab', 'ab', '', 'XRP', 'XRP', 25000000, 'key', 4711, 'confirmed', now(), 1)`,
    [id],
  );
  await inTransaction(db, (tx) => applyStrayPayments(tx, { paymentIds: [id] }));
  const listed = await custody();
  expect(listed).toContain('in suspense production XRP 25.000000 ab tag 4711');
  expect(listed).toContain(id);
  expect(await custody('seen', '--payment', id)).toContain('Closed the alert');
  expect(await select(db, 'SELECT id FROM alert WHERE resolved_at IS NULL')).toEqual([]);
  expect(await custody('seen', '--payment', id)).toContain('No alert');
  expect(await custody()).toContain('in suspense');
});
