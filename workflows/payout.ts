import type { PayoutActivities } from '../activities/payouts/activities.ts';
import type { PayoutSnapshot } from '../domain/state/payout-snapshot.ts';
import { DEFAULT_WAITS, nextPayoutStep, type PayoutAct } from '../domain/state/payout-waits.ts';
import { PAYOUT_OUTCOMES, type PayoutInput, type PayoutOutcome, payoutChangedSignal, payoutQuery } from './messages.ts';
import { databaseWrites, forOperator } from './parts.ts';
import { broadcast, bump, type SendingRequest, type SendingResult, sign } from './payout-sending.ts';
import { type Acting, operatorUpdates, type ProcessMoment, runProcess } from './process-run.ts';

export const {
  approve: approvePayout,
  retry: retryPayout,
  resolve: resolvePayout,
} = operatorUpdates<PayoutSnapshot, PayoutOutcome>();

interface PayoutNotes {
  /** An operator wants a higher fee for a transaction that waits for a block or that the node refuses. */
  readonly wanted: boolean;
}

const database = databaseWrites<PayoutActivities>;
const decide = forOperator<PayoutActivities, PayoutSnapshot>;
const step = ({ input: { payoutId }, snapshot: { version } }: ProcessMoment<PayoutInput, PayoutNotes>) => ({
  payoutId,
  version,
});

/**
 * The life of one payout or refund: waits for approval, cool-off, signer, node and confirmations, as
 * `domain/state/payout-waits.ts` decides. Ends when the payout is done, canceled, or in error with its money returned;
 * a later event, such as a reorganization, starts a new run.
 */
export const payoutWorkflow = runProcess<PayoutInput, PayoutAct, PayoutNotes, PayoutOutcome>({
  name: payoutQuery,
  signal: payoutChangedSignal,
  next: ({ input, notes, ...at }, nowMs) => {
    const isRetryRequested = notes.wanted === true && at.snapshot.mayBePaid;
    return nextPayoutStep({ ...at, isRetryRequested, waits: { ...DEFAULT_WAITS, ...input.waits } }, nowMs);
  },
  acts: {
    expire_approval: (at) => database(at.message).expireApproval(step(at)),
    enqueue: (at) => database(at.message).enqueuePayout(step(at)),
    overdue: (at) => database(at.message).overduePayout(step(at)),
    remind: (at) => database(at.message).remindPayout(step(at)),
    sign: (at) => ask(at, sign),
    broadcast: (at) => ask(at, (request) => broadcast(request, true)),
    bump: (at) => {
      at.note({ wanted: false });
      return ask(at, bump);
    },
  },
  updates: {
    approve: {
      refusal: ({ input: { kind }, snapshot: { status } }) =>
        status === 'new' ? null : `the ${kind} is ${status}, not new`,
      write: (command, { input: { payoutId } }) =>
        decide(({ approvePayout }) => approvePayout({ ...command, payoutId })),
    },
    retry: {
      write: (command, { input: { payoutId } }) => decide(({ retryPayout }) => retryPayout({ ...command, payoutId })),
      notes: { wanted: true },
    },
    resolve: {
      outcomes: PAYOUT_OUTCOMES,
      refusal: ({ input: { kind }, snapshot }) =>
        snapshot.needsOperator ? null : `the ${kind} does not wait for an operator`,
      write: (command, { input: { payoutId } }) =>
        decide(({ resolvePayout }) => resolvePayout({ ...command, payoutId })),
    },
  },
  place: ({ status, mayBePaid }) => `${status}:${mayBePaid}`,
  attributes: ({ status, reason, needsOperator, txid }) => ({
    Status: status,
    Reason: reason,
    NeedsOperator: needsOperator,
    ...(txid === null ? {} : { TxId: txid }),
  }),
  details: ({ input: { gateId, network, mode }, snapshot: { status, txid, needsOperator } }, message) => {
    const paid = txid === null ? '' : `\n- Transaction: ${txid}`;
    const updates = `${UPDATES}${status === 'confirming' ? RAISES : ''}`;
    const act = needsOperator ? `\n- **An operator must act:** ${updates}` : '';
    return `${message}\n\n- Status: **${status}**\n- Asset: ${gateId} on ${network}, ${mode}${paid}${act}`;
  },
});

/** Calls signer or node, which may be away: the row has the outcome, and any problem is noted. */
async function ask(at: Acting<PayoutInput, PayoutNotes>, how: (request: SendingRequest) => Promise<SendingResult>) {
  const { payoutId, network } = at.input;
  const once = at.notes.wanted === true;
  const { trouble, watch } = await how({ payoutId, network, summary: at.message, once, isOver: at.isOver });
  at.note({ trouble });
  return watch ?? database('Read the payout again').readPayoutWatch({ payoutId });
}

const UPDATES = 'send the update `retry` to try at once, or `resolve` to end it by what the chain shows';
const RAISES = '; `retry` also raises the fee if the transaction is not in a block yet';
