import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Db, inTransaction } from '../db/core/sequelize.ts';
import { allowHours, execute, one } from '../db/core/sql.ts';
import { newId } from '../domain/ids.ts';
import { programArgs, programEnv } from '../scripts/start/node-options.ts';
import { withBenchDatabase } from './database.ts';
import type { Figure } from './figure.ts';
import type { Reading } from './report-reader.ts';

/**
 * A report of a million movements: the memory it takes while it streams, and its pace beside a COPY of its columns. And
 * the statement of ten thousand as PDF.
 */
export function run(): Promise<readonly Figure[]> {
  return withBenchDatabase(async ({ url, db }) => {
    const merchantId = newId();
    const clientId = newId();
    await seed(db, clientId, STATEMENT_ROWS);
    const statement = await readReport(url, clientId, 'statement');
    const accountId = await seed(db, merchantId, ROWS);
    const { rows, grownMb, seconds } = await readReport(url, merchantId);
    const copySeconds = await copied(db, accountId);
    if (rows !== ROWS) throw new Error(`The report has ${rows} rows.`);
    return [
      {
        name: 'PDF statement of 10,000 lines',
        value: statement.seconds,
        unit: 's',
        target: `< ${MOST_STATEMENT_SECONDS} s`,
        ok: statement.seconds < MOST_STATEMENT_SECONDS,
      },
      {
        name: 'memory of that statement',
        value: statement.grownMb,
        unit: 'MB',
        target: `≤ ${MOST_MB} MB more`,
        ok: statement.grownMb <= MOST_MB,
      },
      {
        name: 'memory of a report of 1,000,000 rows',
        value: grownMb,
        unit: 'MB',
        target: `≤ ${MOST_MB} MB more`,
        ok: grownMb <= MOST_MB,
      },
      {
        name: 'rows of a report',
        value: rows / seconds,
        unit: '/s',
        reference: { name: 'COPY of its columns', value: ROWS / copySeconds },
        target: `≥ ${LEAST_OF_COPY} of COPY`,
        ok: copySeconds >= LEAST_OF_COPY * seconds,
      },
    ];
  });
}

const ROWS = 1_000_000;
const STATEMENT_ROWS = 10_000;
const MOST_STATEMENT_SECONDS = 3;
const MOST_MB = 50;
const LEAST_OF_COPY = 0.4;

/** Rows as settlements leave them, written without the checks of each one. */
function seed(db: Db, merchantId: string, rows: number): Promise<string> {
  return inTransaction(db, async (tx) => {
    await allowHours(tx);
    await execute(tx, `SET LOCAL session_replication_role = 'replica'`);
    const { id } = await one<{ id: string }>(
      tx,
      `INSERT INTO account (owner, mode, asset, kind, stripe, may_go_negative)
       VALUES ($1, 'sandbox', 'BTC', 'available', 0, false) RETURNING id`,
      [merchantId],
    );
    await execute(
      tx,
      `INSERT INTO transfer (key, kind, state, digest, created_at)
       SELECT 'bench:' || $2 || ':' || n, 'settle', 'posted', '\\x00', now() - interval '1 hour'
       FROM generate_series(1, $1::int) AS n`,
      [rows, merchantId],
    );
    await execute(
      tx,
      `INSERT INTO entry (transfer_id, account_id, asset, layer, amount, line)
       SELECT id, $1, 'BTC', 'posted', -1000 - id % 97, 0 FROM transfer WHERE key LIKE 'bench:' || $2 || ':%'`,
      [id, merchantId],
    );
    await execute(tx, 'ANALYZE entry, transfer');
    return id;
  });
}

async function readReport(url: string, merchantId: string, ...kind: string[]): Promise<Reading> {
  const program = join(import.meta.dirname, 'report-reader.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [...programArgs, program, url, merchantId, ...kind], {
    env: programEnv(process.env),
  });
  return JSON.parse(stdout) as Reading;
}

/** The seconds in which Postgres writes the same columns itself, without what is looked up for each row. */
async function copied(db: Db, accountId: string): Promise<number> {
  const begun = performance.now();
  await execute(
    db,
    `COPY (
       SELECT t.created_at, e.asset, t.kind, -e.amount, sum(-e.amount) OVER (ORDER BY e.transfer_id),
         t.invoice_id, t.entity
       FROM entry e JOIN transfer t ON t.id = e.transfer_id
       WHERE e.account_id = ${BigInt(accountId)} AND e.layer = 'posted' ORDER BY e.transfer_id
     ) TO '/dev/null' WITH (FORMAT csv)`,
  );
  return (performance.now() - begun) / 1_000;
}
