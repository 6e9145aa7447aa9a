import type { WebhookAttempt, WebhookDelivery } from '../../contract/webhooks.ts';
import { t, translateOr } from '../i18n/translate.ts';
import type { Tone } from '../look/colours.ts';
import type { IconName } from '../look/icon-paths.ts';

/** One line of the log: an attempt, or a delivery that has none yet. The newest of a delivery can be sent again. */
export interface AttemptLine {
  readonly key: string;
  readonly delivery: WebhookDelivery;
  readonly attempt: WebhookAttempt | null;
  readonly at: string;
  readonly newest: boolean;
}

/** All attempts of all deliveries, newest first. */
export function attemptLines(deliveries: readonly WebhookDelivery[]): AttemptLine[] {
  return deliveries.flatMap(linesOf).sort((a, b) => b.at.localeCompare(a.at));
}

function linesOf(delivery: WebhookDelivery): AttemptLine[] {
  if (delivery.attempts.length === 0) {
    return [{ key: delivery.id, delivery, attempt: null, at: delivery.created_at, newest: true }];
  }
  const last = Math.max(...delivery.attempts.map(({ attempt }) => attempt));
  return delivery.attempts.map((attempt) => ({
    key: `${delivery.id}:${attempt.attempt}`,
    delivery,
    attempt,
    at: attempt.started_at,
    newest: attempt.attempt === last,
  }));
}

export interface AnswerLook {
  readonly tone: Tone;
  readonly icon: IconName;
  readonly text: string;
}

/** How an attempt ended. Any 2xx in time is a success; everything else is tried again. */
export function answerOf(attempt: WebhookAttempt | null): AnswerLook {
  if (attempt === null) return { tone: 'neutral', icon: 'clock', text: t('webhooks.waiting') };
  const { http_status: status, error } = attempt;
  if (status !== null && status >= 200 && status < 300 && error === null) {
    return { tone: 'success', icon: 'checkCircle', text: String(status) };
  }
  const text = error ? translateOr(`webhooks.error.${error}`, error) : String(status ?? t('webhooks.waiting'));
  return { tone: 'error', icon: 'crossCircle', text };
}
