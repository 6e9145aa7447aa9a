import pg from 'pg';
import { type Db, moneyTransaction } from '../db/core/sequelize.ts';
import { select } from '../db/core/sql.ts';
import { type AccountRef, GATEWAY } from '../db/ledger/accounts.ts';
import { holdTransfer, postTransfers } from '../db/ledger/transfers.ts';
import { newId } from '../domain/ids.ts';
import { withBenchDatabase } from './database.ts';
import type { Figure } from './figure.ts';
import { inTurns, medians } from './turns.ts';

/**
 * How many settlements (two transfers with three postings over four accounts) and holds of payouts (one transfer with
 * two postings over three accounts) per second the ledger makes, each beside the same work as bare SQL over as many
 * connections: lock the accounts, insert transfers and entries, update balances.
 */
export function run(): Promise<readonly Figure[]> {
  return withBenchDatabase(async ({ url, db }) => {
    const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
    try {
      const merchants = Array.from({ length: MERCHANTS }, () => newId());
      const bare = await prepareBare(db, pool, merchants);
      const of = (n: number) => merchants[n % MERCHANTS] ?? '';
      return [
        await compare('ledger settlements', { ledger: (n) => settle(db, of(n)), bare: bare.settle }),
        await compare('ledger holds', { ledger: (n) => hold(db, of(n)), bare: bare.hold }),
      ];
    } finally {
      await pool.end();
    }
  });
}

type Work = (n: number) => Promise<void>;

async function compare(
  name: string,
  { ledger, bare }: { readonly ledger: Work; readonly bare: Work },
): Promise<Figure> {
  await perSecond(ledger, ROUND_MS / 4);
  await perSecond(bare, ROUND_MS / 4);
  const rates = await inTurns(ROUNDS, {
    value: () => perSecond(ledger, ROUND_MS),
    reference: () => perSecond(bare, ROUND_MS),
  });
  const { value, reference } = medians(rates);
  return {
    name,
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

/** As a payout takes its money out of reach. */
async function hold(db: Db, merchant: string): Promise<void> {
  const { custody, fees, available } = accountsOf(merchant);
  const postings = [
    { debit: available, credit: custody, minor: 10n },
    { debit: available, credit: fees, minor: 1n },
  ];
  await moneyTransaction(db, (tx) => holdTransfer(tx, { key: `${newId()}:hold`, kind: 'payout', postings }));
}

/** More than all holds of a run take. */
const FUNDS = 10n ** 12n;

async function fund(db: Db, merchant: string): Promise<void> {
  const { custody, available } = accountsOf(merchant);
  const postings = [{ debit: custody, credit: available, minor: FUNDS }];
  await moneyTransaction(db, (tx) => postTransfers(tx, [{ key: newId(), kind: 'settle', postings }]));
}

/** The same rows written by hand, with ids known before, prepared statements and no checks in the program. */
async function prepareBare(
  db: Db,
  pool: pg.Pool,
  merchants: readonly string[],
): Promise<{ readonly settle: Work; readonly hold: Work }> {
  for (const merchant of merchants) {
    await fund(db, merchant);
    for (let n = 0; n < 8; n += 1) await settle(db, merchant);
  }
  const rows = await select<{ id: string; owner: string; kind: string }>(
    db,
    'SELECT id, owner, kind FROM account ORDER BY id',
  );
  const ids = (owner: string, kind: string) =>
    rows.flatMap((row) => (row.owner === owner && row.kind === kind ? [row.id] : []));
  const [custody, fees] = [ids(GATEWAY, 'custody:BTC'), ids(GATEWAY, 'fees:service')];
  const write = async (accounts: readonly (string | undefined)[], statement: pg.QueryConfig) => {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      await client.query({
        name: 'lock',
        text: 'SELECT id FROM account WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE',
        values: [accounts],
      });
      await client.query(statement);
      await client.query('COMMIT');
    } finally {
      client.release();
    }
  };
  const accountOf = (n: number, kind: string) => ids(merchants[n % merchants.length] ?? '', kind)[0];
  return {
    settle: (n) => {
      const [unsettled, available] = [accountOf(n, 'unsettled'), accountOf(n, 'available')];
      const accounts = [custody[n % custody.length], unsettled, available, fees[n % fees.length]];
      const values = [`${newId()}:credit`, `${newId()}:settle`, ...accounts];
      return write(accounts, { name: 'settle', text: bareSettle, values });
    },
    hold: (n) => {
      const accounts = [accountOf(n, 'available'), custody[n % custody.length], fees[n % fees.length]];
      return write(accounts, { name: 'hold', text: bareHold, values: [`${newId()}:hold`, ...accounts] });
    },
  };
}

const bareHold = `
  WITH made AS (
    INSERT INTO transfer (key, kind, state, digest) VALUES ($1, 'payout', 'pending', '') RETURNING id
  ), written AS (
    INSERT INTO entry (transfer_id, account_id, asset, layer, amount, line)
    SELECT made.id, l.account, 'BTC', 'pending', l.amount, l.line
    FROM made, (VALUES ($2::bigint, 10, 0), ($3::bigint, -10, 1), ($2, 1, 2), ($4::bigint, -1, 3)) AS l (account,
    amount, line)
  )
  UPDATE account a SET debits_pending = debits_pending + v.debit, credits_pending = credits_pending + v.credit
  FROM (VALUES ($2, 11, 0), ($3, 0, 10), ($4, 0, 1)) AS v (id, debit, credit) WHERE a.id = v.id`;

const bareSettle = `
  WITH made AS (
    INSERT INTO transfer (key, kind, state, digest)
    VALUES ($1, 'payment_credit', 'posted', ''), ($2, 'settle', 'posted', '') RETURNING id, key
  ), written AS (
    INSERT INTO entry (transfer_id, account_id, asset, layer, amount, line)
    SELECT made.id, l.account, 'BTC', 'posted', l.amount, l.line
    FROM made JOIN (VALUES ($1, $3::bigint, 1000, 0), ($1, $4::bigint, -1000, 1), ($2, $4, 990, 0),
    ($2, $5::bigint, -990, 1),
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
