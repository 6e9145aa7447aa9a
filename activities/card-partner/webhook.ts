import type { Mode } from '../../domain/assets/assets.ts';
import { isAuthorized } from './signature.ts';
import { type Json, objectIn, parseLossless, textIn, timeIn } from './values.ts';

/** Where the partner sends the webhooks of a mode, below the public URL of the gateway. */
export function webhookPath(mode: Mode): string {
  return `/webhooks/card-partner/${mode}`;
}

/** News of an order. Only a reason to look at the order: nothing in here is believed. */
export interface CardPartnerNews {
  readonly partnerId: string;
  readonly reference: string | null;
  /** As the partner wrote it, for the log. */
  readonly statusText: string | null;
  readonly atMs: number | null;
}

export interface ReceivedWebhook {
  /** The path of the URL that the partner calls, as it is registered there. */
  readonly path: string;
  readonly authorization: string | undefined;
  /** The very bytes. */
  readonly body: Uint8Array;
}

/** Their clock and their queue, together. The order is looked at anyway, so nothing is lost with an older one. */
const WINDOW_MS = 10 * 60_000;

/** Whether the partner signed it, a short while ago. The same one again is fine: it leads to one more look. */
export function isFromPartner({ path, authorization, body }: ReceivedWebhook, secret: string, nowMs: number): boolean {
  return isAuthorized(authorization, { method: 'POST', path, body }, { secret, nowMs, windowMs: WINDOW_MS });
}

/** The order that a signed webhook is about; null for one about an account or a customer, and for what is no JSON. */
export function readWebhook(body: Uint8Array): CardPartnerNews | null {
  let parsed: Json;
  try {
    parsed = parseLossless(Buffer.from(body).toString('utf8'));
  } catch {
    return null;
  }
  const news = objectIn(parsed);
  const partnerId = textIn(news.order_id, 64);
  if (partnerId === null || !/^[\w-]+$/.test(partnerId)) return null;
  return {
    partnerId,
    reference: textIn(news.external_id, 64),
    statusText: textIn(news.status, 64),
    atMs: timeIn(news.status_date),
  };
}
