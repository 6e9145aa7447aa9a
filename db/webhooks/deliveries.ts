import type { EventId, MerchantId, ProfileId } from '../../domain/ids.ts';
import { type Db, isDb, type Tx } from '../core/sequelize.ts';
import { execute, prepared, RELAXED, select, unseen } from '../core/sql.ts';
import { type SealedKeys, sealedKeyColumns } from '../shops/profiles.ts';
import { attemptsTable, type DeliveryStatus } from './rows.ts';

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
  /**
   * The key that signs it now, still sealed: read along, because each statement on the way to the merchant costs time.
   */
  readonly keys: SealedKeys;
}

export interface AttemptRecord {
  readonly eventId: string;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly httpStatus: number | null;
  readonly error: string | null;
  readonly answer: string | null;
  /** The status of the delivery after it. */
  readonly status: Exclude<DeliveryStatus, 'pending'>;
  readonly nextAttemptAt: Date | null;
}

export interface WantedDelivery {
  readonly eventId: string;
  /** Where to; null: where the invoice or the profile says. */
  readonly url: string | null;
}

/**
 * The deliveries of events in their order, made on first sight: to `url` if given, else to the invoice's notification
 * URL, else to the profile's. Made once however often one is requested; only a request by hand changes its address.
 * Null when there is no such event or no address.
 */
export async function openDeliveries(db: Db, wanted: readonly WantedDelivery[]): Promise<(OutgoingDelivery | null)[]> {
  const ids = wanted.map(({ eventId }) => eventId);
  const rows = await select<DeliveryFacts>(db, openStatement, [ids, wanted.map(({ url }) => url)]);
  const found = new Map(rows.map((row) => [row.event_id as string, toDelivery(row)]));
  return ids.map((id) => found.get(id) ?? null);
}

/**
 * Adds attempts to the log, each of another delivery, and says what these are now. A delivered webhook stays delivered,
 * whatever an attempt that overlapped with the successful one brings.
 */
export async function recordAttempts(on: Tx | Db, attempts: readonly AttemptRecord[]): Promise<void> {
  await execute(on, isDb(on) ? recordAtOnce : recordWithin, [
    attempts.map(({ eventId }) => eventId),
    attempts.map(({ startedAt }) => startedAt),
    attempts.map(({ durationMs }) => durationMs),
    attempts.map(({ httpStatus }) => httpStatus),
    attempts.map(({ error }) => error),
    attempts.map(({ answer }) => answer),
    attempts.map(({ status }) => status),
    attempts.map(({ nextAttemptAt }) => nextAttemptAt),
  ]);
}

/** Leaves a pending delivery to its workflow: no attempt was made. */
export async function postponeDelivery(tx: Tx, eventId: string): Promise<void> {
  await execute(tx, postponeStatement, [eventId]);
}

/** No attempt will follow. A delivered webhook stays so. */
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

function toDelivery(row: DeliveryFacts): OutgoingDelivery | null {
  if (row.url === null) return null;
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

// Without an address its merchant is deleted. A delivery or an attempt that a crash forgets is made again with the same
// content: a receiver knows it by the event's id. OFFSET 0 keeps lookups of single rows from becoming scans.
const openStatement = prepared(`
  WITH ${RELAXED}, subject AS (
    SELECT e.id AS event_id, e.profile_id, p.merchant_id, i.id AS invoice_id, e.type, e.body,
      coalesce(w.url, i.notification_url, s.notification_url, p.notification_url) AS url, ${sealedKeyColumns}
    FROM unnest(${unseen('$1::uuid[]')}, $2::text[]) AS w(id, url)
    CROSS JOIN LATERAL (SELECT id, profile_id, entity_id, type, body FROM event WHERE id = w.id OFFSET 0) AS e
    JOIN profile p ON p.id = e.profile_id
    LEFT JOIN LATERAL (SELECT id, notification_url FROM invoice WHERE id = e.entity_id OFFSET 0) AS i ON true
    LEFT JOIN LATERAL (
      SELECT a.notification_url FROM deposit d JOIN static_address a ON a.id = d.address_id
      WHERE d.id = e.entity_id OFFSET 0) AS s ON true
  ), made AS (
    INSERT INTO webhook_delivery (event_id, profile_id, invoice_id, type, url, status)
    SELECT event_id, profile_id, invoice_id, type, url, 'pending' FROM subject, relaxed
    WHERE url IS NOT NULL ORDER BY event_id
    ON CONFLICT (event_id) DO NOTHING
  )
  SELECT s.event_id, s.profile_id, s.merchant_id, s.invoice_id, s.type, s.body, s.current, s.previous,
    CASE WHEN d.url = '' THEN NULL ELSE coalesce(d.url, s.url) END AS url, coalesce(d.status, 'pending') AS status
  FROM subject s
  LEFT JOIN LATERAL (SELECT url, status FROM webhook_delivery WHERE event_id = s.event_id OFFSET 0) AS d ON true`);

const recordSql = (ctes: string, attempts: string) => `
  WITH ${ctes} attempt AS (
    SELECT a.* FROM unnest($1::uuid[], $2::timestamptz[], $3::int[], $4::int[], $5::text[], $6::text[], $7::text[],
      $8::timestamptz[])
      AS a(event_id, started_at, duration_ms, http_status, error, answer, status, next_attempt_at) ${attempts}
  ), delivery AS (
    UPDATE webhook_delivery d SET attempt_count = d.attempt_count + 1,
      status = CASE WHEN d.status = 'delivered' THEN d.status ELSE a.status END,
      next_attempt_at = CASE WHEN d.status = 'delivered' OR a.status = 'delivered' THEN NULL ELSE a.next_attempt_at END,
      delivered_at = CASE WHEN d.status = 'delivered' THEN d.delivered_at WHEN a.status = 'delivered' THEN now() END
    FROM attempt a WHERE d.event_id = a.event_id RETURNING d.event_id, d.attempt_count
  )
  INSERT INTO webhook_attempt (${attemptsTable.names})
  SELECT event_id, d.attempt_count, a.started_at, a.duration_ms, a.http_status, a.error, a.answer
  FROM attempt a JOIN delivery d USING (event_id)`;
const recordWithin = prepared(recordSql('', ''));
const recordAtOnce = prepared(recordSql(`${RELAXED},`, 'CROSS JOIN relaxed'));

const postponeStatement = prepared(`
  UPDATE webhook_delivery SET status = 'retrying', next_attempt_at = now() WHERE event_id = $1 AND status = 'pending'`);

const giveUpStatement = prepared(`
  UPDATE webhook_delivery SET status = 'failed', next_attempt_at = NULL WHERE event_id = $1 AND status <> 'delivered'`);
