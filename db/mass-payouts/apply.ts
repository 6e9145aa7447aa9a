import { findRule, ruleFor } from '../../domain/process/table.ts';
import {
  type MassPayoutEventType,
  type MassPayoutFacts,
  type MassPayoutReason,
  type MassPayoutStatus,
  massPayoutTable,
} from '../../domain/state/mass-payout.ts';
import type { PayoutActor } from '../../domain/state/payout-event.ts';
import { enqueue } from '../outbox.ts';
import { assertVersionHeld, type Machine, transition } from '../process/transition.ts';
import type { Tx } from '../sequelize.ts';
import { execute, prepared } from '../sql.ts';
import { massWorkflowSignal, publishMassPayout, tellPages } from './publish.ts';
import { lockMassRow, waitingLines } from './read.ts';
import type { MassPayoutRow } from './rows.ts';

export interface ApplyMassEvent {
  readonly massPayoutId: string;
  readonly event: MassPayoutEventType;
  /** Who acts; for `run` and `approve` it is kept. */
  readonly by?: PayoutActor;
  /** Why it is given up. */
  readonly reason?: MassPayoutReason;
  /** Unique per cause: the step key is `mass_payout:<id>:<cause>`. */
  readonly cause: string;
  readonly nowMs: number;
  /** True where the workflow needs no word of it. */
  readonly quiet?: boolean;
}

interface Position {
  readonly row: MassPayoutRow;
  readonly waiting: number;
}

interface Outcome {
  readonly status: MassPayoutStatus;
  readonly reason: MassPayoutReason | null;
}

/**
 * Applies one event to a mass payout in the caller's transaction: locks the row (everything else it locks comes
 * before), decides by the table, writes status, event and outbox rows.
 * @throws DomainError `not_found`, or the 409 code of an event that the status refuses
 */
export async function applyMassEvent(tx: Tx, step: ApplyMassEvent): Promise<void> {
  const { massPayoutId: id, cause, event, nowMs } = step;
  const machine: Machine<Position, MassPayoutEventType, Outcome, { readonly status: MassPayoutStatus }> = {
    entity: 'mass_payout',
    load: async (of, wanted) => ({ row: await lockMassRow(of, wanted), waiting: await waitingLines(of, wanted) }),
    decide: (position) => decide(position, step),
    save: (of, position, outcome) => save(of, { position, outcome, step }),
  };
  await transition(tx, machine, { id, cause, event, nowMs });
}

/** Where the counts lead from here; the same status where they change nothing. The row is locked. */
export function countedStatus({ row, waiting }: Position): MassPayoutStatus {
  const rule = findRule(massPayoutTable, {
    status: row.status,
    event: 'counted',
    position: factsOf({ row, waiting }, undefined),
  });
  return rule === null ? row.status : targetOf(rule.to, row.status);
}

function decide({ row, waiting }: Position, { event, by, reason }: ApplyMassEvent): Outcome {
  const facts = factsOf({ row, waiting }, by);
  const rule = ruleFor(massPayoutTable, { status: row.status, event, position: facts });
  const status = targetOf(rule.to, row.status);
  // Who gave it up, or why, outlives the counts that follow from it.
  const kept = event === 'counted' && status !== 'done' && GIVEN_UP.has(row.status_reason ?? '');
  return { status, reason: kept ? row.status_reason : (reason ?? rule.reason ?? null) };
}

const GIVEN_UP: ReadonlySet<string> = new Set(['canceled_by_merchant', 'approval_expired', 'approval_void']);

function factsOf({ row, waiting }: Position, by: PayoutActor | undefined): MassPayoutFacts {
  const { lines, bad, opened, signed, done, failed } = row;
  const awaitsApproval = row.run_by !== null && row.approved_by === null;
  const byRunner = by !== undefined && (by.id === row.run_by || row.creators.includes(by.id));
  return { lines, bad, opened, signed, done, failed, waiting, awaitsApproval, byRunner };
}

function targetOf(to: MassPayoutStatus | 'same' | 'before' | 'refused', status: MassPayoutStatus): MassPayoutStatus {
  if (to === 'same') return status;
  if (to === 'before' || to === 'refused') throw new Error(`A mass payout's rule leads to ${to}.`);
  return to;
}

interface Save {
  readonly position: Position;
  readonly outcome: Outcome;
  readonly step: ApplyMassEvent;
}

async function save(
  tx: Tx,
  { position: { row, waiting }, outcome, step }: Save,
): Promise<{ status: MassPayoutStatus }> {
  const after = rowAfter(row, outcome, step);
  const written = await execute(tx, updateSql, [
    after.id,
    row.version,
    after.status,
    after.status_reason,
    after.run_by_kind,
    after.run_by,
    after.run_at,
    after.approved_by_kind,
    after.approved_by,
    after.approved_at,
    after.completed_at,
  ]);
  assertVersionHeld(written, 'The mass payout');
  if (after.status !== row.status) await publishMassPayout(tx, after, step.nowMs);
  tellPages(tx, after);
  if (after.run_by !== null && step.quiet !== true) await enqueue(tx, [massWorkflowSignal(after, waiting)]);
  return { status: after.status };
}

function rowAfter(
  row: MassPayoutRow,
  { status, reason }: Outcome,
  { event, by, nowMs }: ApplyMassEvent,
): MassPayoutRow {
  const now = new Date(nowMs);
  const run = event === 'run' && by !== undefined ? { run_by_kind: by.kind, run_by: by.id, run_at: now } : {};
  const approves = event === 'approve' || (event === 'run' && !row.approval_required);
  const approval =
    approves && by !== undefined ? { approved_by_kind: by.kind, approved_by: by.id, approved_at: now } : {};
  const after: MassPayoutRow = {
    ...row,
    ...run,
    ...approval,
    version: row.version + 1,
    status,
    completed_at: status === 'done' || status === 'error' ? (row.completed_at ?? now) : null,
  };
  return { ...after, status_reason: reason ?? waitsFor(after, nowMs) };
}

function waitsFor({ status, run_by, approved_by, not_before }: MassPayoutRow, nowMs: number): MassPayoutReason | null {
  if (status !== 'pending') return null;
  if (run_by !== null && approved_by === null) return 'awaiting_approval';
  return not_before !== null && nowMs < not_before.getTime() ? 'cooling_off' : null;
}

const updateSql = prepared(`
  UPDATE mass_payout SET version = version + 1, status = $3, status_reason = $4, run_by_kind = $5, run_by = $6, run_at = $7, approved_by_kind = $8,
    approved_by = $9, approved_at = $10, completed_at = $11, updated_at = now()
  WHERE id = $1 AND version = $2`);
