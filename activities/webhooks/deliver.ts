import { inTransaction, type Tx } from '../../db/core/sequelize.ts';
import { openSigningKeys } from '../../db/shops/profiles.ts';
import { type OutgoingDelivery, recordAttempts } from '../../db/webhooks/deliveries.ts';
import { inSpan } from '../../tracing/spans.ts';
import type { SlotWait } from './endpoint-slots.ts';
import type { RequestResult } from './guarded-request.ts';
import type { WebhookSender } from './sender.ts';
import { type SignedMessage, webhookHeaders } from './signer.ts';

export interface AttemptOptions {
  /** How long to wait for a free slot of the receiver; null for no wait. */
  readonly slotWait: SlotWait | null;
  /** The pause before the next attempt if this one fails; null if it is the last. */
  readonly nextPauseSeconds: number | null;
  /** Runs in the transaction that records a failed attempt. */
  readonly onFailure?: (tx: Tx) => Promise<void>;
}

export interface AttemptOutcome {
  /** `busy`: nothing was sent, because too many requests to this receiver are open. */
  readonly outcome: 'delivered' | 'failed' | 'busy';
  /** For people, e.g. `503` or `timeout`. */
  readonly detail: string;
}

/**
 * One attempt: signs the stored text, sends exactly that text and records the outcome. Delivery is at least once: after
 * a crash between sending and recording, the same id is sent again.
 */
export async function deliver(
  sender: WebhookSender,
  delivery: OutgoingDelivery,
  options: AttemptOptions,
): Promise<AttemptOutcome> {
  const answer = await attempt(sender, delivery, options);
  sender.onAttempt(answer.outcome);
  return answer;
}

async function attempt(
  sender: WebhookSender,
  delivery: OutgoingDelivery,
  options: AttemptOptions,
): Promise<AttemptOutcome> {
  const { eventId, profileId, url, body } = delivery;
  const keys = openSigningKeys(sender.box, profileId, delivery.keys);
  const free = await sender.slots.take(url, options.slotWait);
  if (free === null) return { outcome: 'busy', detail: 'too many requests to this receiver are under way' };
  let result: RequestResult;
  try {
    const message = { id: eventId, timestampSeconds: Math.floor(sender.nowMs() / 1000), body };
    result = await post(sender, url, { message, headers: { ...HEADERS, ...webhookHeaders(message, keys) } });
  } finally {
    free();
  }
  const record = { eventId, ...result, ...stateAfter(result, options.nextPauseSeconds, sender.nowMs()) };
  if (result.ok) await sender.records.add(record);
  else {
    await inTransaction(sender.db, async (tx) => {
      await recordAttempts(tx, [record]);
      await options.onFailure?.(tx);
    });
  }
  return { outcome: result.ok ? 'delivered' : 'failed', detail: result.error ?? String(result.httpStatus) };
}

/**
 * Receivers get no `traceparent`: it would tell them what of our work for others belongs together, and whether we look
 * at it. They and we know the message by its id.
 */
function post(
  { client }: WebhookSender,
  url: string,
  { message, headers }: { readonly message: SignedMessage; readonly headers: Readonly<Record<string, string>> },
): Promise<RequestResult> {
  const attributes = { 'http.request.method': 'POST', 'messaging.message.id': message.id };
  return inSpan({ name: 'send webhook', kind: 'client', attributes }, async (span) => {
    const result = await client.post(url, headers, message.body);
    if (result.httpStatus !== null) span?.set({ 'http.response.status_code': result.httpStatus });
    if (!result.ok) span?.set({ 'error.type': result.error ?? String(result.httpStatus) });
    return result;
  });
}

const HEADERS = { 'content-type': 'application/json', 'user-agent': 'Tidegate-Webhooks/1' };

function stateAfter(
  result: RequestResult,
  nextPauseSeconds: number | null,
  nowMs: number,
): { status: 'delivered' | 'retrying' | 'failed'; nextAttemptAt: Date | null } {
  if (result.ok) return { status: 'delivered', nextAttemptAt: null };
  if (nextPauseSeconds === null) return { status: 'failed', nextAttemptAt: null };
  return { status: 'retrying', nextAttemptAt: new Date(nowMs + nextPauseSeconds * 1_000) };
}
