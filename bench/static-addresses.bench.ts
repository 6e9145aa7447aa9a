import { createFollower } from '../activities/chain/follower.ts';
import { applyStrayPayments } from '../db/chain/stray-payments.ts';
import { type Db, inTransaction } from '../db/core/sequelize.ts';
import { execute, one, select } from '../db/core/sql.ts';
import { applyInvoiceEvent } from '../db/invoices/process.ts';
import { makeMerchant, type TestMerchant } from '../db/testing.fixture.ts';
import { withBenchDatabase } from './database.ts';
import { type Figure, percentile } from './figure.ts';
import { memoryChain, TRANSACTIONS } from './memory-chain.ts';

const OURS = 10;
const ROUNDS = 15;
const FEW = 10_000;
const MANY = 1_000_000;

/**
 * One block, as in `block`, in which ten customers pay to addresses of their own: matched, recorded, and each payment
 * given its deposit, while the ten of the block before are confirmed. With ten thousand customers, and with a million.
 */
export function run(): Promise<readonly Figure[]> {
  return withBenchDatabase(async ({ db }) => {
    const shop = await makeMerchant(db);
    const chain = memoryChain(10_000n);
    const few = await measure(db, { shop, chain, addresses: FEW });
    const many = await measure(db, { shop, chain, addresses: MANY });
    return [
      {
        name: `block of ${TRANSACTIONS} transactions with ${OURS} deposits, 1 000 000 static addresses, median`,
        value: many,
        unit: 'ms',
        reference: { name: 'the same with 10 000 addresses', value: few },
        target: '≤ 1.3 of the reference',
        ok: many / few <= 1.3,
      },
    ];
  });
}

interface Measured {
  readonly shop: TestMerchant;
  readonly chain: ReturnType<typeof memoryChain>;
  readonly addresses: number;
}

async function measure(db: Db, { shop, chain, addresses }: Measured): Promise<number> {
  await giveAddresses(db, shop, addresses);
  const effects = { applyInvoiceEvent, applyStrayPayments };
  const follower = createFollower({ db, effects, nowMs: Date.now }, chain.port, { dropAfterMs: 60_000 });
  await follower.poll();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS + 3; round += 1) {
    const paid = await someOf(db, addresses);
    chain.announce(paid);
    await follower.poll();
    chain.grow();
    const start = performance.now();
    await follower.poll();
    times.push(performance.now() - start);
    await expectConfirming(db, paid);
  }
  // The first blocks warm the code and the pages of the index.
  return percentile(times.slice(3), 0.5);
}

/** Scripts of customers that are paid next: any of all that there are. */
async function someOf(db: Db, addresses: number): Promise<string[]> {
  const numbers = Array.from({ length: OURS }, () => Math.floor(Math.random() * addresses));
  const rows = await select<{ key: string }>(db, `SELECT ${script('n')} AS key FROM unnest($1::int[]) AS n`, [numbers]);
  return [...new Set(rows.map(({ key }) => key))];
}

async function expectConfirming(db: Db, paid: readonly string[]): Promise<void> {
  const { seen } = await one<{ seen: string }>(
    db,
    `SELECT count(DISTINCT p.address_key) AS seen FROM payment p JOIN deposit d ON d.id = p.deposit_id
     WHERE p.address_key = ANY($1) AND p.status = 'mined' AND d.status = 'confirming'`,
    [paid],
  );
  if (Number(seen) !== paid.length) throw new Error(`${seen} of ${paid.length} deposits are confirming`);
}

/** Fills the tables up to this many customers, without the checks of single rows; scripts are scattered. */
async function giveAddresses(db: Db, { merchantId, profileId }: TestMerchant, count: number): Promise<void> {
  const step = 100_000;
  for (let from = 0; from < count; from += step) {
    await inTransaction(db, async (tx) => {
      await execute(tx, `SET LOCAL session_replication_role = 'replica'`);
      await execute(tx, addressesSql, [from, Math.min(count, from + step) - 1, merchantId, profileId]);
    });
  }
  await execute(db, 'VACUUM ANALYZE watched_address, static_address');
}

const script = (number: string) => `'0014' || substr(encode(sha256(${number}::text::bytea), 'hex'), 1, 40)`;

const addressesSql = `
  WITH made AS (
    INSERT INTO static_address (id, merchant_id, profile_id, mode, gate_id, network, chain, reference, address)
    SELECT gen_random_uuid(), $3, $4, 'sandbox', 'BTC', 'BTC', 'regtest', 'customer-' || n, 'address-' || n
    FROM generate_series($1::int, $2::int) AS n
    ON CONFLICT (profile_id, gate_id, reference) DO NOTHING RETURNING id, split_part(reference, '-', 2)::int AS n)
  INSERT INTO watched_address (mode, network, address_key, derivation_index, static_address_id)
  SELECT 'sandbox', 'BTC', ${script('n')}, n, id FROM made`;
