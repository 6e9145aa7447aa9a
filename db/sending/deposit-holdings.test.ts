import { expect, test } from 'vitest';
import { inTransaction } from '../core/sequelize.ts';
import { execute } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { collectDeposits, dueHoldings } from './deposit-holdings.ts';

const CHAIN = { mode: 'sandbox', network: 'TRON' } as const;

const { db } = await openTestDatabase();

/** A payment to an address of its own. */
async function paid(address: string, height: number, status: 'mined' | 'confirmed'): Promise<void> {
  const watch = `INSERT INTO watched_address (mode, network, address_key, derivation_index)
    VALUES ('sandbox', 'TRON', $1, $2)`;
  await execute(db, watch, [address, height]);
  await execute(
    db,
    `
      INSERT INTO payment (id, mode, network, key, txid, output, asset_ref, gate_id, amount_minor, address_key, status,
        first_seen_at, block_height, block_hash,
       required_confirmations)
     VALUES (gen_random_uuid(), 'sandbox', 'TRON', $1, $1, 'trace:0', 'TRX', 'TRX', 1, $1, $2, now(), $3, 'hash', 19)`,
    [address, status, height],
  );
}

async function collected(): Promise<string[]> {
  await inTransaction(db, (tx) => collectDeposits(tx, CHAIN));
  const due = await dueHoldings(db, CHAIN, { nowMs: Date.now() + 60_000, limit: 100 });
  return due.map(({ addressKey }) => addressKey).sort();
}

test('hazard 35: a payment is collected once it is confirmed, however late and after however many others', async () => {
  await paid('early', 1_000, 'confirmed');
  await paid('unsolid', 1_100, 'mined');
  await paid('late', 5_000, 'mined');
  expect(await collected()).toEqual(['early']);
  await execute(db, `UPDATE payment SET status = 'confirmed'`);
  expect(await collected()).toEqual(['early', 'late', 'unsolid']);
});
