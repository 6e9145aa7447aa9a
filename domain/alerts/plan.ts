import { type AlertChannel, type AlertSettings, channelsOf } from './settings.ts';
import { type AlertStage, escalationsOf, firstChannelsOf, isCall, severityOf } from './stages.ts';

const MINUTE_MS = 60_000;
/** An open alert is looked at again at least this often, whatever else is due. */
const LOOK_AGAIN_MS = 10 * MINUTE_MS;

/** An alert as its plan depends on it. */
export interface PlannedAlert {
  readonly kind: string;
  readonly subject: string;
  readonly createdAt: Date;
  readonly acknowledgedAt: Date | null;
  readonly resolvedAt: Date | null;
}

/** A notice of the alert that exists, or is to be added. */
export interface PlannedNotice {
  readonly channel: AlertChannel;
  readonly stage: AlertStage;
}

/** A notice that may have reached its channel: it was tried, and an attempt without an answer may have arrived. */
export interface KnownNotice extends PlannedNotice {
  readonly mayHaveArrived: boolean;
}

export interface AlertPlan {
  readonly add: readonly PlannedNotice[];
  /** When to plan again; null when nothing more can be due. */
  readonly nextAt: Date | null;
}

/**
 * Decides which notices of an alert are due now and do not exist yet. An alert that nobody acknowledged escalates;
 * channels that may know of it hear that it was acknowledged or resolved. After a pause only the latest step of the
 * escalation is due.
 */
export function planNotices(
  alert: PlannedAlert,
  { known, settings, nowMs }: { known: readonly KnownNotice[]; settings: AlertSettings; nowMs: number },
): AlertPlan {
  const channels = channelsOf(settings).filter((channel) => mayTell(alert, channel));
  const isNew = ({ channel, stage }: PlannedNotice) =>
    !known.some((each) => each.channel === channel && each.stage === stage);
  const told = channels.filter((channel) =>
    known.some((each) => each.channel === channel && isCall(each.stage) && each.mayHaveArrived),
  );
  if (alert.resolvedAt !== null) {
    return { add: to(told, 'resolved').filter(isNew), nextAt: null };
  }
  const again = new Date(nowMs + LOOK_AGAIN_MS);
  if (alert.acknowledgedAt !== null) {
    // An acknowledgement is not mailed: the person who gave it is at work.
    const listeners = told.filter((channel) => channel !== 'mail');
    return { add: to(listeners, 'acknowledged').filter(isNew), nextAt: again };
  }
  const severity = severityOf(alert.kind);
  const first = to(
    firstChannelsOf(severity).filter((channel) => channels.includes(channel)),
    'raised',
  );
  const steps = escalationsOf(severity, settings.escalationMinutes).map(({ stage, afterMinutes }) => ({
    stage,
    atMs: alert.createdAt.getTime() + afterMinutes * MINUTE_MS,
  }));
  const due = steps.findLast(({ atMs }) => atMs <= nowMs);
  const next = steps.find(({ atMs }) => atMs > nowMs);
  const add = [...first, ...(due === undefined ? [] : to(channels, due.stage))].filter(isNew);
  return { add, nextAt: new Date(Math.min(next?.atMs ?? Number.POSITIVE_INFINITY, again.getTime())) };
}

/** The alert that a channel fails is sent by the other channels only, so that it never feeds itself. */
function mayTell({ kind, subject }: Pick<PlannedAlert, 'kind' | 'subject'>, channel: AlertChannel): boolean {
  return kind !== 'alert_undelivered' || subject !== channel;
}

function to(channels: readonly AlertChannel[], stage: AlertStage): PlannedNotice[] {
  return channels.map((channel) => ({ channel, stage }));
}
