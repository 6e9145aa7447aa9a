import { eventText } from '../../contract/event-text.ts';
import type { OutgoingDelivery } from '../../db/webhooks/deliveries.ts';
import { messageVersion, VERSION_ENDS } from '../../domain/versions/api-versions.ts';
import { greenfieldBodies } from './greenfield-format.ts';
import type { WebhookMessage } from './message.ts';
import { webhookHeaders } from './signer.ts';

export interface Signing {
  /** The current secret first; two while one is being changed. */
  readonly keys: readonly string[];
  /** Seconds since 1970, of this attempt. */
  readonly timestampSeconds: number;
}

/**
 * A delivery as its endpoint reads it, in the order in which it is posted: each attempt has the same body and a new
 * signature. None where its format has no message for the event.
 */
export function writeMessages(delivery: OutgoingDelivery, { keys, timestampSeconds }: Signing): WebhookMessage[] {
  const { format, eventId: id, apiVersion } = delivery;
  switch (format) {
    case 'standard': {
      const version = messageVersion(apiVersion, VERSION_ENDS, timestampSeconds * 1_000);
      const body = eventText(delivery.body, version);
      const headers = { 'tidegate-version': version, ...webhookHeaders({ id, timestampSeconds, body }, keys) };
      return [{ headers, body }];
    }
    case 'greenfield':
      return greenfieldBodies(delivery, keys[0] ?? '');
    default:
      return format satisfies never;
  }
}
