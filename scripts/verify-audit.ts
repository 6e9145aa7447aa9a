import '../db/core/require-node.ts';
import { verifyAudit } from '../db/audit/verify.ts';
import { openDatabase } from './operator-database.ts';
import { say } from './progress.ts';

/**
 * Computes the audit log's hashes again and tells whether every row is as it was written: `OK`, or the first row that
 * is not, with status 1. Reads the database of `DATABASE_URL`, else the one that `npm start` runs on `DATA_DIR`. With
 * `--heads` each chain's newest hash is printed: kept elsewhere, it shows later that nothing up to there was written
 * anew.
 */
async function main(): Promise<void> {
  const db = await openDatabase('verify-audit', { poolSize: 2 });
  try {
    const { chains, rows, broken, heads } = await verifyAudit(db);
    if (process.argv.includes('--heads')) for (const head of heads) say(`${head.chain} ${head.seq} ${head.hash}`);
    if (broken === undefined) say(`OK: ${rows} rows in ${chains} chains are unchanged.`);
    else say(`BROKEN: row ${broken.seq} of chain ${broken.chain}: ${broken.why}.`);
    process.exitCode = broken === undefined ? 0 : 1;
  } finally {
    await db.close();
  }
}

try {
  await main();
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
