import type { BusHandler, BusMessage } from '../../db/bus/port.ts';
import { enqueue } from '../../db/core/outbox.ts';
import { inTransaction } from '../../db/core/sequelize.ts';
import { type RedeliverPayload, WEBHOOK_REDELIVER, WEBHOOK_TEST } from '../../db/webhooks/commands.ts';
import {
  keepDelivery,
  type OutgoingDelivery,
  postponeDelivery,
  type RequestedDelivery,
} from '../../db/webhooks/deliveries.ts';
import { webhookStart } from '../../db/webhooks/workflow.ts';
import { WEBHOOK_PAUSES_SECONDS } from '../../domain/webhooks/pauses.ts';
import { deliver } from './deliver.ts';
import type { WebhookSender } from './sender.ts';

/** The consumer's queue and what it subscribes to. */
export const WEBHOOK_QUEUE = 'webhooks';
export const WEBHOOK_TOPICS = ['event.#', 'webhook.#'] as const;

/**
 * Sends a public event to everybody who wants it: the first attempt at once, further ones by a workflow for each
 * delivery that fails. One whose receiver has too many open requests comes again a few times before it gets a workflow,
 * which costs ten times as much: in a burst, that work would keep the others waiting. Done once all were handed over,
 * so repeated messages are harmless.
 */
export function onPublicEvent(sender: WebhookSender): BusHandler {
  return async (message) => {
    const request = readMessage(message);
    const deliveries = await sender.openings.add(request);
    // Not pending: delivered already, or a workflow has it.
    const pending = deliveries.filter(({ status }) => status === 'pending');
    const outcomes = await Promise.allSettled(pending.map((each) => attemptFirst(sender, each, request)));
    // The message comes again, for those that could not be recorded.
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  };
}

async function attemptFirst(
  sender: WebhookSender,
  delivery: OutgoingDelivery,
  { isTest, found }: DeliveryRequest,
): Promise<void> {
  const { outcome } = await deliver(sender, delivery, {
    slotWait: SLOT_WAIT,
    // A test is about the present; a late delivery would be useless.
    nextPauseSeconds: isTest ? null : (WEBHOOK_PAUSES_SECONDS[0] ?? null),
    ...(isTest ? {} : { onFailure: (tx) => enqueue(tx, [webhookStart(delivery, { attemptAtOnce: false })]) }),
  });
  if (outcome !== 'busy') return;
  const delayMs = isTest ? undefined : BUSY_PAUSES_MS[found ?? 0];
  await inTransaction(sender.db, async (tx) => {
    if (delayMs !== undefined) {
      if (!(await keepDelivery(tx, delivery.id, { delayMs, isFirst: found === undefined }))) return;
      const payload: RedeliverPayload = {
        eventId: delivery.id,
        profileId: delivery.profileId,
        found: (found ?? 0) + 1,
      };
      return enqueue(tx, [{ topic: WEBHOOK_REDELIVER, payload, delayMs }]);
    }
    await postponeDelivery(tx, delivery.id);
    await enqueue(tx, [webhookStart(delivery, { attemptAtOnce: true })]);
  });
}

/** After each time that a receiver was found busy. A burst of a thousand webhooks to one shop is over by then. */
const BUSY_PAUSES_MS = [250, 1_000, 4_000, 15_000];

/** A quarter of a second is longer than a receiver in good health takes, and shorter than anyone notices. */
const SLOT_WAIT = { stalledMs: 250, totalMs: 2_000 };

interface DeliveryRequest extends RequestedDelivery {
  readonly isTest: boolean;
  /** How often its receiver was found busy; undefined for an event, zero if it is sent again by hand. */
  readonly found?: number;
}

/** An event carries its own id; the commands name the delivery they are about. */
function readMessage({ eventId, topic, payload }: BusMessage): DeliveryRequest {
  const isTest = topic === WEBHOOK_TEST;
  if (!isTest && topic !== WEBHOOK_REDELIVER) return { eventId, url: null, everywhere: true, isTest };
  const fields = new Map(Object.entries(Object(payload)));
  const named = fields.get('eventId');
  const url = fields.get('url');
  if (typeof named !== 'string') throw new Error(`A message of ${topic} names no event.`);
  const found = Number(fields.get('found') ?? 0);
  return { eventId: named, url: typeof url === 'string' ? url : null, isTest, found };
}
