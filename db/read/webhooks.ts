import { DomainError } from '../../domain/errors.ts';
import type { Db, Tx } from '../sequelize.ts';
import { select } from '../sql.ts';

export interface AttemptRow {
  readonly attempt: number;
  readonly started_at: string;
  readonly duration_ms: number;
  readonly http_status: number | null;
  readonly error: string | null;
  readonly answer: string | null;
}

export interface DeliveryRow {
  readonly event_id: string;
  readonly type: string;
  readonly invoice_id: string | null;
  readonly url: string;
  readonly status: 'pending' | 'delivered' | 'retrying' | 'failed';
  readonly attempt_count: number;
  readonly next_attempt_at: Date | null;
  readonly delivered_at: Date | null;
  readonly created_at: Date;
  readonly attempts: readonly AttemptRow[];
}

export interface DeliveryQuery {
  readonly profileId: string;
  readonly invoiceId?: string | undefined;
  readonly status?: readonly string[] | undefined;
  readonly type?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Deliveries of a profile, newest first, each with its attempts, and how many there are. */
export async function listDeliveries(
  on: Db | Tx,
  query: DeliveryQuery,
): Promise<{ readonly rows: readonly DeliveryRow[]; readonly total: number }> {
  const where = [query.profileId, query.invoiceId ?? null, query.status ?? null, query.type ?? null];
  const rows = await select<DeliveryRow>(on, `${DELIVERIES} ORDER BY d.event_id DESC LIMIT $5 OFFSET $6`, [
    ...where,
    query.limit,
    query.offset,
  ]);
  const [count] = await select<{ total: string }>(
    on,
    `SELECT count(*) AS total FROM webhook_delivery d ${WHERE}`,
    where,
  );
  return { rows, total: Number(count?.total ?? 0) };
}

/** One delivery. @throws DomainError `not_found`, also for another profile's. */
export async function readDelivery(
  on: Db | Tx,
  { profileId, eventId }: { readonly profileId: string; readonly eventId: string },
): Promise<DeliveryRow> {
  const [row] = await select<DeliveryRow>(on, `${DELIVERIES} AND d.event_id = $5`, [
    profileId,
    null,
    null,
    null,
    eventId,
  ]);
  if (row === undefined) throw new DomainError('not_found');
  return row;
}

const WHERE = `WHERE d.profile_id = $1 AND ($2::uuid IS NULL OR d.invoice_id = $2)
    AND ($3::text[] IS NULL OR d.status = ANY($3)) AND ($4::text IS NULL OR d.type = $4)`;

const DELIVERIES = `
  SELECT d.event_id, d.type, d.invoice_id, d.url, d.status, d.attempt_count, d.next_attempt_at, d.delivered_at, d.created_at,
    coalesce((SELECT jsonb_agg(jsonb_build_object('attempt', a.attempt, 'started_at', a.started_at, 'duration_ms', a.duration_ms,
      'http_status', a.http_status, 'error', a.error, 'answer', a.answer) ORDER BY a.attempt)
      FROM webhook_attempt a WHERE a.event_id = d.event_id), '[]') AS attempts
  FROM webhook_delivery d ${WHERE}`;
