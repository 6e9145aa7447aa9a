import { inTransaction, type Tx } from '../../db/core/sequelize.ts';
import { type OutgoingDelivery, openKeysOf, recordAttempts } from '../../db/webhooks/deliveries.ts';
import { isAboutMoney } from '../../domain/webhooks/about-money.ts';
import { inSpan } from '../../tracing/spans.ts';
import { writeMessages } from './formats.ts';
import type { RequestResult } from './guarded-request.ts';
import type { WebhookMessage } from './message.ts';
import type { WebhookSender } from './sender.ts';
import type { SlotWait } from './slots.ts';

export interface AttemptOptions {
  /** How long to wait for the object's turn and for a free slot of the receiver; null for no wait. */
  readonly slotWait: SlotWait | null;
  /** The pause before the next attempt if this one fails; null if it is the last. */
  readonly nextPauseSeconds: number | null;
  /** Runs in the transaction that records a failed attempt. */
  readonly onFailure?: (tx: Tx) => Promise<void>;
}

export interface AttemptOutcome {
  /** `busy`: nothing was sent, because too many requests to this receiver, or one about the same object, are open. */
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
  const keys = openKeysOf(sender.box, delivery);
  const free = await takeTurn(sender, delivery, options.slotWait);
  if (free === null) return { outcome: 'busy', detail: 'too many requests to this receiver are under way' };
  let result: RequestResult;
  try {
    const messages = writeMessages(delivery, { keys, timestampSeconds: Math.floor(sender.nowMs() / 1000) });
    result = await postAll(sender, delivery, messages);
  } finally {
    free();
  }
  const record = { eventId: delivery.id, ...result, ...stateAfter(result, options.nextPauseSeconds, sender.nowMs()) };
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
 * Within this process, one message about an object at a time, then a slot of the receiver. Shops lock nothing
 * meanwhile: WooCommerce takes an order's goods off the stock twice when *processing* and *settled* overlap.
 */
async function takeTurn(
  { turns, slots }: WebhookSender,
  { subjectId, endpointId, url, type }: OutgoingDelivery,
  wait: SlotWait | null,
): Promise<(() => void) | null> {
  const endTurn = await turns.take(`${subjectId} ${endpointId ?? url}`, wait);
  if (endTurn === null) return null;
  const freeSlot = await slots.take(originOf(url), wait, isAboutMoney(type) ? 'first' : 'later');
  if (freeSlot === null) {
    endTurn();
    return null;
  }
  return () => {
    freeSlot();
    endTurn();
  };
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}

/** One after the other; the first that fails is the result, and a later attempt posts all of them again. */
async function postAll(
  sender: WebhookSender,
  delivery: OutgoingDelivery,
  messages: readonly WebhookMessage[],
): Promise<RequestResult> {
  let result: RequestResult = { ...NOT_SENT, startedAt: new Date(sender.nowMs()) };
  for (const message of messages) {
    result = await post(sender, delivery, message);
    if (!result.ok) break;
  }
  return result;
}

const NOT_SENT = {
  ok: true,
  durationMs: 0,
  httpStatus: null,
  error: null,
  answer: 'Nothing was sent: the format of the endpoint has no message for this event.',
} as const;

/**
 * Receivers get no `traceparent`: it would tell them what of our work for others belongs together, and whether we look
 * at it. They and we know the message by its id.
 */
function post(
  { client }: WebhookSender,
  { eventId, url }: OutgoingDelivery,
  { headers, body }: WebhookMessage,
): Promise<RequestResult> {
  const attributes = { 'http.request.method': 'POST', 'messaging.message.id': eventId };
  return inSpan({ name: 'send webhook', kind: 'client', attributes }, async (span) => {
    const result = await client.post(url, { ...HEADERS, ...headers }, body);
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
