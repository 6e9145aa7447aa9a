import type { EventId, MerchantId, ProfileId } from '../../domain/ids.ts';
import { type SealedKeys, sealedKeyColumns } from '../people/profiles.ts';
import type { Db, Tx } from '../sequelize.ts';
import { execute, maybeOne, prepared } from '../sql.ts';

export type DeliveryStatus = 'pending' | 'delivered' | 'retrying' | 'failed';

/** A delivery with what is needed to send it. */
export interface OutgoingDelivery {
  readonly eventId: EventId;
  readonly profileId: ProfileId;
  readonly merchantId: MerchantId;
  readonly invoiceId: string | null;
  readonly type: string;
  readonly url: string;
  readonly status: DeliveryStatus;
  /** The exact text to sign and send. */
  readonly body: string;
  /** What signs it now, still sealed: read along, because each statement on the way to the merchant costs time. */
  readonly keys: SealedKeys;
}

export interface AttemptRecord {
  readonly eventId: string;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly httpStatus: number | null;
  readonly error: string | null;
  readonly answer: string | null;
  /** What the delivery is after it. */
  readonly status: Exclude<DeliveryStatus, 'pending'>;
  readonly nextAttemptAt: Date | null;
}

/**
 * The delivery of an event, made on first sight: to `url` if given, else to the invoice's notification URL, else to the profile's. Made once
 * however often it is asked for, and its address does not change any more. Undefined when there is no such event or nobody to tell.
 */
export async function openDelivery(
  on: Tx | Db,
  { eventId, url = null }: { readonly eventId: string; readonly url?: string | null },
): Promise<OutgoingDelivery | undefined> {
  const row = await maybeOne<DeliveryFacts>(on, openStatement, [eventId, url]);
  if (row === undefined || row.url === null) return undefined;
  return {
    eventId: row.event_id,
    profileId: row.profile_id,
    merchantId: row.merchant_id,
    invoiceId: row.invoice_id,
    type: row.type,
    url: row.url,
    status: row.status,
    body: row.body,
    keys: { current: row.current, previous: row.previous },
  };
}

/**
 * Adds an attempt to the log and says what the delivery is now. What was delivered stays delivered, whatever an attempt that overlapped with
 * the successful one brings.
 */
export async function recordAttempt(on: Tx | Db, attempt: AttemptRecord): Promise<void> {
  await execute(on, recordStatement, [
    attempt.eventId,
    attempt.startedAt,
    attempt.durationMs,
    attempt.httpStatus,
    attempt.error,
    attempt.answer,
    attempt.status,
    attempt.nextAttemptAt,
  ]);
}

/** Leaves a pending delivery to its workflow: no attempt was made. */
export async function postponeDelivery(tx: Tx, eventId: string): Promise<void> {
  await execute(tx, postponeStatement, [eventId]);
}

/** No attempt will follow. What was delivered stays so. */
export async function giveUpDelivery(on: Tx | Db, eventId: string): Promise<void> {
  await execute(on, giveUpStatement, [eventId]);
}

interface DeliveryFacts {
  event_id: EventId;
  profile_id: ProfileId;
  merchant_id: MerchantId;
  invoice_id: string | null;
  type: string;
  url: string | null;
  status: DeliveryStatus;
  body: string;
  current: Buffer;
  previous: Buffer | null;
}

const openStatement = prepared(`
  WITH subject AS (
    SELECT e.id AS event_id, e.profile_id, p.merchant_id, i.id AS invoice_id, e.type, e.body,
      coalesce($2, i.notification_url, p.notification_url) AS url, ${sealedKeyColumns}
    FROM event e JOIN profile p ON p.id = e.profile_id LEFT JOIN invoice i ON i.id = e.entity_id
    WHERE e.id = $1
  ), made AS (
    INSERT INTO webhook_delivery (event_id, profile_id, invoice_id, type, url, status)
    SELECT event_id, profile_id, invoice_id, type, url, 'pending' FROM subject WHERE url IS NOT NULL
    ON CONFLICT (event_id) DO NOTHING
  )
  SELECT s.event_id, s.profile_id, s.merchant_id, s.invoice_id, s.type, s.body, s.current, s.previous,
    coalesce(d.url, s.url) AS url, coalesce(d.status, 'pending') AS status
  FROM subject s LEFT JOIN webhook_delivery d ON d.event_id = s.event_id`);

const recordStatement = prepared(`
  WITH delivery AS (
    UPDATE webhook_delivery SET attempt_count = attempt_count + 1,
      status = CASE WHEN status = 'delivered' THEN status ELSE $7 END,
      next_attempt_at = CASE WHEN status = 'delivered' OR $7 = 'delivered' THEN NULL ELSE $8::timestamptz END,
      delivered_at = CASE WHEN status = 'delivered' THEN delivered_at WHEN $7 = 'delivered' THEN now() END
    WHERE event_id = $1 RETURNING attempt_count
  )
  INSERT INTO webhook_attempt (event_id, attempt, started_at, duration_ms, http_status, error, answer)
  SELECT $1, attempt_count, $2, $3, $4, $5, $6 FROM delivery`);

const postponeStatement = prepared(`
  UPDATE webhook_delivery SET status = 'retrying', next_attempt_at = now() WHERE event_id = $1 AND status = 'pending'`);

const giveUpStatement = prepared(`
  UPDATE webhook_delivery SET status = 'failed', next_attempt_at = NULL WHERE event_id = $1 AND status <> 'delivered'`);
