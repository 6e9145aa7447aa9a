import type { PlannedAlert } from './plan.ts';
import { endOfQuietHours } from './quiet-hours.ts';
import type { AlertChannel, AlertSettings } from './settings.ts';
import { type AlertStage, isCall, severityOf } from './stages.ts';

/** A channel sends this many alerts of a kind within an hour; more wait, because a flood hides what matters. */
const MOST_OF_KIND_PER_HOUR = 20;

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
/** After this long nobody waits for the news any more; the alert itself stays open. */
const GIVE_UP_MS = 72 * 60 * MINUTE_MS;

/** A notice that is due, with its alert. */
export interface DueNotice extends Pick<PlannedAlert, 'kind' | 'subject' | 'acknowledgedAt' | 'resolvedAt'> {
  readonly channel: AlertChannel;
  readonly stage: AlertStage;
  readonly attempts: number;
  readonly createdAt: Date;
}

export type Verdict =
  | { readonly act: 'send' }
  | { readonly act: 'wait'; readonly until: Date; readonly reason: string }
  | { readonly act: 'drop'; readonly reason: string };

/**
 * Decides what becomes of a notice that is due: calls for help are dropped once nobody needs to come, what is not
 * critical waits for the end of quiet hours, and a flood of one kind is spread over hours.
 * @param sentThisHour calls about alerts of this kind that the channel took within the last hour
 */
export function judgeNotice(
  notice: DueNotice,
  { settings, sentThisHour, nowMs }: { settings: AlertSettings; sentThisHour: number; nowMs: number },
): Verdict {
  const { kind, subject, channel, stage } = notice;
  if (kind === 'alert_undelivered' && subject === channel) return drop('it is about this channel');
  if (isCall(stage) && notice.resolvedAt !== null) return drop('the alert was resolved before');
  if (isCall(stage) && notice.acknowledgedAt !== null) return drop('the alert was acknowledged before');
  if (stage === 'acknowledged' && notice.resolvedAt !== null) return drop('the alert was resolved before');
  if (nowMs - notice.createdAt.getTime() > GIVE_UP_MS) return drop('it was not delivered for 72 hours');
  const quietUntilMs = wakesNobody(notice) ? null : endOfQuietHours(settings, nowMs);
  if (quietUntilMs !== null) return { act: 'wait', until: new Date(quietUntilMs), reason: 'quiet hours' };
  if (isCall(stage) && notice.attempts === 0 && sentThisHour >= MOST_OF_KIND_PER_HOUR) {
    const reason = `${MOST_OF_KIND_PER_HOUR} alerts of this kind were sent within the hour`;
    return { act: 'wait', until: new Date(nowMs + 5 * MINUTE_MS), reason };
  }
  return { act: 'send' };
}

/**
 * The pause after a failed attempt in milliseconds: 5 s, doubling up to 10 minutes, with up to a quarter of jitter.
 * @param attempts how many there were, the failed one included
 */
export function pauseAfter(attempts: number, jitter: number): number {
  const backoff = Math.min(10 * MINUTE_MS, 5 * SECOND_MS * 2 ** Math.min(Math.max(attempts - 1, 0), 20));
  return backoff * (1 + jitter / 4);
}

/** Critical alerts come at any hour, and programs do not sleep: only mails and calls of people wait. */
function wakesNobody({ kind, stage, channel }: DueNotice): boolean {
  return severityOf(kind) === 'critical' || (!isCall(stage) && channel !== 'mail');
}

function drop(reason: string): Verdict {
  return { act: 'drop', reason };
}
