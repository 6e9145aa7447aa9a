import { createHmac } from 'node:crypto';
import type { OutgoingDelivery } from '../../db/webhooks/deliveries.ts';
import { type EventInvoice, greenfieldMessages } from '../../domain/greenfield/webhook-events.ts';
import type { WebhookMessage } from './message.ts';

/**
 * The messages that BTCPay would send of an event of ours: none where it has no word for it, two where a payment
 * changes the invoice as well. Each is signed by `BTCPay-Sig` with the current secret, as text, and without a time.
 */
export function greenfieldBodies(delivery: OutgoingDelivery, secret: string): WebhookMessage[] {
  const { id, endpointId, profileId, body, greenfield } = delivery;
  const event: { readonly timestamp: string; readonly data: EventInvoice } = JSON.parse(body);
  const messages = greenfieldMessages(event.data, greenfield?.events ?? null);
  return messages.map(({ type, ...fields }, index) => {
    const deliveryId = index === 0 ? id : `${id}-${index + 1}`;
    return signed(secret, {
      deliveryId,
      webhookId: endpointId,
      originalDeliveryId: deliveryId,
      isRedelivery: delivery.attempts > 0,
      type,
      timestamp: Math.floor(Date.parse(event.timestamp) / 1000),
      storeId: profileId,
      invoiceId: event.data.id,
      metadata: metadataOf(delivery, event.data),
      ...fields,
    });
  });
}

/** As the plugin sent it; an invoice of another door has its reference as the order's id. */
function metadataOf({ kept }: OutgoingDelivery, data: EventInvoice): unknown {
  if (kept !== null) return kept;
  const { metadata, reference } = data as EventInvoice & {
    readonly metadata?: object;
    readonly reference?: string | null;
  };
  return { ...metadata, ...(typeof reference === 'string' ? { orderId: reference } : {}) };
}

function signed(secret: string, message: object): WebhookMessage {
  const body = JSON.stringify(message);
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  return { headers: { 'btcpay-sig': `sha256=${signature}` }, body };
}
