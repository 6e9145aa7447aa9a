import { firstDue, type NextStep } from '../process/waits.ts';
import { type Actor, actorOf, type CaseSnapshot, type CaseStatus } from './case.ts';
import { RENEWAL_NOTICE_MS } from './times.ts';

/** Short database writes, but for `ask_provider` and `look_at_provider`, which call the verification provider. */
export const ONBOARDING_ACTS = [
  'tell',
  'remind',
  'remind_staff',
  'deadline',
  'ask_provider',
  'look_at_provider',
  'provider_overdue',
  'open',
  'rescreen',
  'documents_expire',
  'period_over',
] as const;
export type OnboardingAct = (typeof ONBOARDING_ACTS)[number];

/** Durations the workflow works with; tests shorten them. Milliseconds. */
export interface OnboardingWaits {
  /** How often the merchant is reminded of what to do. */
  readonly reminderMs: number;
  /** How often staff are reminded of a case that waits for them. */
  readonly staffReminderMs: number;
  /**
   * The first pause before the provider is asked because its webhook did not come; each further one is twice as long,
   * an hour at most.
   */
  readonly lookMs: number;
}

export const DEFAULT_ONBOARDING_WAITS: OnboardingWaits = {
  reminderMs: 7 * 86_400_000,
  staffReminderMs: 86_400_000,
  lookMs: 60_000,
};

export interface OnboardingMoment {
  readonly snapshot: CaseSnapshot;
  /**
   * When the provider was last asked, as far as this run knows, and how often it was since the case is being checked.
   */
  readonly lookedAtMs: number;
  readonly looks: number;
  readonly waits: OnboardingWaits;
}

/** Decides the next step. Pure; every wait it asks for has an end. */
export function nextOnboardingStep(
  { snapshot, lookedAtMs, looks, waits }: OnboardingMoment,
  nowMs: number,
): NextStep<OnboardingAct> {
  const message = MESSAGES[snapshot.status](snapshot);
  const sinceMs = Date.parse(snapshot.since);
  const untilMs = timeOf(snapshot.actUntil);
  // The words of an approval are sent together with opening production.
  if (snapshot.untold && snapshot.status !== 'approved') return { kind: 'act', act: 'tell', message };
  // Before anything else, also where the relationship has ended: the merchant's money may still be here. Production
  // opens first.
  if (snapshot.screeningRequested === true && snapshot.status !== 'approved')
    return { kind: 'act', act: 'rescreen', message };
  if (snapshot.ended === true) return { kind: 'end', message: endOf(snapshot, message) };
  switch (snapshot.status) {
    case 'integrating':
    case 'business':
    case 'personal':
    case 'more_requested':
    case 'renewal':
    case 'suspended':
      return firstDue(nowMs, message, [
        [untilMs, 'deadline'],
        [sinceMs + waits.reminderMs * (snapshot.reminders + 1), 'remind'],
      ]);
    case 'checking':
      if (!snapshot.checksAsked) return { kind: 'act', act: 'ask_provider', message };
      return firstDue(nowMs, message, [
        [untilMs, 'provider_overdue'],
        [Math.max(lookedAtMs, sinceMs) + Math.min(waits.lookMs * 2 ** looks, LONGEST_LOOK_MS), 'look_at_provider'],
      ]);
    case 'review':
    case 'rechecking':
      if (snapshot.checksDue === true) return { kind: 'act', act: 'ask_provider', message };
      return firstDue(nowMs, message, [[sinceMs + waits.staffReminderMs * (snapshot.reminders + 1), 'remind_staff']]);
    case 'approved':
      return { kind: 'act', act: 'open', message };
    case 'production':
      return firstDue(nowMs, message, [
        [timeOf(snapshot.nextScreeningAt), 'rescreen'],
        [timeOf(snapshot.documentsExpireAt) - RENEWAL_NOTICE_MS, 'documents_expire'],
        [timeOf(snapshot.monitoredUntil), 'period_over'],
      ]);
    case 'declined':
    case 'expired':
      return { kind: 'end', message };
    default:
      return snapshot.status satisfies never;
  }
}

function endOf({ status }: CaseSnapshot, message: string): string {
  return status === 'declined' || status === 'expired' ? message : 'Ended: the account was deleted.';
}

const LONGEST_LOOK_MS = 3_600_000;

function timeOf(iso: string | null): number {
  return iso === null ? Number.POSITIVE_INFINITY : Date.parse(iso);
}

const MESSAGES: Readonly<Record<CaseStatus, (snapshot: CaseSnapshot) => string>> = {
  integrating: () => 'Waiting for the merchant to pay a test invoice in the sandbox or to skip the test.',
  business: () => 'Waiting for the merchant to describe the business and submit its documents.',
  personal: () => 'Waiting for the merchant to name owners and representatives and submit their documents.',
  checking: ({ checksAsked }) =>
    checksAsked
      ? 'The verification provider is checking the submission. Waiting for its webhook and polling from time to time.'
      : 'Sending the submission to the verification provider.',
  review: ({ approvals, reason }) => `Waiting for the compliance team${because(reason)}. ${approvalWords(approvals)}`,
  more_requested: ({ reason }) =>
    `The team requested more information${because(reason)}. Waiting for the merchant's answer.`,
  approved: () => 'Approved. Notifying the merchant and opening production mode.',
  production: ({ nextScreeningAt, monitoredUntil }) =>
    `In production and monitored. Next screening: ${day(nextScreeningAt)}; ` +
    `next review by the team: ${day(monitoredUntil)}.`,
  renewal: ({ reason }) =>
    `In production. Newer documents were requested${because(reason)}; without them, production mode closes.`,
  rechecking: ({ approvals, reason }) =>
    `In production. Waiting for the compliance team's review${because(reason)}. ${approvalWords(approvals)}`,
  suspended: () =>
    'Production mode is closed because the requested information did not arrive. Waiting for the merchant.',
  declined: ({ reason }) => `Ended: the merchant was declined${because(reason)}.`,
  expired: ({ reason }) => `Ended: the merchant did not respond in time${because(reason)}. The merchant can resume it.`,
};

const ACTOR_WORDS: Readonly<Record<Actor, string>> = {
  merchant: 'the merchant',
  staff: 'the compliance team',
  provider: 'the verification provider',
  nobody: 'nobody',
};

/** The merchant's position, who must act, and until when: the details of the workflow in the Web UI, as Markdown. */
export function onboardingDetails(snapshot: CaseSnapshot, message: string): string {
  const actor = ACTOR_WORDS[actorOf(snapshot.status)];
  return [
    message,
    '',
    `- Status: **${snapshot.status}** since ${day(snapshot.since)}`,
    `- Waiting for: **${actor}**`,
    `- Until: ${snapshot.actUntil === null ? 'no deadline' : day(snapshot.actUntil)}`,
    ...(snapshot.reminders > 0 ? [`- Reminders sent: ${snapshot.reminders}`] : []),
  ].join('\n');
}

function approvalWords(approvals: readonly string[]): string {
  if (approvals.length === 0) return 'No approvals yet; two people with different roles are required.';
  return `Approved by: ${approvals.join(', ').replaceAll('_', ' ')}; one more with another role is required.`;
}

function because(reason: string | null): string {
  return reason === null ? '' : ` (${reason.replaceAll('_', ' ')})`;
}

function day(iso: string | null): string {
  return iso === null ? 'no date' : `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}
