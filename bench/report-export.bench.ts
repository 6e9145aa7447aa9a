import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Db } from '../db/core/sequelize.ts';
import { execute, one, select } from '../db/core/sql.ts';
import { newId } from '../domain/ids.ts';
import { programArgs, programEnv } from '../scripts/start/node-options.ts';
import { withBenchDatabase } from './database.ts';
import type { Figure } from './figure.ts';
import type { Reading } from './report-reader.ts';

/**
 * A report of a million movements: the memory it takes while it streams, and its pace beside reading the bare rows in
 * chunks as large. And the statement of ten thousand as PDF.
 */
export function run(): Promise<readonly Figure[]> {
  return withBenchDatabase(async ({ url, db }) => {
    const merchantId = newId();
    const clientId = newId();
    await seed(db, clientId, STATEMENT_ROWS);
    const statement = await readReport(url, clientId, 'statement');
    const accountId = await seed(db, merchantId, ROWS);
    const { rows, grownMb, seconds } = await readReport(url, merchantId);
    const bare = await readBare(db, accountId, ROWS);
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
        reference: { name: 'bare rows', value: ROWS / bare },
      },
    ];
  });
}

const ROWS = 1_000_000;
const STATEMENT_ROWS = 10_000;
const MOST_STATEMENT_SECONDS = 3;
const MOST_MB = 100;
const CHUNK = 1_000;

/** Rows as settlements leave them, written without the checks of each one. */
async function seed(db: Db, merchantId: string, rows: number): Promise<string> {
  const { id } = await one<{ id: string }>(
    db,
    `INSERT INTO account (owner, mode, asset, kind, stripe, may_go_negative)
     VALUES ($1, 'sandbox', 'BTC', 'available', 0, false) RETURNING id`,
    [merchantId],
  );
  await execute(
    db,
    `WITH made AS (
       INSERT INTO transfer (key, kind, state, digest, created_at)
       SELECT 'bench:' || $2 || ':' || n, 'settle', 'posted', '\\x00', now() - interval '1 hour'
       FROM generate_series(1, $1::int) AS n RETURNING id)
     SELECT count(*) FROM made`,
    [rows, merchantId],
  );
  await execute(db, 'ALTER TABLE entry DISABLE TRIGGER USER');
  await execute(
    db,
    `INSERT INTO entry (transfer_id, account_id, asset, layer, amount, line)
     SELECT id, $1, 'BTC', 'posted', -1000 - id % 97, 0 FROM transfer WHERE key LIKE 'bench:' || $2 || ':%'`,
    [id, merchantId],
  );
  await execute(db, 'ALTER TABLE entry ENABLE TRIGGER USER');
  await execute(db, 'ANALYZE entry, transfer');
  return id;
}

async function readReport(url: string, merchantId: string, ...kind: string[]): Promise<Reading> {
  const program = join(import.meta.dirname, 'report-reader.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [...programArgs, program, url, merchantId, ...kind], {
    env: programEnv(process.env),
  });
  return JSON.parse(stdout) as Reading;
}

async function readBare(db: Db, accountId: string, rows: number): Promise<number> {
  const begun = performance.now();
  const sql = `SELECT transfer_id, amount FROM entry WHERE account_id = $1 AND transfer_id > $2 ORDER BY transfer_id
    LIMIT ${CHUNK}`;
  let last = '0';
  for (let read = 0; read < rows; read += CHUNK) {
    const chunk = await select<{ transfer_id: string }>(db, sql, [accountId, last]);
    last = chunk.at(-1)?.transfer_id ?? last;
  }
  return (performance.now() - begun) / 1_000;
}
