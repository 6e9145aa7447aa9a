import type { KeptMetadata } from '../../domain/greenfield/shop-invoice.ts';
import type { GreenfieldEndpoint } from '../../domain/greenfield/webhook-events.ts';
import type { EventId, MerchantId, ProfileId } from '../../domain/ids.ts';
import { type ApiVersion, storedVersion } from '../../domain/versions/api-versions.ts';
import type { EndpointFormat, EndpointId } from '../../domain/webhooks/endpoint.ts';
import type { SecretBox } from '../core/secret-box.ts';
import { type Db, isDb, type Tx } from '../core/sequelize.ts';
import { execute, prepared, RELAXED, select, unseen } from '../core/sql.ts';
import { openSigningKeys, type SealedKeys, sealedKeyColumns } from '../shops/profiles.ts';
import { openEndpointSecrets } from './endpoint-secrets.ts';
import { attemptsTable, type DeliveryStatus } from './rows.ts';

/** A delivery with what is needed to send it. */
export interface OutgoingDelivery {
  /** Of the event for one to a notification URL; to an endpoint, an id of its own. */
  readonly id: string;
  /** The `webhook-id`, the same for every endpoint. */
  readonly eventId: EventId;
  readonly profileId: ProfileId;
  readonly merchantId: MerchantId;
  /** Null: to the notification URL of the object or the profile. */
  readonly endpointId: EndpointId | null;
  readonly format: EndpointFormat;
  /** Of the format greenfield: what its plugin wants, and what it keeps with the invoice. */
  readonly greenfield: GreenfieldEndpoint | null;
  readonly kept: KeptMetadata | null;
  /** How often it was tried. */
  readonly attempts: number;
  readonly invoiceId: string | null;
  /**
   * The object of the event: of a refund or a card purchase its invoice, so that a shop gets one message about an order
   * at a time.
   */
  readonly subjectId: string;
  readonly type: string;
  readonly url: string;
  readonly status: DeliveryStatus;
  /** The text of the event as it is stored. */
  readonly body: string;
  /** The version that it is sent in. */
  readonly apiVersion: ApiVersion;
  /**
   * The secrets that sign it now, still sealed: read along, because each statement on the way to the merchant costs
   * time.
   */
  readonly keys: SealedKeys;
}

