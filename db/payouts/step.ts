import { DomainError } from '../../domain/errors.ts';
import { nextPayout, type PayoutOutcome } from '../../domain/state/payout.ts';
import type { PayoutEvent } from '../../domain/state/payout-event.ts';
import type { PayoutWatch } from '../../domain/state/payout-watch.ts';
import { raiseAlert, resolveAlert } from '../alerts.ts';
import { notifyLiveAfterCommit } from '../live.ts';
import { countInMass, hasWorkflow, isToldAlone } from '../mass-payouts/line-step.ts';
import { enqueue } from '../outbox.ts';
import type { Tx } from '../sequelize.ts';
import { execute, prepared } from '../sql.ts';
import { isSuspended } from '../staff/suspended.ts';
import { assertVersionHeld, type Machine, transition } from '../transition.ts';
import { endHold } from './holds.ts';
import { liveMessageOf, publishPayout, watchOf, workflowSignal } from './publish.ts';
import { lockPayout } from './read.ts';
import { type PayoutRow, toFacts } from './rows.ts';

export interface ApplyPayoutEvent {
  readonly payoutId: string;
  readonly event: PayoutEvent;
  /** Unique per cause: the step key is `payout:<id>:<cause>`; asked again, the first result comes back. */
  readonly cause: string;
  readonly nowMs: number;
  /** True when the workflow itself asks: the answer tells it what it needs. */
  readonly byWorkflow?: boolean;
}

export interface PayoutStepResult {
  readonly changed: boolean;
  readonly watch: PayoutWatch;
}

/** What else a step changes, in its transaction and after the payout's own rows; asked again, a step that was made changes nothing more. */
export type AfterPayoutStep = (tx: Tx, row: PayoutRow, outcome: PayoutOutcome) => Promise<void>;

/**
 * The step of a payout without what it means for an invoice; call `applyPayoutEvent` in its place everywhere but in the invoice's own steps, which would
 * go round in a circle.
 * @throws DomainError `not_found`, `operation_suspended`, or the 409 code of an event that the status refuses
 */
export function stepPayout(tx: Tx, step: ApplyPayoutEvent, after?: AfterPayoutStep): Promise<PayoutStepResult> {
  return transition(tx, machineFor(step, after), {
    id: step.payoutId,
    cause: step.cause,
    event: step.event,
    nowMs: step.nowMs,
  });
}

/** What staff's suspension stops: money that leaves, and money that goes back to the merchant. */
const HELD_BACK: ReadonlySet<PayoutEvent['type']> = new Set(['signed', 'cancel', 'resolve_unpaid']);

function machineFor(
  step: ApplyPayoutEvent,
  afterStep: AfterPayoutStep | undefined,
): Machine<PayoutRow, PayoutEvent, PayoutOutcome, PayoutStepResult> {
  return {
    entity: 'payout',
    load: async (tx, id) => {
      const row = await lockPayout(tx, id);
      // After the lock, so that a suspension and a signature cannot pass each other.
      if (HELD_BACK.has(step.event.type) && (await isSuspended(tx, 'payout', id))) {
        throw new DomainError('operation_suspended');
      }
      return row;
    },
    decide: (row, event, nowMs) => nextPayout(toFacts(row), event, nowMs),
    save: async (tx, row, outcome) => {
      const result = await save(tx, { row, outcome, step });
      await afterStep?.(tx, row, outcome);
      return result;
    },
  };
}

interface Save {
  readonly row: PayoutRow;
  readonly outcome: PayoutOutcome;
  readonly step: ApplyPayoutEvent;
}

async function save(tx: Tx, { row, outcome, step }: Save): Promise<PayoutStepResult> {
  if (!outcome.changed) return { changed: false, watch: watchOf(row) };
  const after = rowAfter({ row, outcome, step });
  for (const effect of outcome.effects) {
    if (effect.type === 'end_hold') await endHold(tx, row, effect.outcome);
  }
  const written = await execute(tx, updateSql, [
    after.id,
    row.version,
    after.version,
    after.status,
    after.status_reason,
    after.needs_operator,
    after.hold,
    after.approved_by_kind,
    after.approved_by,
    after.approval_mac,
    after.approved_at,
    after.signed_at,
    after.completed_at,
    after.canceled_at,
  ]);
  assertVersionHeld(written, 'The payout');
  await tellOperators(tx, after, outcome);
  const published = outcome.effects.some(({ type }) => type === 'publish') && isToldAlone(after);
  if (published) await publishPayout(tx, after, step.nowMs);
  countInMass(tx, { before: row, after, nowMs: step.nowMs });
  notifyLiveAfterCommit(tx, liveMessageOf(after));
  if (step.byWorkflow !== true && hasWorkflow({ before: row, after, event: step.event.type })) {
    await enqueue(tx, [workflowSignal(after)]);
  }
  return { changed: true, watch: watchOf(after) };
}

function rowAfter({ row, outcome: { state, effects }, step: { event, nowMs } }: Save): PayoutRow {
  const approval = effects.find((effect) => effect.type === 'approve');
  const ended = effects.find((effect) => effect.type === 'end_hold');
  const now = new Date(nowMs);
  return {
    ...row,
    version: state.version,
    status: state.status,
    status_reason: state.reason,
    needs_operator: state.needsOperator,
    hold: ended === undefined ? row.hold : ended.outcome === 'post' ? 'posted' : 'voided',
    ...(approval === undefined
      ? {}
      : {
          approved_by_kind: approval.by.kind,
          approved_by: approval.by.id,
          approval_mac: approval.mac,
          approved_at: now,
        }),
    signed_at: event.type === 'signed' ? (row.signed_at ?? now) : row.signed_at,
    completed_at: state.status === 'done' ? (row.completed_at ?? now) : null,
    canceled_at: state.status === 'canceled' ? (row.canceled_at ?? now) : null,
  };
}

async function tellOperators(tx: Tx, row: PayoutRow, { effects }: PayoutOutcome): Promise<void> {
  const alert = { kind: 'payout_needs_operator', subject: `${row.kind}:${row.id}` };
  for (const effect of effects) {
    if (effect.type === 'alert') await raiseAlert(tx, { ...alert, message: effect.message });
    if (effect.type === 'resolve_alert') await resolveAlert(tx, alert);
  }
}

const updateSql = prepared(`
  UPDATE payout SET version = $3, status = $4, status_reason = $5, needs_operator = $6, hold = $7, approved_by_kind = $8, approved_by = $9,
    approval_mac = $10, approved_at = $11, signed_at = $12, completed_at = $13, canceled_at = $14, updated_at = now()
  WHERE id = $1 AND version = $2`);
