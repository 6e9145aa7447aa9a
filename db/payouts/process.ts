import { NETWORKS } from '../../domain/assets/assets.ts';
import { batchesLines } from '../../domain/mass-payouts/batch.ts';
import type { PayoutRow } from '../../domain/payouts/record.ts';
import { nextPayout, type PayoutOutcome } from '../../domain/state/payout.ts';
import type { PayoutEvent, PayoutEventType } from '../../domain/state/payout-event.ts';
import type { PayoutSnapshot } from '../../domain/state/payout-snapshot.ts';
import { payoutSnapshotOf } from '../../domain/state/payout-snapshot.ts';
import { operatorAlerts } from '../alerts/operator-alerts.ts';
import { objectChanged } from '../core/live.ts';
import type { Tx } from '../core/sequelize.ts';
import { outflowAfter } from '../outflows/after.ts';
import { endHolds } from '../outflows/holds.ts';
import { returnPaidOut } from '../outflows/returns.ts';
import { type Change, type Decided, defineProcess, hasEffect } from '../process/define.ts';
import { guard, moment } from '../process/reactions.ts';
import { payoutEvent, payoutRun } from './publish.ts';
import { lockPayouts } from './read.ts';
import { payoutsTable } from './rows.ts';

export interface PayoutKind {
  readonly row: PayoutRow;
  readonly facts: { readonly row: PayoutRow };
  readonly event: PayoutEvent;
  readonly outcome: PayoutOutcome;
  readonly answer: PayoutAnswer;
}

export interface PayoutAnswer {
  readonly changed: boolean;
  readonly watch: PayoutSnapshot;
}

export type PayoutChange = Change<PayoutKind>;

export const payoutChanged = moment<PayoutChange>('payout.changed');

/** The money of a payout was sent or returned. */
export const holdEnded = moment<PayoutChange>('payout.end_hold');

/** Prevents a payout's money from leaving. */
export const moneyLeaves = guard('payout.money_leaves');

const TOGETHER = NETWORKS.filter(batchesLines)
  .map((network) => `'${network}'`)
  .join(', ');

/** The life of a payout or refund. */
export const payoutProcess = defineProcess<PayoutKind>({
  name: 'payout',
  table: payoutsTable,
  changes: [
    'version',
    'status',
    'statusReason',
    'statusWords',
    'needsOperator',
    'hold',
    'approvedByKind',
    'approvedBy',
    'approvalMac',
    'approvedAt',
    'signedAt',
    'completedAt',
    'canceledAt',
  ],
  lock: async (tx, ids) => new Map([...(await lockPayouts(tx, ids))].map(([id, row]) => [id, { row }])),
  // A suspension by staff stops outgoing money and operators' decisions. Merchants may cancel as always, because a
  // refusal would reveal the suspension: the money returns to the balance, from which nothing leaves meanwhile.
  guard: { at: moneyLeaves, events: new Set(['signed', 'resolve_unpaid']), code: 'operation_suspended' },
  decide: ({ row }, { event, nowMs }) => nextPayout(row, event, nowMs),
  after: payoutAfter,
  effects: {
    approve: 'row',
    end_hold: endHeld,
    ...operatorAlerts(({ kind, id }: PayoutRow) => ({ kind: 'payout_needs_operator', subject: `${kind}:${id}` })),
    publish: 'row',
  },
  event: ({ row }, nowMs) => (hasOwnEvents(row) ? payoutEvent(row, nowMs) : null),
  publishes: ({ outcome }) => hasEffect(outcome, 'publish'),
  workflow: {
    // Lines that are signed together have a workflow only if one of them has a problem.
    neededWhen: `t.status NOT IN ('done', 'canceled') AND NOT (t.status = 'error' AND NOT t.needs_operator)
      AND (t.mass_payout_id IS NULL OR t.needs_operator OR t.network NOT IN (${TOGETHER}))`,
    workflowId: `t.kind || ':' || t.id`,
    signal: 'payoutChanged',
    hears: ({ before, after, step }) => hasWorkflow({ before: before.row, after, event: step.event.type }),
    run: ({ row }) => payoutRun(row),
  },
  live: (row) => objectChanged(row.kind, row),
  changed: payoutChanged,
  moments: { end_hold: holdEnded },
  answer: ({ outcome: { changed } }, after) => ({ changed, watch: payoutSnapshotOf(after) }),
});

/** The row as a decision leaves it. */
function payoutAfter({ before: { row }, outcome, step }: Decided<PayoutKind>): PayoutRow {
  const { state, effects } = outcome;
  const { event, nowMs } = step;
  const approval = effects.find((effect) => effect.type === 'approve');
  const ended = effects.find((effect) => effect.type === 'end_hold');
  return {
    ...row,
    ...state,
    ...outflowAfter(row, { status: state.status, approval, ended, nowMs }),
    signedAt: event.type === 'signed' ? (row.signedAt ?? new Date(nowMs)) : row.signedAt,
  };
}

/**
 * False for what a claim pays back, which is no merchant's money, and for lines of a mass payout until they end,
 * because the webhooks of the mass payout report their progress.
 */
function hasOwnEvents({ kind, massPayoutId, status }: PayoutRow): boolean {
  if (kind === 'balance_recovery') return false;
  return massPayoutId === null || status === 'done' || status === 'error' || status === 'canceled';
}

/**
 * Whether a payout has its own workflow. A line that is sent together with others has one only after a problem:
 * operators find it there, and it is signed again separately.
 */
function hasWorkflow({ before, after, event }: LineStep): boolean {
  if (after.massPayoutId === null || !batchesLines(after.network)) return true;
  return APART.has(event) || before.needsOperator || after.needsOperator;
}

const APART: ReadonlySet<PayoutEventType> = new Set(['lapsed', 'retry', 'reorganised']);

interface LineStep {
  readonly before: PayoutRow;
  readonly after: PayoutRow;
  readonly event: PayoutEventType;
}

async function endHeld(tx: Tx, decided: readonly Decided<PayoutKind>[]): Promise<undefined> {
  const ended = decided.flatMap(({ before: { row }, outcome }) =>
    outcome.effects.flatMap((effect) => (effect.type === 'end_hold' ? [{ payout: row, outcome: effect.outcome }] : [])),
  );
  await endHolds(
    tx,
    ended.flatMap(({ payout, outcome }) => (outcome === 'return' ? [] : [{ payout, outcome }])),
  );
  for (const { payout, outcome } of ended) {
    if (outcome === 'return') await returnPaidOut(tx, payout);
  }
}