export interface AttemptRecord {
  /** Of the delivery. */
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

export interface RequestedDelivery {
  /** An event, or a delivery to an endpoint. */
  readonly eventId: string;
  /** Where to; null: where the invoice or the profile says. */
  readonly url: string | null;
  /** To every endpoint that wants the event as well; false: this delivery only. */
  readonly everywhere?: boolean;
}

/**
 * The deliveries of events in their order, made on first sight: to `url` if given, else to the notification URL of the
 * invoice (or of the invoice of a refund or card purchase), else to the profile's, and to the endpoints that want it.
 * Each is made once however often it is requested; only a request by hand changes its address. None for an event that
 * is gone or that nobody wants, and for a delivery to an endpoint that is disabled or deleted.
 */
export async function openDeliveries(db: Db, requested: readonly RequestedDelivery[]): Promise<OutgoingDelivery[][]> {
  const ids = requested.map(({ eventId }) => eventId);
  const rows = await select<DeliveryFacts>(db, openStatement, [
    ids,
    requested.map(({ url }) => url),
    requested.map(({ everywhere = false }) => everywhere),
  ]);
  const found = Map.groupBy(rows, ({ delivery_id: id }) => id);
  return ids.map((id) => (found.get(id) ?? []).flatMap(toDelivery));
}

/** The secrets that sign a delivery now, the current one first. */
export function openKeysOf(box: SecretBox, { endpointId, profileId, keys }: OutgoingDelivery): string[] {
  return endpointId === null ? openSigningKeys(box, profileId, keys) : openEndpointSecrets(box, endpointId, keys);
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
export async function postponeDelivery(tx: Tx, id: string): Promise<void> {
  await execute(tx, postponeStatement, [id]);
}

/**
 * Keeps a pending delivery for another try of the consumer. If its message is lost, a workflow continues it later.
 * @returns false if a try is planned already: a repeated message must not begin a second chain of them
 */
export async function keepDelivery(
  tx: Tx,
  id: string,
  { delayMs, isFirst }: { readonly delayMs: number; readonly isFirst: boolean },
): Promise<boolean> {
  return (await execute(tx, keepStatement, [id, delayMs, isFirst])) > 0;
}

/** No attempt will follow. A delivered webhook stays so. */
export async function giveUpDelivery(on: Tx | Db, id: string): Promise<void> {
  await execute(on, giveUpStatement, [id]);
}

interface DeliveryFacts {
  delivery_id: string;
  id: string;
  event_id: EventId;
  profile_id: ProfileId;
  merchant_id: MerchantId;
  endpoint_id: EndpointId | null;
  format: EndpointFormat;
  greenfield: GreenfieldEndpoint | null;
  kept: KeptMetadata | null;
  attempts: number;
  invoice_id: string | null;
  entity_id: string;
  type: string;
  url: string | null;
  status: DeliveryStatus;
  body: string;
  api_version: string;
  current: Buffer;
  previous: Buffer | null;
}

function toDelivery(row: DeliveryFacts): OutgoingDelivery[] {
  if (row.url === null) return [];
  return [
    {
      id: row.id,
      eventId: row.event_id,
      profileId: row.profile_id,
      merchantId: row.merchant_id,
      endpointId: row.endpoint_id,
      format: row.format,
      greenfield: row.greenfield,
      kept: row.kept,
      attempts: row.attempts,
      invoiceId: row.invoice_id,
      subjectId: row.invoice_id ?? row.entity_id,
      type: row.type,
      url: row.url,
      status: row.status,
      body: row.body,
      apiVersion: storedVersion(row.api_version),
      keys: { current: row.current, previous: row.previous },
    },
  ];
}

/** The event and where it goes without endpoints. OFFSET 0 keeps lookups of single rows from becoming scans. */
const subjectSql = `
  SELECT w.id AS delivery_id, w.everywhere, k.endpoint_id, e.id AS event_id, e.profile_id, p.merchant_id,
    coalesce(i.id, r.invoice_id, c.invoice_id) AS invoice_id, e.entity_id, e.type, e.body, p.api_version,
    coalesce(w.url, i.notification_url, r.notification_url, c.notification_url, s.notification_url, p.notification_url)
      AS url,
    ${sealedKeyColumns}
  FROM unnest(${unseen('$1::uuid[]')}, $2::text[], $3::boolean[]) AS w(id, url, everywhere)
  LEFT JOIN LATERAL (
    SELECT source_event_id, endpoint_id FROM webhook_delivery
    WHERE NOT w.everywhere AND event_id = w.id AND endpoint_id IS NOT NULL OFFSET 0) AS k ON true
  CROSS JOIN LATERAL (
    SELECT id, profile_id, entity_id, type, body FROM event
    WHERE id = coalesce(k.source_event_id, w.id) OFFSET 0) AS e
  JOIN profile p ON p.id = e.profile_id
  LEFT JOIN LATERAL (SELECT id, notification_url FROM invoice WHERE id = e.entity_id OFFSET 0) AS i ON true
  LEFT JOIN LATERAL (
    SELECT o.invoice_id, n.notification_url FROM payout o JOIN invoice n ON n.id = o.invoice_id
    WHERE o.id = e.entity_id AND e.type LIKE 'refund.%' OFFSET 0) AS r ON true
  LEFT JOIN LATERAL (
    SELECT o.invoice_id, n.notification_url FROM card_order o JOIN invoice n ON n.id = o.invoice_id
    WHERE o.id = e.entity_id AND e.type LIKE 'card_order.%' OFFSET 0) AS c ON true
  LEFT JOIN LATERAL (
    SELECT a.notification_url FROM deposit d JOIN static_address a ON a.id = d.address_id
    WHERE d.id = e.entity_id OFFSET 0) AS s ON true`;

/** The endpoints that want an event; of one delivery, its endpoint. */
const endpointsSql = `
  SELECT n.id AS endpoint_id, n.api_version, n.format, n.greenfield, n.url, n.secret_sealed,
    CASE WHEN n.previous_secret_until > now() THEN n.previous_secret_sealed END AS previous
  FROM webhook_endpoint n
  WHERE n.profile_id = s.profile_id AND n.disabled_at IS NULL
    AND CASE WHEN s.everywhere THEN
      s.type = ANY(n.event_types) OR split_part(s.type, '.', 1) || '.*' = ANY(n.event_types)
      ELSE n.id = s.endpoint_id END
  OFFSET 0`;

/**
 * The id of a delivery to an endpoint follows from the event and the endpoint, so that it is made once. It begins with
 * the time of the event, so that both are in the same month (RFC 9562 §5.7, with a hash instead of chance).
 */
export const endpointDeliveryId = (event: string, endpoint: string) => `(
  SELECT (left(${event}::text, 15) || substr(h, 1, 3) || '-a' || substr(h, 4, 3) || '-' || substr(h, 7, 12))::uuid
  FROM encode(sha256(convert_to(${event}::text || ${endpoint}::text, 'UTF8')), 'hex') AS h)`;

// Without an address its merchant is deleted. A delivery or an attempt that a crash forgets is made again with the same
// content: a receiver knows it by the event's id.
const openStatement = prepared(`
  WITH ${RELAXED}, subject AS (${subjectSql}), target AS (
    SELECT s.delivery_id, s.event_id AS id, s.event_id, s.profile_id, s.merchant_id, NULL::uuid AS endpoint_id,
      'standard' AS format, NULL::jsonb AS greenfield, s.invoice_id, s.entity_id, s.type, s.body, s.api_version,
      s.url, s.current, s.previous
    FROM subject s WHERE s.endpoint_id IS NULL
    UNION ALL
    SELECT s.delivery_id, ${endpointDeliveryId('s.event_id', 'n.endpoint_id')}, s.event_id, s.profile_id, s.merchant_id,
      n.endpoint_id, n.format, n.greenfield, s.invoice_id, s.entity_id, s.type, s.body, n.api_version,
      n.url, n.secret_sealed, n.previous
    FROM subject s CROSS JOIN LATERAL (${endpointsSql}) AS n
    WHERE s.everywhere OR s.endpoint_id IS NOT NULL
  ), made AS (
    INSERT INTO webhook_delivery
      (event_id, source_event_id, endpoint_id, profile_id, invoice_id, type, url, status)
    SELECT id, CASE WHEN endpoint_id IS NOT NULL THEN event_id END, endpoint_id, profile_id, invoice_id, type, url,
      'pending'
    FROM target, relaxed WHERE url IS NOT NULL ORDER BY id
    ON CONFLICT (event_id) DO NOTHING
  )
  SELECT t.delivery_id, t.id, t.event_id, t.profile_id, t.merchant_id, t.endpoint_id, t.format, t.invoice_id,
    t.entity_id, t.type, t.body, t.api_version, t.current, t.previous, t.greenfield,
    coalesce(d.attempt_count, 0) AS attempts,
    CASE WHEN t.format = 'greenfield' THEN (
      SELECT k.metadata FROM greenfield_invoice k WHERE k.invoice_id = t.invoice_id) END AS kept,
    CASE WHEN d.url = '' THEN NULL ELSE coalesce(d.url, t.url) END AS url, coalesce(d.status, 'pending') AS status
  FROM target t
  LEFT JOIN LATERAL (
    SELECT url, status, attempt_count FROM webhook_delivery WHERE event_id = t.id OFFSET 0) AS d ON true`);

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

const keepStatement = prepared(`
  UPDATE webhook_delivery SET next_attempt_at = now() + $2 * interval '1 millisecond'
  WHERE event_id = $1 AND status = 'pending'
    AND CASE WHEN $3::boolean THEN next_attempt_at IS NULL ELSE next_attempt_at <= now() END`);

const giveUpStatement = prepared(`
  UPDATE webhook_delivery SET status = 'failed', next_attempt_at = NULL WHERE event_id = $1 AND status <> 'delivered'`);
