import { ApplicationFailure } from '@temporalio/activity';
import { giveUpDelivery } from '../../db/webhooks/deliveries.ts';
import { isDomainError } from '../../domain/errors.ts';
import { type AttemptOutcome, deliver } from './deliver.ts';
import type { WebhookSender } from './sender.ts';

export interface AttemptWebhookInput {
  /** Of the delivery: its event, or to an endpoint an id of its own. */
  readonly eventId: string;
  /** When the next attempt is planned should this one fail; null: it is the last. */
  readonly nextPauseSeconds: number | null;
}

export type WebhookActivities = ReturnType<typeof createWebhookActivities>;

/** The activities of a webhook's workflow. */
export function createWebhookActivities(sender: WebhookSender) {
  return {
    /** One attempt, unless the event was delivered meanwhile (by hand, or by an attempt whose outcome was lost). */
    async attemptWebhook({ eventId, nextPauseSeconds }: AttemptWebhookInput): Promise<AttemptOutcome> {
      try {
        const [delivery] = await sender.openings.add({ eventId, url: null });
        if (delivery === undefined) {
          await giveUpDelivery(sender.db, eventId);
          throw ApplicationFailure.nonRetryable('The event is gone, or its endpoint takes no more.', 'not_found');
        }
        if (delivery.status === 'delivered') return { outcome: 'delivered', detail: 'delivered before' };
        return await deliver(sender, delivery, { slotWait: null, nextPauseSeconds });
      } catch (error) {
        if (isDomainError(error)) throw ApplicationFailure.nonRetryable(error.message, error.code);
        throw error;
      }
    },

    /** Says that no further attempt follows, where the last one never got a slot. */
    async giveUpWebhook({ eventId }: { readonly eventId: string }): Promise<void> {
      await giveUpDelivery(sender.db, eventId);
    },
  };
}
