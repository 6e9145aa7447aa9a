import '../db/core/require-node.ts';
import { verifyAudit } from '../db/audit/verify.ts';
import type { Db } from '../db/core/sequelize.ts';
import { databaseProgram, run } from './operator-program.ts';
import { say } from './progress.ts';

async function verify(db: Db, { heads: asksHeads = false }: { readonly heads?: boolean }): Promise<void> {
  const { chains, rows, broken, heads } = await verifyAudit(db);
  if (asksHeads) for (const head of heads) say(`${head.chain} ${head.seq} ${head.hash}`);
  if (broken === undefined) say(`OK: ${rows} rows in ${chains} chains are unchanged.`);
  else say(`BROKEN: row ${broken.seq} of chain ${broken.chain}: ${broken.why}.`);
  process.exitCode = broken === undefined ? 0 : 1;
}

const { program, onDatabase } = databaseProgram('verify-audit', {
  about:
    "Computes the audit log's hashes again. Says OK if every row is as it was written, or names the first row that is " +
    'not, and exits with status 1.',
});
program
  .option('--heads', "also prints each chain's newest hash: a copy elsewhere shows later that no older row changed")
  .action(onDatabase(verify));
await run(program);
