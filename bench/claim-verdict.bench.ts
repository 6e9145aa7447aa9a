import { randomBytes } from 'node:crypto';
import { claimDesk } from '../db/claims/testing.fixture.ts';
import { type Db, inTransaction } from '../db/core/sequelize.ts';
import { execute, one, select } from '../db/core/sql.ts';
import { makeRates, makeShop } from '../db/invoices/testing.fixture.ts';
import { withBenchDatabase } from './database.ts';
import { type Figure, percentile } from './figure.ts';

const FEW = 10_000;
const MANY = 1_000_000;
const ROUNDS = 300;

/**
 * The time a payer waits after pasting a transaction: for the verdict on a payment to the invoice, on somebody else's
 * payment, and on an unknown transaction. The last two answers are equal, and so must their times be.
 */
export function run(): Promise<readonly Figure[]> {
  return withBenchDatabase(async ({ db }) => {
    const prepared = await prepare(db);
    await givePayments(db, FEW);
    const few = await measure(db, prepared);
    await givePayments(db, MANY - FEW);
    const many = await measure(db, prepared);
    return [
      {
        name: 'verdict on a pasted transaction among 1 000 000 payments, p95',
        value: many.own,
        unit: 'ms',
        reference: { name: 'the same among 10 000', value: few.own },
        target: '≤ 1000 ms',
        ok: many.own <= 1_000,
      },
      {
        name: 'verdict on a payment of somebody else, p95',
        value: many.strange,
        unit: 'ms',
        reference: { name: 'that on a transaction that does not exist', value: many.unknown },
        target: '≤ 1000 ms',
        ok: many.strange <= 1_000,
      },
    ];
  });
}

interface Prepared {
  readonly desk: ReturnType<typeof claimDesk>;
  /** Payments in another coin than their invoice's, each with its link. */
  readonly strays: readonly { readonly invoiceId: string; readonly txid: string }[];
}

async function prepare(db: Db): Promise<Prepared> {
  const desk = claimDesk(db);
  await makeRates(db);
  const shop = await makeShop(db);
  // The oldest, which the others are copies of: nobody asks by its link.
  await desk.stray(shop);
  const strays: { invoiceId: string; txid: string }[] = [];
  for (let made = 0; made < 20; made += 1) strays.push(await desk.stray(shop));
  return { desk, strays };
}

/** The p95 in milliseconds of each question, asked in turns. */
async function measure(db: Db, { desk, strays }: Prepared) {
  const times = { own: [] as number[], strange: [] as number[], unknown: [] as number[] };
  const others = await select<{ txid: string }>(db, 'SELECT txid FROM payment TABLESAMPLE SYSTEM (5) LIMIT 1000');
  for (let round = 0; round < ROUNDS; round += 1) {
    const { invoiceId, txid } = strays[round % strays.length] ?? { invoiceId: '', txid: '' };
    const questions = {
      own: txid,
      strange: others[round % others.length]?.txid ?? '',
      unknown: randomBytes(32).toString('hex'),
    };
    for (const [kind, text] of Object.entries(questions) as [keyof typeof times, string][]) {
      const start = performance.now();
      await desk.verdict({ by: 'payer', invoiceId }, text);
      times[kind].push(performance.now() - start);
    }
  }
  return {
    own: percentile(times.own, 0.95),
    strange: percentile(times.strange, 0.95),
    unknown: percentile(times.unknown, 0.95),
  };
}

/** Copies of one payment under other transaction IDs, without the checks of single rows. */
async function givePayments(db: Db, count: number): Promise<void> {
  const { columns } = await one<{ columns: string }>(
    db,
    `SELECT string_agg(column_name, ', ') AS columns FROM information_schema.columns
     WHERE table_name = 'payment' AND table_schema = current_schema() AND is_generated = 'NEVER'
       AND column_name NOT IN ('id', 'key', 'txid')`,
  );
  const step = 100_000;
  for (let from = 0; from < count; from += step) {
    await inTransaction(db, async (tx) => {
      await execute(tx, `SET LOCAL session_replication_role = 'replica'`);
      await execute(
        tx,
        `INSERT INTO payment (id, key, txid, ${columns})
         SELECT gen_random_uuid(), gen_random_uuid()::text, encode(sha256(gen_random_uuid()::text::bytea), 'hex'),
           ${columns}
         FROM (SELECT * FROM payment ORDER BY id LIMIT 1) AS one, generate_series(1, $1::int)`,
        [Math.min(step, count - from)],
      );
    });
  }
  await execute(db, 'VACUUM ANALYZE payment');
}
