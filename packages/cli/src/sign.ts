import { createHmac } from 'node:crypto';

/** A webhook as the gateway sends it (Standard Webhooks). */
export interface SignedWebhook {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Signs a webhook with a notification key. */
export function signWebhook(key: string, event: { readonly id: string; readonly body: string }): SignedWebhook {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const secret = Buffer.from(key.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', secret).update(`${event.id}.${timestamp}.${event.body}`).digest('base64');
  return {
    body: event.body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': event.id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
  };
}

/** Sends it. Answers with the status, or says why there was none. */
export async function sendWebhook(url: string, { body, headers }: SignedWebhook): Promise<number | string> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { method: 'POST', body, headers, redirect: 'manual', signal });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    const { cause, message } = error as Error;
    return cause instanceof Error ? cause.message : message;
  }
}

/** The gateway waits no longer either. */
const TIMEOUT_MS = 10_000;
