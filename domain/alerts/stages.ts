import { ALERT_KINDS, type AlertKind, type Severity } from './kinds.ts';
import type { AlertChannel } from './settings.ts';

/** The content of a notice about its alert. Each is sent at most once per channel, in this order. */
export const ALERT_STAGES = [
  'raised',
  'escalated_1',
  'escalated_2',
  'escalated_3',
  'acknowledged',
  'resolved',
] as const;

export type AlertStage = (typeof ALERT_STAGES)[number];

/** The severity of a kind that a row names; one that only a newer version knows is treated as critical. */
export function severityOf(kind: string): Severity {
  return isAlertKind(kind) ? ALERT_KINDS[kind].severity : 'critical';
}

/** The name of a kind in mails and lists. */
export function titleOf(kind: string): string {
  return isAlertKind(kind) ? ALERT_KINDS[kind].title : kind;
}

/** True if only a person can say that the cause of a kind is over. An unknown kind closes by itself. */
export function isClosedByPerson(kind: string): boolean {
  return isAlertKind(kind) && 'closedBy' in ALERT_KINDS[kind];
}

/** True if the messages of a kind may only be read by staff. An unknown kind is treated so. */
export function isConfidential(kind: string): boolean {
  return !isAlertKind(kind) || 'isConfidential' in ALERT_KINDS[kind];
}

/** Where an alert goes when it is raised. PagerDuty wakes people, so it gets critical ones only. */
export function firstChannelsOf(severity: Severity): readonly AlertChannel[] {
  switch (severity) {
    case 'critical':
      return ['mail', 'webhook', 'pagerduty'];
    case 'warning':
    case 'info':
      return ['mail', 'webhook'];
    default:
      return severity satisfies never;
  }
}

/** A step of the escalation of an alert that nobody acknowledged, to all channels. */
interface Escalation {
  readonly stage: AlertStage;
  readonly afterMinutes: number;
}

/**
 * Critical alerts escalate three times, after one, two and four times the minutes that operators set; warnings once,
 * after eight times as long, which also brings them to PagerDuty; the rest never.
 */
export function escalationsOf(severity: Severity, minutes: number): readonly Escalation[] {
  switch (severity) {
    case 'critical':
      return [
        { stage: 'escalated_1', afterMinutes: minutes },
        { stage: 'escalated_2', afterMinutes: 2 * minutes },
        { stage: 'escalated_3', afterMinutes: 4 * minutes },
      ];
    case 'warning':
      return [{ stage: 'escalated_1', afterMinutes: 8 * minutes }];
    case 'info':
      return [];
    default:
      return severity satisfies never;
  }
}

/** True for a stage that asks somebody to act; the others tell what was done. */
export function isCall(stage: AlertStage): boolean {
  return stage !== 'acknowledged' && stage !== 'resolved';
}

function isAlertKind(kind: string): kind is AlertKind {
  return Object.hasOwn(ALERT_KINDS, kind);
}
