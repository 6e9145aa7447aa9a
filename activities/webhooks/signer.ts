import { createHmac } from 'node:crypto';

export interface SignedMessage {
  readonly id: string;
  /** Seconds since 1970, of this attempt. */
  readonly timestampSeconds: number;
  /** Exactly the text that is sent. */
  readonly body: string;
}

/**
 * The headers of Standard Webhooks: id, timestamp and a signature over both and the body for each key, the current one
 * first. While a key is being changed there are two, and a receiver that knows either accepts the message.
 */
export function webhookHeaders(message: SignedMessage, keys: readonly string[]): Record<string, string> {
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestampSeconds),
    'webhook-signature': keys.map((key) => signature(message, key)).join(' '),
  };
}

/** `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64; the key is what follows `whsec_`, decoded. */
function signature({ id, timestampSeconds, body }: SignedMessage, key: string): string {
  const secret = Buffer.from(key.slice(PREFIX.length), 'base64');
  if (!key.startsWith(PREFIX) || secret.length === 0) throw new Error('A notification key begins with whsec_.');
  return `v1,${createHmac('sha256', secret).update(`${id}.${timestampSeconds}.${body}`).digest('base64')}`;
}

const PREFIX = 'whsec_';
