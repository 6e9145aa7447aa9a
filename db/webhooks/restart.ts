import { WEBHOOK_PAUSES_SECONDS } from '../../domain/webhooks/pauses.ts';
import { enqueue } from '../core/outbox.ts';
import { inTransaction } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { lastOf, type Restartable } from '../process/restart.ts';
import { webhookStart } from './workflow.ts';

/** Deliveries with a planned attempt: their workflows make it. */
export const webhookDeliveries: Restartable = {
  name: 'webhook',
  page: async (db, { after, limit, nowMs }) => {
    const rows = await select<{ id: string }>(db, pageSql, [after, limit, new Date(nowMs - BY_HAND_MS)]);
    const unfinished = rows.map(({ id }) => ({ id, workflowId: `webhook:${id}`, isOverdue: false }));
    return { rows: unfinished, last: lastOf(rows, limit) };
  },
  start: (db, ids, nowMs) =>
    inTransaction(db, async (tx) => {
      const planned = await select<PlannedDelivery>(tx, plannedSql, [ids]);
      await enqueue(
        tx,
        planned.map((each) =>
          webhookStart(each, { attemptAtOnce: false, pausesSeconds: remainingPauses(each, nowMs) }),
        ),
      );
      return planned.length;
    }),
};

interface PlannedDelivery {
  readonly id: string;
  readonly merchantId: string;
  readonly invoiceId: string | null;
  readonly type: string;
  readonly url: string;
  readonly attemptCount: number;
  readonly nextAttemptAt: Date;
}

/**
 * The pause until the planned attempt, and the pauses that follow it. A delivery that was sent again by hand has more
 * attempts than the plan: all pauses follow.
 */
export function remainingPauses(
  { attemptCount, nextAttemptAt }: Pick<PlannedDelivery, 'attemptCount' | 'nextAttemptAt'>,
  nowMs: number,
): readonly number[] {
  const untilNext = Math.max(0, Math.ceil((nextAttemptAt.getTime() - nowMs) / 1_000));
  const made = attemptCount > WEBHOOK_PAUSES_SECONDS.length ? 0 : attemptCount;
  return [untilNext, ...WEBHOOK_PAUSES_SECONDS.slice(made)];
}

/** A webhook that a merchant sends again by hand is pending until the consumer has tried it. */
const BY_HAND_MS = 600_000;

const pageSql = prepared(`
  SELECT event_id AS id FROM webhook_delivery
  WHERE next_attempt_at IS NOT NULL AND (status = 'retrying' OR (status = 'pending' AND next_attempt_at < $3))
    AND event_id > $1 ORDER BY event_id LIMIT $2`);

const plannedSql = prepared(`
  SELECT d.event_id AS id, p.merchant_id AS "merchantId", d.invoice_id AS "invoiceId", d.type, d.url,
    d.attempt_count AS "attemptCount", d.next_attempt_at AS "nextAttemptAt"
  FROM webhook_delivery d JOIN profile p ON p.id = d.profile_id
  WHERE d.event_id = ANY($1) AND d.next_attempt_at IS NOT NULL AND d.status IN ('retrying', 'pending') AND d.url <> ''
  FOR UPDATE OF d`);
