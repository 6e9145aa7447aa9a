import { verifyAudit } from '../../db/audit/verify.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { trialBalance } from '../../db/ledger/trial-balance.ts';

/**
 * Whether a recovered database is whole: its books balance and its audit log was not changed.
 * @returns the lines about it @throws Error that names what is wrong
 */
export async function checkRecovered(db: Db): Promise<string[]> {
  const { mismatches, accounts, transfers } = await trialBalance(db);
  const { chains, rows, broken } = await verifyAudit(db);
  const problems = [
    ...mismatches.map(
      (each) =>
        `the books: ${each.check} ${'subject' in each ? each.subject : 'account' in each ? each.account : each.asset}`,
    ),
    ...(broken === undefined ? [] : [`the audit log: row ${broken.seq} of chain ${broken.chain}: ${broken.why}`]),
  ];
  if (problems.length > 0) throw new Error(`The recovered database is wrong:\n  ${problems.join('\n  ')}`);
  return [
    `Trial balance: ${transfers} transfers on ${accounts} accounts balance.`,
    `Audit log: ${rows} rows in ${chains} chains are unchanged.`,
  ];
}
