import { continueAsNew } from '@temporalio/workflow';
import type { OnboardingActivities } from '../activities/compliance/activities.ts';
import { actorOf, type CaseSnapshot } from '../domain/compliance/case.ts';
import {
  DEFAULT_ONBOARDING_WAITS,
  nextOnboardingStep,
  type OnboardingAct,
  onboardingDetails,
} from '../domain/compliance/onboarding-waits.ts';
import { again } from '../domain/process/backoff.ts';
import { type OnboardingInput, onboardingChangedSignal } from './messages.ts';
import { callProvider } from './onboarding-provider.ts';
import { databaseWrites } from './parts.ts';
import { type Acting, liveProcess, operatorUpdates, type ProcessDefinition } from './process-run.ts';
import type { AttributeValues } from './search-attributes.ts';

export const { retry: retryOnboarding } = operatorUpdates<CaseSnapshot>();

interface ProviderNotes {
  /** When the provider was called last, and how often its results were requested since then. */
  readonly lookedAtMs: number;
  readonly looks: number;
}
type At = Acting<OnboardingInput, ProviderNotes>;

const database = databaseWrites<OnboardingActivities>;

/**
 * A merchant's way to production, and in a run of its own the monitoring afterwards. The case in the database has the
 * state; this workflow waits, sends reminders, ends unfinished cases and calls the provider. It ends when the merchant
 * is refused, the case expires or the account is deleted; resuming the case starts a new run.
 */
export async function onboardingWorkflow({ carried, ...input }: OnboardingInput): Promise<void> {
  const snapshot = await liveProcess(onboarding, carried === undefined ? input : { ...input, carried });
  // Monitoring lasts for years, so it begins with an empty history.
  if (snapshot.status === 'production' && snapshot.ended !== true)
    await continueAsNew<typeof onboardingWorkflow>({ ...input, version: 2, watch: snapshot });
}

const onboarding: ProcessDefinition<OnboardingInput, OnboardingAct, ProviderNotes, never> = {
  name: 'onboarding',
  signal: onboardingChangedSignal,
  next: ({ input, snapshot, notes, ...tried }, nowMs) => {
    if (snapshot.status === 'production' && input.watch.status !== 'production') {
      return { kind: 'end', message: 'In production: monitoring begins.' };
    }
    const { lookedAtMs = 0, looks = 0 } = notes;
    const waits = { ...DEFAULT_ONBOARDING_WAITS, ...input.waits };
    const step = nextOnboardingStep({ snapshot, lookedAtMs, looks, waits }, nowMs);
    return step.kind === 'act' && step.act !== 'look_at_provider' ? again(tried, nowMs, step) : step;
  },
  acts: {
    tell: write('tell'),
    remind: write('remind'),
    remind_staff: write('remind_staff'),
    deadline: write('deadline'),
    ask_provider: async (at) => {
      const snapshot = await callProvider('ask_provider', at.snapshot, at.input);
      at.note({ lookedAtMs: Date.now(), looks: 0 });
      return snapshot ?? write('provider_overdue')(at);
    },
    look_at_provider: async (at) => {
      const snapshot = await callProvider('look_at_provider', at.snapshot, at.input);
      at.note({ lookedAtMs: Date.now(), looks: (at.notes.looks ?? 0) + 1 });
      return snapshot ?? write('provider_overdue')(at);
    },
    provider_overdue: write('provider_overdue'),
    open: write('open'),
    rescreen: write('rescreen'),
    documents_expire: write('documents_expire'),
    period_over: write('period_over'),
  },
  notTries: ['look_at_provider'],
  updates: {
    // Reads the case again and decides at once.
    retry: {
      write: (_command, { input: { caseId } }) => database('Read the case again').readCaseWatch({ caseId }),
      notes: { lookedAtMs: 0, looks: 0 },
    },
  },
  place: () => 'open',
  progress: ({ version }) => version,
  attributes: attributesOf,
  details: ({ snapshot }, message) => onboardingDetails(snapshot, message),
};

function attributesOf({ status, reason, actUntil }: CaseSnapshot): AttributeValues {
  return { Status: status, Reason: reason, NeedsOperator: actorOf(status) === 'staff', ExpiresAt: actUntil };
}

function write(act: OnboardingAct): (at: At) => Promise<CaseSnapshot> {
  return ({ input: { caseId }, snapshot: { version }, message }) =>
    database(message).stepOnboarding({ caseId, version, act });
}
