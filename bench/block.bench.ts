import { createFollower } from '../activities/chain/follower.ts';
import { watchInvoice } from '../activities/chain/testing.fixture.ts';
import { applyStrayPayments } from '../db/chain/stray-payments.ts';
import type { Db } from '../db/core/sequelize.ts';
import { execute, one } from '../db/core/sql.ts';
import { applyInvoiceEvent } from '../db/invoices/process.ts';
import { makeMerchant } from '../db/testing.fixture.ts';
import { withBenchDatabase } from './database.ts';
import { type Figure, percentile } from './figure.ts';
import { memoryChain, randomScript, TRANSACTIONS } from './memory-chain.ts';

const OURS = 10;
const ROUNDS = 15;

/**
 * One block of 4 000 transactions with two outputs each: read from the node's bytes, matched, recorded with all that
 * invoices do about it, and committed to disk. As in the usual course it holds ten payments of ours that the mempool
 * had shown, and confirms the ten of the block before. With ten thousand watched addresses, and with a million.
 */
export function run(): Promise<readonly Figure[]> {
  return withBenchDatabase(async ({ db }) => {
    await makeMerchant(db);
    const chain = memoryChain(1_000n);
    const few = await measure(db, chain, 10_000);
    const many = await measure(db, chain, 1_000_000);
    return [
      {
        name: `block of ${TRANSACTIONS} transactions, 1 000 000 watched addresses, median`,
        value: many,
        unit: 'ms',
        reference: { name: 'the same with 10 000 addresses', value: few },
        target: '≤ 150 ms and ≤ 1.3 of the reference',
        ok: many <= 150 && many / few <= 1.3,
      },
    ];
  });
}

async function measure(db: Db, chain: ReturnType<typeof memoryChain>, addresses: number): Promise<number> {
  await watch(db, addresses);
  const effects = { applyInvoiceEvent, applyStrayPayments };
  const follower = createFollower({ db, effects, nowMs: Date.now }, chain.port, { dropAfterMs: 60_000 });
  await follower.poll();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS + 3; round += 1) {
    const paid: string[] = [];
    for (let each = 0; each < OURS; each += 1) paid.push((await invoice(db)).addressKey);
    chain.announce(paid);
    await follower.poll();
    chain.grow();
    const start = performance.now();
    await follower.poll();
    times.push(performance.now() - start);
    const { seen } = await one<{ seen: string }>(
      db,
      `SELECT count(*) AS seen FROM payment WHERE address_key = ANY($1) AND status = 'mined'`,
      [paid],
    );
    if (Number(seen) !== OURS) throw new Error(`${seen} of ${OURS} payments were recorded`);
  }
  // The first blocks warm the code and the pages of the index.
  return percentile(times.slice(3), 0.5);
}

function invoice(db: Db) {
  const addressKey = randomScript();
  return watchInvoice(db, { gateId: 'BTC', address: addressKey, addressKey, dueMinor: 1_000n });
}

/** Fills the table up to this many addresses of nobody; the values are scattered as scripts are. */
async function watch(db: Db, count: number): Promise<void> {
  for (let from = 0; from < count; from += 50_000) {
    await execute(
      db,
      `INSERT INTO watched_address (mode, network, address_key, derivation_index)
       SELECT 'sandbox', 'BTC', '0014' || substr(encode(sha256(i::text::bytea), 'hex'), 1, 40), i
       FROM generate_series($1::int, $2::int) AS i ON CONFLICT DO NOTHING`,
      [from, Math.min(count, from + 50_000) - 1],
    );
  }
  await execute(db, 'VACUUM ANALYZE watched_address');
}
