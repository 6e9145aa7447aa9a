import { presentPaymentRequest } from '../../contract/payment-requests.view.ts';
import type { ProfileId } from '../../domain/ids.ts';
import { newOutcome, type RequestOutcome } from '../../domain/payment-requests/status.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { publicEvent, publishEvents } from '../process/public-event.ts';
import { findPaymentRequest, lockPaymentRequest } from './read.ts';
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
  { id, profileId }: { readonly id: string; readonly profileId: ProfileId },
  { publicUrl, nowMs }: Publishing,
): Promise<RequestOutcome | null> {
  const request = await lockPaymentRequest(tx, { id, profileId }, nowMs);
  const outcome = newOutcome(request.status, request.published);
  if (outcome === null) return null;
  const { merchantId } = await findPaymentRequest(tx, id, nowMs);
  const of = { id, merchantId, profileId, mode: request.mode, status: outcome };
  const event = publicEvent('payment_request', of, presentPaymentRequest(request, publicUrl), nowMs);
  await publishEvents(tx, [{ entityId: id, event }]);
  await paymentRequestsTable.update(tx, { published: outcome }, { id });
  return outcome;
}

/** A request of which something may have to be published. */
export interface EndedRequest {
  readonly id: string;
  readonly profileId: ProfileId;
}

/** Requests that have expired, or had ended before they did, without an event: the oldest first. */
export function findEnded(db: Db, nowMs: number, limit: number): Promise<EndedRequest[]> {
  return select<EndedRequest>(db, endedSql, [new Date(nowMs), limit]);
}

/** The request by which the invoice of an event is paid. */
export function requestsOfEvent(db: Db, eventId: string): Promise<EndedRequest[]> {
  return select<EndedRequest>(db, ofEventSql, [eventId]);
}

// While somebody decides about money that came, it has not expired: an invoice's own event publishes it later.
const endedSql = prepared(`
  SELECT r.id, r.profile_id AS "profileId" FROM payment_request r
  WHERE r.published IS NULL AND r.expires_at <= $1 AND NOT EXISTS (
    SELECT FROM payment_request_invoice x JOIN invoice i ON i.id = x.invoice_id
    WHERE x.request_id = r.id AND i.status IN ('partially_paid', 'confirming', 'processing', 'expired_paid', 'invalid',
      'error', 'refund_requested', 'partially_refunded'))
  ORDER BY r.expires_at LIMIT $2`);

const ofEventSql = prepared(`
  SELECT r.id, r.profile_id AS "profileId" FROM event e JOIN payment_request_invoice x ON x.invoice_id = e.entity_id
  JOIN payment_request r ON r.id = x.request_id WHERE e.id = $1`);
