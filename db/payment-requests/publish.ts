import { presentPaymentRequest } from '../../contract/payment-requests.view.ts';
import { newOutcome, type RequestOutcome } from '../../domain/payment-requests/status.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { publicEvent, publishEvents } from '../process/public-event.ts';
import { findPaymentRequest, isPaying, lockRequest } from './read.ts';
import { paymentRequestsTable } from './rows.ts';

interface Publishing {
  readonly publicUrl: string;
  readonly nowMs: number;
}

/**
 * Publishes `payment_request.<outcome>` if the request has an outcome without an event, in the same transaction as the
 * note that it has one now: under the row's lock, so each outcome has one event however often this is called.
 * @returns the outcome; null: there was nothing new
 */
export async function publishOutcome(
  tx: Tx,
  id: string,
  { publicUrl, nowMs }: Publishing,
): Promise<RequestOutcome | null> {
  await lockRequest(tx, id);
  const request = await findPaymentRequest(tx, id, nowMs);
  const outcome = newOutcome(request.status, request.published);
  if (outcome === null) return null;
  const event = publicEvent(
    'payment_request',
    { ...request, status: outcome },
    presentPaymentRequest(request, publicUrl),
    nowMs,
  );
  await publishEvents(tx, [{ entityId: id, event }]);
  await paymentRequestsTable.update(tx, { published: outcome }, { id });
  return outcome;
}

/** The ids of requests that have expired, or had ended before they did, without an event: the oldest first. */
export async function findEnded(db: Db, nowMs: number, limit: number): Promise<string[]> {
  return idsOf(await select<{ id: string }>(db, endedSql, [new Date(nowMs), limit]));
}

/** The id of the request by which the invoice of an event is paid, if there is one. */
export async function requestsOfEvent(db: Db, eventId: string): Promise<string[]> {
  return idsOf(await select<{ id: string }>(db, ofEventSql, [eventId]));
}

function idsOf(rows: readonly { readonly id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

// While somebody decides about money that came, it has not expired: an invoice's own event publishes it later.
const endedSql = prepared(`
  SELECT r.id FROM payment_request r
  WHERE r.published IS NULL AND r.expires_at <= $1 AND NOT EXISTS (
    SELECT FROM payment_request_invoice x JOIN invoice i ON i.id = x.invoice_id
    WHERE x.request_id = r.id AND ${isPaying})
  ORDER BY r.expires_at LIMIT $2`);

const ofEventSql = prepared(`
  SELECT x.request_id AS id FROM event e JOIN payment_request_invoice x ON x.invoice_id = e.entity_id WHERE e.id = $1`);
