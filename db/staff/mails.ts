import { enqueue } from '../core/outbox.ts';
import type { Tx } from '../core/sequelize.ts';

/** The outbox topic of mails to staff. */
export const STAFF_MAIL = 'mail.staff';

/**
 * The subjects of mails to staff: a case came to the team or still waits for it, a screening found a likeness or the
 * provider rejected somebody in a case that this moves nowhere, a report was drafted, an operation was suspended.
 * Operations whose time runs out have a workflow of their own (activities/suspicion).
 */
export interface StaffMail {
  readonly kind: 'case' | 'case_waits' | 'appeal' | 'report' | 'operation' | 'screening_hit' | 'provider_rejected';
  /** Of the case, the report or the suspension. */
  readonly id: string;
}

/** Has the mail written to everybody who may act on it, once this transaction is committed. */
export async function sendStaffMail(tx: Tx, mail: StaffMail): Promise<void> {
  await enqueue(tx, [{ topic: STAFF_MAIL, payload: mail }]);
}
