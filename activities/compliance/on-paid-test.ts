import type { BusHandler } from '../../db/bus/port.ts';
import { noteTest } from '../../db/compliance/merchant-acts.ts';
import { type Db, inTransaction } from '../../db/sequelize.ts';
import { maybeOne, prepared } from '../../db/sql.ts';

/** Who notices that a merchant's test invoice was paid. */
export const PAID_TEST_QUEUE = 'onboarding-tests';
export const PAID_TEST_TOPICS = ['event.invoice.done', 'event.invoice.overpaid'] as const;

/** A paid invoice of the sandbox completes the step "integrate and test" of its merchant by itself. */
export function onPaidTest(db: Db): BusHandler {
  return async ({ eventId }) => {
    const row = await maybeOne<{ merchant_id: string }>(db, waitingSql, [eventId]);
    if (row !== undefined) await inTransaction(db, (tx) => noteTest(tx, row.merchant_id, Date.now()));
  };
}

// Most payments are of merchants who were tested long ago.
const waitingSql = prepared(`
  SELECT p.merchant_id FROM event e JOIN profile p ON p.id = e.profile_id JOIN compliance_case c ON c.merchant_id = p.merchant_id
  WHERE e.id = $1 AND p.mode = 'sandbox' AND c.tested_at IS NULL`);
