import type { EventKind } from '../../domain/webhooks/event-kinds.ts';
import { likeOf } from '../core/list-query.ts';
import { listTotal } from '../core/list-total.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { prepared, select, unseen } from '../core/sql.ts';

/** Something that happened to an invoice, a payout or any other operation, as the shop was notified of it. */
export interface HistoryEvent {
  readonly id: string;
  /** The place in the order in which things were committed; pages go on after it. */
  readonly position: string;
  readonly at: Date;
  /** `invoice.done`, `payout.confirming` … */
  readonly type: string;
  readonly entityId: string;
  /** The invoice of a refund or a conversion. */
  readonly invoiceId: string | null;
  /** The deposit of a conversion. */
  readonly depositId: string | null;
  readonly reference: string | null;
  /**
   * As the object showed it then: of an invoice its total, of a payout its amount, of a conversion what came out, of a
   * card purchase what was charged.
   */
  readonly amount: string | null;
  /** A fiat currency, or a gate id. */
  readonly currency: string | null;
}

export interface HistoryEventQuery {
  readonly profileId: string;
  readonly kinds: readonly EventKind[];
  readonly dateFrom?: Date;
  /** To the end of this millisecond: moments of the database are finer. */
  readonly dateTo?: Date;
  /** A reference, an id, or a part of one. */
  readonly search?: string;
}

/** One page of what happened, newest first, and how much there is in all. */
export async function listHistoryEvents(
  on: Tx | Db,
  query: HistoryEventQuery & { readonly page: number; readonly perPage: number },
): Promise<{ readonly events: readonly HistoryEvent[]; readonly total: number }> {
  const bind = bindOf(query);
  const events = await select<HistoryEvent>(on, pageSql, [...bind, query.perPage, (query.page - 1) * query.perPage]);
  return { events, total: await listTotal(on, totalSql, bind) };
}

/** Events after one, oldest first. */
export function historyEventsAfter(
  on: Tx | Db,
  query: HistoryEventQuery,
  after: Pick<HistoryEvent, 'id' | 'position'>,
  limit: number,
): Promise<HistoryEvent[]> {
  return select<HistoryEvent>(on, afterSql, [...bindOf(query), after.position, after.id, limit]);
}

/**
 * The newest event of each object that something happened to last, newest first. A line of a mass payout is a part of
 * it, and no object of its own.
 * @param shops whose events of which kinds
 */
export function latestEvents(
  on: Tx | Db,
  shops: readonly { readonly profileId: string; readonly kinds: readonly EventKind[] }[],
  limit: number,
): Promise<HistoryEvent[]> {
  const pairs = shops.flatMap(({ profileId, kinds }) => kinds.map((kind) => ({ profileId, kind })));
  const bind = [pairs.map(({ profileId }) => profileId), pairs.map(({ kind }) => kind), limit];
  return select<HistoryEvent>(on, latestSql, bind);
}

function bindOf({ profileId, kinds, dateFrom, dateTo, search }: HistoryEventQuery): unknown[] {
  return [profileId, kinds, dateFrom ?? null, dateTo ?? null, likeOf(search)];
}

const data = `(body::jsonb->'data')`;
// A mass payout is known by its file.
const reference = `coalesce(${data}->>'reference', ${data}->>'file_name')`;
// A deposit names the coin as its currency, which says nothing of the network.
const currency = `CASE WHEN type LIKE 'deposit.%' THEN ${data}->>'gate_id'
  WHEN type LIKE 'card_order.%' THEN ${data}->>'fiat'
  ELSE coalesce(${data}->>'currency', ${data}->>'gate_id', ${data}->>'to') END`;
const columns = `id, xact::text AS position, created_at AS at, type, entity_id AS "entityId", ${reference} AS reference,
  (${data}->>'invoice_id') AS "invoiceId", (${data}->>'deposit_id') AS "depositId",
  coalesce(${data}->>'amount', ${data}->>'total', ${data}->>'amount_to', ${data}->>'fiat_amount') AS amount,
  ${currency} AS currency`;
const chosen = `profile_id = $1 AND split_part(type, '.', 1) = ANY($2::text[])
  AND ($3::timestamptz IS NULL OR created_at >= $3)
  AND ($4::timestamptz IS NULL OR created_at < $4 + interval '1 millisecond')
  AND ($5::text IS NULL OR entity_id::text LIKE lower($5) OR ${reference} ILIKE $5)`;
const pageSql = prepared(`SELECT ${columns} FROM event WHERE ${chosen} ORDER BY xact DESC, id DESC LIMIT $6 OFFSET $7`);
const totalSql = prepared(`SELECT count(*) AS total FROM event WHERE ${chosen}`);
const afterSql = prepared(
  `SELECT ${columns} FROM event WHERE ${chosen} AND (xact, id) > ($6::text::xid8, $7::uuid) ORDER BY xact, id LIMIT $8`,
);

/** How many events are looked at: more than the lines of a mass payout, which may all have happened at once. */
const MOST_READ = 20_000;
/** Among so many, each object has several. */
const MOST_KEPT = 100;

const latestSql = prepared(`
  WITH shop AS (
    SELECT profile_id, array_agg(kind) AS kinds FROM unnest(${unseen('$1::uuid[]')}, ${unseen('$2::text[]')}) AS s (profile_id, kind)
    GROUP BY 1
  ), recent AS (
    SELECT r.* FROM shop s CROSS JOIN LATERAL (
      SELECT e.id, e.xact, e.entity_id FROM (
        SELECT id, xact, entity_id, split_part(type, '.', 1) AS kind FROM event
        WHERE profile_id = s.profile_id ORDER BY xact DESC, id DESC LIMIT ${MOST_READ}
      ) e
      WHERE e.kind = ANY(s.kinds) AND NOT (e.kind = 'payout' AND EXISTS (
        SELECT FROM payout p WHERE p.id = e.entity_id AND p.mass_payout_id IS NOT NULL))
      ORDER BY e.xact DESC, e.id DESC LIMIT ${MOST_KEPT}
    ) r
  ), newest AS (
    SELECT DISTINCT ON (entity_id) id, xact FROM recent ORDER BY entity_id, xact DESC, id DESC
  )
  SELECT ${columns} FROM event WHERE id IN (SELECT id FROM newest ORDER BY xact DESC, id DESC LIMIT $3)
  ORDER BY event.xact DESC, id DESC`);
