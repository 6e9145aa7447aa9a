import type { DeliveryListQuery, WebhookDelivery } from '../../contract/webhooks.ts';
import type { DeliveryQuery, DeliveryRow } from '../../db/webhooks/delivery-lists.ts';
import { type EventKind, narrowed } from '../../domain/webhooks/event-kinds.ts';
import { listQueryOf } from './list-query.ts';

/** The list contract as the database's query. @throws DomainError `validation_failed` for a day that is none */
export function toDeliveryQuery(
  query: DeliveryListQuery & { readonly type?: string },
  { profileId, kinds }: { readonly profileId: string; readonly kinds: readonly EventKind[] },
): DeliveryQuery & { page: number; perPage: number } {
  return {
    profileId,
    kinds: narrowed(kinds, query.kinds),
    withTests: query.kinds === undefined,
    ...listQueryOf(query),
    invoiceId: query.invoice_id,
    endpointId: query.endpoint_id,
    type: query.type,
    status: query.status?.split(','),
  };
}

/** A delivery with its attempts, as merchants see it. */
export function presentDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    event_id: row.event_id,
    endpoint_id: row.endpoint_id,
    type: row.type,
    invoice_id: row.invoice_id,
    object: row.object,
    object_id: row.object_id,
    url: row.url,
    status: row.status,
    attempt_count: row.attempt_count,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    delivered_at: row.delivered_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    attempts: row.attempts.map((attempt) => ({ ...attempt, started_at: new Date(attempt.started_at).toISOString() })),
  };
}
