import { type DepositOutcome, nextDeposit } from '../../domain/state/deposit.ts';
import type { DepositEvent } from '../../domain/state/deposit-facts.ts';
import { type DepositSnapshot, needsWorkflow } from '../../domain/state/deposit-waits.ts';
import { operatorAlerts } from '../alerts/operator-alerts.ts';
import { conversionsTable } from '../conversions/rows.ts';
import { objectChanged } from '../core/live.ts';
import type { Tx } from '../core/sequelize.ts';
import { applySteps, type StepAnswer } from '../process/apply.ts';
import { type Decided, defineProcess, hasEffect, type StepOf } from '../process/define.ts';
import { guard } from '../process/reactions.ts';
import { postDepositEffects } from './ledger.ts';
import { depositEvent, depositRun, snapshotOf } from './publish.ts';
import { lockDeposits } from './read.ts';
import { type DepositParts, type DepositRow, depositsTable, toFacts } from './rows.ts';

export interface DepositKind {
  readonly row: DepositRow;
  readonly facts: DepositParts;
  readonly event: DepositEvent;
  readonly outcome: DepositOutcome;
  readonly answer: { readonly changed: boolean; readonly watch: DepositSnapshot };
}

export type DepositStep = StepOf<DepositKind>;

/** Prevents the settlement of a deposit. */
export const depositSettles = guard('deposit.settles');

/** The life of a deposit to a static address, or by a creditor reference. */
export const depositProcess = defineProcess<DepositKind>({
  name: 'deposit',
  table: depositsTable,
  changes: [
    'version',
    'status',
    'statusReason',
    'needsOperator',
    'complianceHold',
    'announced',
    'conversion',
    'convertingMinor',
    'amountMinor',
    'settledMinor',
    'completedAt',
  ],
  makes: conversionsTable,
  lock: lockDeposits,
  guard: { at: depositSettles, events: new Set(['settle']), code: 'operation_suspended' },
  decide: (parts, { event }) => nextDeposit(toFacts(parts), event),
  after: ({ before: { row }, outcome: { state }, step: { nowMs } }) => {
    const { reason: statusReason, ...same } = state;
    const completedAt = state.status === 'done' ? (row.completedAt ?? new Date(nowMs)) : row.completedAt;
    return { ...row, ...same, statusReason, completedAt };
  },
  effects: {
    credit: book,
    reverse: book,
    settle: book,
    unsettle: book,
    convert: book,
    unconvert: book,
    make_conversions: book,
    keep_coins: book,
    freeze: book,
    unfreeze: book,
    ...operatorAlerts(({ id }: DepositRow) => ({ kind: 'deposit_needs_operator', subject: `deposit:${id}` })),
    publish: 'row',
  },
  event: depositEvent,
  publishes: ({ outcome }) => hasEffect(outcome, 'publish'),
  workflow: {
    neededWhen: `t.needs_operator
      OR (t.status = 'processing' AND t.status_reason IS DISTINCT FROM 'below_minimum' AND NOT t.compliance_hold)`,
    workflowId: `'deposit:' || t.payment_key`,
    signal: 'depositChanged',
    hears: ({ before, after }) => isWatched(before.row) || isWatched(after),
    run: ({ row }) => depositRun(row),
  },
  live: (row) => objectChanged('deposit', row),
  answer: ({ outcome: { changed } }, after) => ({ changed, watch: snapshotOf(after) }),
});

/**
 * Applies events to deposits, with the same number of statements for any number. A refusal is the answer of its step.
 */
export function applyDepositEvents(
  tx: Tx,
  steps: readonly DepositStep[],
): Promise<StepAnswer<DepositKind['answer']>[]> {
  return applySteps(tx, depositProcess, steps);
}

function isWatched(row: DepositRow): boolean {
  return needsWorkflow(snapshotOf(row));
}

/** Posts to the ledger, converts what is settled, and stores which payments are credited. */
function book(tx: Tx, decided: readonly Decided<DepositKind>[]) {
  return postDepositEffects(
    tx,
    decided.map(({ before: { row }, outcome: { effects, state }, stepKey, step: { nowMs } }) => {
      return { row, effects, stepKey, nowMs, reason: state.reason };
    }),
  );
}
