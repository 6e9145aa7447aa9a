import type { OutgoingDelivery } from '../../db/webhooks/deliveries.ts';
import { webhookHeaders } from './signer.ts';

/** What one attempt posts. */
export interface WebhookMessage {
  /** Besides content type and user agent. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Signing {
  /** The current secret first; two while one is being changed. */
  readonly keys: readonly string[];
  /** Seconds since 1970, of this attempt. */
  readonly timestampSeconds: number;
}

/** A delivery as its endpoint reads it: each attempt has the same body and a new signature. */
export function writeMessage({ format, eventId: id, body }: OutgoingDelivery, signing: Signing): WebhookMessage {
  switch (format) {
    case 'standard':
      return {
        headers: webhookHeaders({ id, timestampSeconds: signing.timestampSeconds, body }, signing.keys),
        body,
      };
    default:
      return format satisfies never;
  }
}
