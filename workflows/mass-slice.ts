import { patched } from '@temporalio/workflow';
import type { MassActivities } from '../activities/mass-payouts/activities.ts';
import {
  type MassSliceAct,
  type MassSliceSnapshot,
  nextSliceStep,
  UNKNOWN_SLICE,
} from '../domain/state/mass-slice-waits.ts';
import { DEFAULT_WAITS } from '../domain/state/payout-waits.ts';
import { type MassSliceInput, massSliceNudgedSignal, type ProcessInput } from './messages.ts';
import { databaseWrites, forOperator } from './parts.ts';
import { broadcast, signAll } from './payout-sending.ts';
import { type Acting, liveProcess, operatorUpdates, type ProcessDefinition } from './process-run.ts';

export const { retry: retryMassSlice } = operatorUpdates<string>();

type SliceRun = MassSliceInput & ProcessInput<MassSliceSnapshot>;

const database = databaseWrites<MassActivities>;

/**
 * `mass-payout:<id>:<slice>`: has up to 200 lines signed and sent as one transaction, on chains that allow it. The
 * database knows what is left to do, so nothing is signed twice; only lines in the transaction are marked as signed
 * (hazard 53). Ends when every line was sent or has ended; the follower takes over from there.
 */
export async function massSliceWorkflow(input: MassSliceInput): Promise<void> {
  await liveProcess(slice, { ...input, watch: input.watch ?? UNKNOWN_SLICE });
}

const slice: ProcessDefinition<SliceRun, MassSliceAct, object, never> = {
  name: 'mass_slice',
  signal: massSliceNudgedSignal,
  next: ({ input: { waits }, ...at }, nowMs) => {
    const signingMs = waits?.signingMs ?? DEFAULT_WAITS.signingMs;
    return nextSliceStep({ ...at, signingMs, mayAsk: () => patched('slice-asks-operator') }, nowMs);
  },
  acts: {
    send,
    ask_operator: (at) => updateAlert(at, at.message),
    clear_operator_request: (at) => updateAlert(at, null),
  },
  updates: {
    retry: {
      write: async ({ by, note, maxFee }, { input: { massPayoutId, slice } }) => {
        await forOperator<MassActivities, void>(({ mayOperateMass, raiseSliceFee }) =>
          maxFee === undefined ? mayOperateMass({ by }) : raiseSliceFee({ massPayoutId, slice, maxFee, by, note }),
        );
        return undefined;
      },
    },
  },
  place: () => 'open',
  progress: ({ successes }) => successes,
  attributes: ({ asked }) => ({ NeedsOperator: asked }),
  details: (_at, message) => message,
};

/** Has all lines signed at once and sends each transaction; notes what went wrong. */
async function send({ input, snapshot, note }: Acting<SliceRun, object>): Promise<MassSliceSnapshot> {
  const { massPayoutId, slice, network } = input;
  const { unsigned, unsent } = await database(`Find what is left to do of slice ${slice}`).sliceWork({
    massPayoutId,
    slice,
  });
  const known = { ...snapshot, version: snapshot.version + 1, unsigned: unsigned.length, unsent: unsent.length };
  if (unsigned.length + unsent.length === 0) return { ...known, isSent: true, keptSinceMs: null };
  const summary = `${unsigned.length} lines to sign, ${unsent.length} transactions to send.`;
  const troubles: (string | null)[] = [];
  if (unsigned.length > 0) troubles.push((await signAll({ payoutIds: unsigned, summary })).trouble);
  for (const payoutId of unsent) {
    const request = { payoutId, network, summary, once: false, isOver: () => false };
    troubles.push((await broadcast(request, false)).trouble);
  }
  const trouble = troubles.find((message) => message !== null) ?? null;
  note({ trouble });
  if (trouble === null) return { ...known, successes: snapshot.successes + 1, keptSinceMs: null };
  return { ...known, keptSinceMs: snapshot.keptSinceMs ?? Date.now() };
}

/** Opens or resolves one alert for all lines, which stay together in their transaction. */
async function updateAlert(
  { input, snapshot }: Acting<SliceRun, object>,
  trouble: string | null,
): Promise<MassSliceSnapshot> {
  const { massPayoutId, slice } = input;
  await database(`Tell operators why slice ${slice} waits`).tellSliceOperators({ massPayoutId, slice, trouble });
  return { ...snapshot, version: snapshot.version + 1, asked: trouble !== null };
}
