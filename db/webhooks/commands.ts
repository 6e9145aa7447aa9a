import { DomainError, fieldError } from '../../domain/errors.ts';
import { type EventId, newId, type ProfileId } from '../../domain/ids.ts';
import { enqueue } from '../core/outbox.ts';
import type { Tx } from '../core/sequelize.ts';
import { json, maybeOne, one } from '../core/sql.ts';
import { eventsTable } from '../history/rows.ts';
import { profilesTable } from '../shops/rows.ts';
import { endpointDeliveryId } from './deliveries.ts';
import { type DeliveryOf, type DeliveryRow, readDelivery } from './delivery-lists.ts';
import type { EndpointRow } from './rows.ts';

/** Outbox topics that ask the sender of webhooks for something. */
export const WEBHOOK_REDELIVER = 'webhook.redeliver';
export const WEBHOOK_TEST = 'webhook.test';

export interface RedeliverPayload {
  /** Of the delivery. */
  readonly eventId: string;
  readonly profileId: string;
  /** How often its receiver was found busy; absent by hand. */
  readonly found?: number;
}

export interface TestPayload extends RedeliverPayload {
  /** Null: the endpoint's, or the profile's notification URL. */
  readonly url: string | null;
}

/**
 * Sends a webhook again, whatever came of it before: same id, same body, a new signature, and to where the invoice, the
 * profile or the endpoint says now, since a wrong address may have been corrected. Attempts that are still planned use
 * it too. A test keeps its address.
 * @throws DomainError `not_found`, also for another profile's delivery, or one of a kind that may not be read;
 *   `conflict` where its endpoint is disabled or deleted
 */
export async function requestRedelivery(tx: Tx, of: DeliveryOf): Promise<DeliveryRow> {
  const { profileId, deliveryId } = of;
  const delivery = await readDelivery(tx, of);
  const isToEndpoint = delivery.endpoint_id !== null;
  const again = isToEndpoint
    ? await maybeOne<{ url: string }>(tx, endpointAgainSql, [deliveryId])
    : await one<{ url: string }>(tx, againSql, [deliveryId, WEBHOOK_TEST]);
  if (again === undefined) throw new DomainError('conflict', { message: 'Its endpoint is disabled or deleted.' });
  const { url } = again;
  const payload: RedeliverPayload = { eventId: deliveryId, profileId };
  await enqueue(tx, [{ topic: WEBHOOK_REDELIVER, payload }]);
  return { ...delivery, url, status: 'pending' };
}

const againSql = `
  UPDATE webhook_delivery d SET status = 'pending', next_attempt_at = now(), delivered_at = NULL,
    url = CASE WHEN e.type = $2 THEN d.url ELSE coalesce(
      i.notification_url, a.notification_url, p.notification_url, d.url) END
  FROM event e JOIN profile p ON p.id = e.profile_id
  LEFT JOIN payout r ON r.id = e.entity_id AND e.type LIKE 'refund.%'
  LEFT JOIN card_order c ON c.id = e.entity_id AND e.type LIKE 'card_order.%'
  LEFT JOIN invoice i ON i.id = coalesce(r.invoice_id, c.invoice_id, e.entity_id)
  LEFT JOIN deposit o ON o.id = e.entity_id LEFT JOIN static_address a ON a.id = o.address_id
  WHERE d.event_id = $1 AND e.id = d.event_id RETURNING d.url`;

const endpointAgainSql = `
  UPDATE webhook_delivery d SET status = 'pending', next_attempt_at = now(), delivered_at = NULL, url = n.url
  FROM webhook_endpoint n WHERE d.event_id = $1 AND n.id = d.endpoint_id AND n.disabled_at IS NULL RETURNING d.url`;

/**
 * Sends a webhook of type `webhook.test` that carries an id of its own and says so in its data.
 * @throws DomainError `validation_failed` when neither an address is given nor the profile has one
 */
export async function requestTestWebhook(
  tx: Tx,
  request: {
    readonly profileId: ProfileId;
    readonly url: string | null;
    /** Signed with its secret; `url` counts no more then. */
    readonly endpoint?: EndpointRow | undefined;
    readonly now: Date;
  },
): Promise<{ readonly eventId: EventId; readonly url: string }> {
  const { profileId, endpoint, now } = request;
  const profile = await profilesTable.findOne(tx, { id: profileId }, { columns: ['notificationUrl', 'mode'] });
  if (profile === undefined) throw new Error('The profile is gone.');
  const url = endpoint?.url ?? request.url ?? profile.notificationUrl;
  if (url === null) throw fieldError('url', 'The profile has no notification URL: name one.');
  const eventId = newId<EventId>();
  const body = json({
    type: WEBHOOK_TEST,
    timestamp: now.toISOString(),
    data: { id: eventId, mode: profile.mode, message: 'This is a test. Nothing was paid.' },
  });
  await eventsTable.create(tx, { id: eventId, profileId, type: WEBHOOK_TEST, entityId: profileId, body });
  const payload: TestPayload = { eventId, profileId, url };
  if (endpoint !== undefined) {
    const { id } = await one<{ id: string }>(tx, testDeliverySql, [eventId, endpoint.id, profileId, WEBHOOK_TEST, url]);
    await enqueue(tx, [{ topic: WEBHOOK_TEST, payload: { ...payload, eventId: id, url: null } }]);
    return { eventId, url };
  }
  await enqueue(tx, [{ topic: WEBHOOK_TEST, payload, eventId }]);
  return { eventId, url };
}

const testDeliverySql = `
  INSERT INTO webhook_delivery (event_id, source_event_id, endpoint_id, profile_id, type, url, status)
  VALUES (${endpointDeliveryId('$1::uuid', '$2::uuid')}, $1, $2, $3, $4, $5, 'pending') RETURNING event_id AS id`;
