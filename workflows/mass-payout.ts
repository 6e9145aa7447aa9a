import { proxyActivities } from '@temporalio/workflow';
import type { MassActivities } from '../activities/mass-payouts/activities.ts';
import { MASS_DEFAULT_WAITS, type MassPayoutAct, nextMassStep } from '../domain/state/mass-payout-waits.ts';
import { type MassPayoutInput, massPayoutChangedSignal } from './messages.ts';
import { databaseWrites, forOperator } from './parts.ts';
import { type Acting, operatorUpdates, runProcess } from './process-run.ts';

export const { retry: retryMassPayout } = operatorUpdates<string>();

interface MassNotes {
  readonly lookedAtMs: number;
}

const database = databaseWrites<MassActivities>;

/**
 * `mass-payout:<id>`: waits for approval and cool-off, creates payouts slice by slice as the signer keeps up, and ends
 * when the counts say so. Its history contains no lines: they are rows, and the workflows of slices or payouts have
 * them signed.
 */
export const massPayoutWorkflow = runProcess<MassPayoutInput, MassPayoutAct, MassNotes, never>({
  name: 'mass_payout',
  signal: massPayoutChangedSignal,
  next: ({ input, notes, ...at }, nowMs) => {
    const checkedAtMs = notes.lookedAtMs ?? at.sinceMs;
    return nextMassStep({ ...at, checkedAtMs, waits: { ...MASS_DEFAULT_WAITS, ...input.waits } }, nowMs);
  },
  acts: {
    open,
    expire_approval: ({ input: { massPayoutId }, message }) => database(message).expireMassApproval({ massPayoutId }),
    recheck: async ({ input: { massPayoutId }, note }) => {
      const snapshot = await database('Read the mass payout again').lookAtMassPayout({ massPayoutId });
      note({ lookedAtMs: Date.now() });
      return snapshot;
    },
  },
  notTries: ['recheck'],
  updates: {
    // Rechecks, or creates payouts, at once.
    retry: {
      write: async ({ by }) => {
        await forOperator<MassActivities, void>(({ mayOperateMass }) => mayOperateMass({ by }));
        return undefined;
      },
      notes: { lookedAtMs: 0 },
    },
  },
  place: () => 'open',
  progress: ({ version }) => version,
  attributes: ({ status, reason }) => ({ Status: status, Reason: reason }),
  details: ({ input: { massPayoutId }, snapshot: { status, lines, done, failed } }, message) => {
    const found = `ParentId = "mass-payout:${massPayoutId}" AND NeedsOperator = true`;
    const counts = `- Status: **${status}**\n- Lines: ${lines}, done ${done}, failed ${failed}`;
    return `${message}\n\n${counts}\n- Find what needs an operator: \`${found}\``;
  },
});

async function open({ input: { massPayoutId }, snapshot, note }: Acting<MassPayoutInput, MassNotes>) {
  const { openSlices } = proxyActivities<MassActivities>({
    startToCloseTimeout: '5 minutes',
    heartbeatTimeout: '1 minute',
    retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
    summary: `Create payouts for up to 2,000 of ${snapshot.waiting} lines`,
  });
  const opened = await openSlices({ massPayoutId });
  note({ trouble: opened.trouble });
  return opened.watch;
}
