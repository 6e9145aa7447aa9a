import type { WebhookAttempt } from '../../contract/webhooks.ts';
import { DomainError } from '../../domain/errors.ts';
import type { EventKind } from '../../domain/webhooks/event-kinds.ts';
import { filterConditions, type ListFilter, likeOf, orderBy, type Where, whereOfProfile } from '../core/list-query.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { maybeOne, one, prepared, select } from '../core/sql.ts';

export interface DeliveryRow {
  /** Of the event for one to a notification URL; to an endpoint, an id of its own. */
  readonly id: string;
  readonly event_id: string;
  readonly endpoint_id: string | null;
  readonly type: string;
  readonly invoice_id: string | null;
  /** The object of the event; null for a test. */
  readonly object: EventKind | null;
  readonly object_id: string | null;
  readonly url: string;
  readonly status: 'pending' | 'delivered' | 'retrying' | 'failed';
  readonly attempt_count: number;
  readonly next_attempt_at: Date | null;
  readonly delivered_at: Date | null;
  readonly created_at: Date;
  readonly attempts: readonly WebhookAttempt[];
}

export type DeliverySort = 'created_at' | 'status' | 'type';

/**
 * The one list contract (api.md); left out means any. `gateId` are those that tell of something paid or sent in the
 * asset.
 */
export interface DeliveryQuery extends Pick<ListFilter<string>, 'status' | 'gateId' | 'dateFrom' | 'dateTo'> {
  readonly profileId: string;
  readonly page?: number;
  /** At most 100. */
  readonly perPage?: number;
  readonly sort?: DeliverySort;
  readonly order?: 'asc' | 'desc';
  /** In id, invoice, id of what it is about, type and address. */
  readonly search?: string;
  readonly invoiceId?: string;
  readonly endpointId?: string;
  readonly type?: string;
  /** The kinds that the reader may read; omitted: all. Tests of webhooks are everybody's. */
  readonly kinds?: readonly EventKind[];
  /** False: without tests. */
  readonly withTests?: boolean;
}

/**
 * One page of a profile's deliveries, newest first unless sorted otherwise, each with its attempts, and how many there
 * are in all.
 */
export async function listDeliveries(
  on: Db | Tx,
  query: DeliveryQuery,
): Promise<{ readonly rows: readonly DeliveryRow[]; readonly total: number }> {
  const { where, bind } = conditions(query);
  const perPage = Math.min(query.perPage ?? 25, MAX_PER_PAGE);
  const offset = ((query.page ?? 1) - 1) * perPage;
  const rows = await select<DeliveryRow>(
    on,
    `${deliverySelect} WHERE ${where} ORDER BY ${orderBy(COLUMNS[query.sort ?? 'created_at'], query.order)}
     LIMIT ${perPage} OFFSET ${offset}`,
    bind,
  );
  const { total } = await one<{ total: string }>(on, `SELECT count(*) AS total ${deliveryFrom} WHERE ${where}`, bind);
  return { rows, total: Number(total) };
}

/** One delivery and what it may be about. */
export interface DeliveryOf extends Pick<DeliveryQuery, 'profileId' | 'kinds'> {
  readonly deliveryId: string;
}

/** One delivery. @throws DomainError `not_found`, also for another profile's, or one that may not be read. */
export async function readDelivery(on: Db | Tx, { profileId, deliveryId, kinds }: DeliveryOf): Promise<DeliveryRow> {
  const row = await maybeOne<DeliveryRow>(on, readSql, [profileId, deliveryId, kinds ? [...kinds, TESTS] : null]);
  if (row === undefined) throw new DomainError('not_found');
  return row;
}

const MAX_PER_PAGE = 100;
/** The kind of `webhook.test`. */
const TESTS = 'webhook';
const kindSql = "split_part(type, '.', 1)";

const COLUMNS: Readonly<Record<DeliverySort, string>> = { created_at: 'id', status: 'status', type: 'type' };

function conditions({
  profileId,
  gateId,
  search,
  invoiceId,
  endpointId,
  type,
  kinds,
  ...filter
}: DeliveryQuery): Where {
  const tests = filter.withTests === false ? [] : [TESTS];
  return whereOfProfile(profileId, [
    ...filterConditions(filter),
    [invoiceId, (p) => `invoice_id = ${p}`],
    [endpointId, (p) => `endpoint_id = ${p}`],
    [type, (p) => `type = ${p}`],
    [kinds && [...kinds, ...tests], (p) => `${kindSql} = ANY(${p}::text[])`],
    [gateId, gateCondition],
    [likeOf(search), searchCondition],
  ]);
}

/** The delivery knows the event only, and the event its subject: an invoice, or an outgoing payment. */
function gateCondition(p: string): string {
  return `EXISTS (SELECT 1 FROM event e
    LEFT JOIN invoice i ON i.id = e.entity_id LEFT JOIN payout o ON o.id = e.entity_id
    WHERE e.id = ${eventSql} AND coalesce(i.gate_id, o.gate_id) = ${p})`;
}

function searchCondition(p: string): string {
  return `(id::text LIKE lower(${p}) OR ${eventSql}::text LIKE lower(${p}) OR invoice_id::text LIKE lower(${p})
    OR type ILIKE ${p} OR url ILIKE ${p}
    OR ${kindSql} <> '${TESTS}' AND ${objectSql} LIKE lower(${p}))`;
}

const eventSql = 'coalesce(d.source_event_id, d.id)';
const objectSql = `(SELECT e.entity_id::text FROM event e WHERE e.id = ${eventSql})`;
const deliveryFrom = 'FROM (SELECT event_id AS id, * FROM webhook_delivery) d';

const deliverySelect = `
  SELECT d.id, ${eventSql} AS event_id, d.endpoint_id, d.type, d.invoice_id, d.url, d.status, d.attempt_count,
    d.next_attempt_at, d.delivered_at,
    d.created_at, nullif(${kindSql}, '${TESTS}') AS object,
    CASE WHEN ${kindSql} <> '${TESTS}' THEN ${objectSql} END AS object_id,
    coalesce((SELECT jsonb_agg(jsonb_build_object('attempt', a.attempt, 'started_at', a.started_at,
      'duration_ms', a.duration_ms, 'http_status', a.http_status, 'error', a.error, 'answer', a.answer)
      ORDER BY a.attempt)
      FROM webhook_attempt a WHERE a.event_id = d.id), '[]') AS attempts
  ${deliveryFrom}`;

const readSql = prepared(`
  ${deliverySelect} WHERE d.profile_id = $1 AND d.id = $2 AND ($3::text[] IS NULL OR ${kindSql} = ANY($3))`);
