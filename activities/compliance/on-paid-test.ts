import type { BusHandler } from '../../db/bus/port.ts';
import { noteTest } from '../../db/compliance/merchant-acts.ts';
import { type Db, inTransaction } from '../../db/core/sequelize.ts';
import { maybeOne, prepared } from '../../db/core/sql.ts';

/** The consumer that notices when a merchant's test invoice was paid. */
export const PAID_TEST_QUEUE = 'onboarding-tests';

/** A paid sandbox invoice completes its merchant's step "integrate and test" automatically. */
export function onPaidTest(db: Db, nowMs: () => number): BusHandler {
  return async ({ eventId }) => {
    const row = await maybeOne<{ merchant_id: string }>(db, waitingSql, [eventId]);
    if (row !== undefined) await inTransaction(db, (tx) => noteTest(tx, row.merchant_id, nowMs()));
  };
}

// Most payments belong to merchants who completed the step long ago.
const waitingSql = prepared(`
  SELECT p.merchant_id FROM event e JOIN profile p ON p.id = e.profile_id
  JOIN compliance_case c ON c.merchant_id = p.merchant_id
  WHERE e.id = $1 AND p.mode = 'sandbox' AND c.tested_at IS NULL`);
