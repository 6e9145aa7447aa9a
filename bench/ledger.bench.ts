import pg from 'pg';
import { type AccountRef, GATEWAY } from '../db/ledger/accounts.ts';
import { postTransfers } from '../db/ledger/transfers.ts';
import { type Db, moneyTransaction } from '../db/sequelize.ts';
import { select } from '../db/sql.ts';
import { newId } from '../domain/ids.ts';
import { withBenchDatabase } from './database.ts';
import { type Figure, percentile } from './figure.ts';

/**
 * How many settlements per second the ledger makes (two transfers with three postings over four accounts), beside the same
 * work as bare SQL over as many connections: lock the accounts, insert transfers and entries, update balances.
 */
export function run(): Promise<readonly Figure[]> {
  return withBenchDatabase(async ({ url, db }) => {
    const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
    try {
      return [await compare(db, pool)];
    } finally {
      await pool.end();
    }
  });
}

async function compare(db: Db, pool: pg.Pool): Promise<Figure> {
  const merchants = Array.from({ length: MERCHANTS }, () => newId());
  const bare = await prepareBare(db, pool, merchants);
  const ledger = (n: number) => settle(db, merchants[n % MERCHANTS] ?? '');
  await perSecond(ledger, ROUND_MS / 4);
  await perSecond(bare, ROUND_MS / 4);
  // Alternating rounds, so that whatever else the machine does falls on both.
  const rates = { ledger: [] as number[], bare: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.bare.push(await perSecond(bare, ROUND_MS));
    rates.ledger.push(await perSecond(ledger, ROUND_MS));
  }
  const [value, reference] = [percentile(rates.ledger, 0.5), percentile(rates.bare, 0.5)];
  return {
    name: 'ledger settlements',
    value,
    unit: '/s',
    reference: { name: 'bare SQL', value: reference },
    target: `≥ ${TARGET} of bare SQL`,
    ok: value / reference >= TARGET,
  };
}

const CONNECTIONS = 3;
const MERCHANTS = 20;
const ROUNDS = 5;
const ROUND_MS = 1_000;
const TARGET = 0.6;

function accountsOf(merchant: string): {
  custody: AccountRef;
  fees: AccountRef;
  unsettled: AccountRef;
  available: AccountRef;
} {
  const common = { mode: 'sandbox', asset: 'BTC' } as const;
  return {
    custody: { ...common, owner: GATEWAY, kind: 'custody:BTC' },
    fees: { ...common, owner: GATEWAY, kind: 'fees:service' },
    unsettled: { ...common, owner: merchant, kind: 'unsettled' },
    available: { ...common, owner: merchant, kind: 'available' },
  };
}

async function settle(db: Db, merchant: string): Promise<void> {
  const { custody, fees, unsettled, available } = accountsOf(merchant);
  const key = newId();
  await moneyTransaction(db, (tx) =>
    postTransfers(tx, [
      {
        key: `${key}:credit`,
        kind: 'payment_credit',
        postings: [{ debit: custody, credit: unsettled, minor: 1_000n }],
      },
      {
        key: `${key}:settle`,
        kind: 'settle',
        postings: [
          { debit: unsettled, credit: available, minor: 990n },
          { debit: unsettled, credit: fees, minor: 10n },
        ],
      },
    ]),
  );
}

/** The same rows written by hand, with ids known before, prepared statements and no checks in the program. */
async function prepareBare(db: Db, pool: pg.Pool, merchants: readonly string[]): Promise<(n: number) => Promise<void>> {
  for (const merchant of merchants) for (let n = 0; n < 8; n += 1) await settle(db, merchant);
  const rows = await select<{ id: string; owner: string; kind: string }>(
    db,
    'SELECT id, owner, kind FROM account ORDER BY id',
  );
  const ids = (owner: string, kind: string) =>
    rows.flatMap((row) => (row.owner === owner && row.kind === kind ? [row.id] : []));
  const [custody, fees] = [ids(GATEWAY, 'custody:BTC'), ids(GATEWAY, 'fees:service')];
  return async (n) => {
    const merchant = merchants[n % merchants.length] ?? '';
    const [unsettled, available] = [ids(merchant, 'unsettled')[0], ids(merchant, 'available')[0]];
    const accounts = [custody[n % custody.length], unsettled, available, fees[n % fees.length]];
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      await client.query({
        name: 'lock',
        text: 'SELECT id FROM account WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE',
        values: [accounts],
      });
      await client.query({
        name: 'write',
        text: bareWrite,
        values: [`${newId()}:credit`, `${newId()}:settle`, ...accounts],
      });
      await client.query('COMMIT');
    } finally {
      client.release();
    }
  };
}

const bareWrite = `
  WITH made AS (
    INSERT INTO transfer (key, kind, state, digest) VALUES ($1, 'payment_credit', 'posted', ''), ($2, 'settle', 'posted', '') RETURNING id, key
  ), written AS (
    INSERT INTO entry (transfer_id, account_id, asset, layer, amount, line)
    SELECT made.id, l.account, 'BTC', 'posted', l.amount, l.line
    FROM made JOIN (VALUES ($1, $3::bigint, 1000, 0), ($1, $4::bigint, -1000, 1), ($2, $4, 990, 0), ($2, $5::bigint, -990, 1),
                           ($2, $4, 10, 2), ($2, $6::bigint, -10, 3)) AS l (key, account, amount, line) USING (key)
  )
  UPDATE account a SET debits_posted = debits_posted + v.debit, credits_posted = credits_posted + v.credit
  FROM (VALUES ($3, 1000, 0), ($4, 1000, 1000), ($5, 0, 990), ($6, 0, 10)) AS v (id, debit, credit) WHERE a.id = v.id`;

/** Runs the work over as many lines as there are connections, for a while. */
async function perSecond(work: (n: number) => Promise<void>, durationMs: number): Promise<number> {
  let done = 0;
  const start = performance.now();
  const line = async (first: number) => {
    for (let n = first; performance.now() - start < durationMs; n += CONNECTIONS) {
      await work(n);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, first) => line(first)));
  return (done * 1_000) / (performance.now() - start);
}
