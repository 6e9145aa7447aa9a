import { raiseAlert, resolveAlert } from '../../db/alerts/alerts.ts';
import { verifyAudit } from '../../db/audit/verify.ts';
import type { Db } from '../../db/core/sequelize.ts';

/**
 * Verifies every chain of the audit log, as `npm run verify-audit` does, and alerts operators when a row is not as it
 * was written.
 */
export async function checkAuditLog(db: Db): Promise<void> {
  const { broken } = await verifyAudit(db);
  if (broken === undefined) {
    await resolveAlert(db, ALERT);
    return;
  }
  const { chain, seq, why } = broken;
  const message = `Row ${seq} of audit chain ${chain}: ${why}. Somebody bypassed the database's protection.`;
  await raiseAlert(db, { ...ALERT, message });
}

const ALERT = { kind: 'audit_log', subject: 'chains' } as const;
