import { findRule, ruleFor } from '../../domain/process/table.ts';
import {
  type MassPayoutEventType,
  type MassPayoutFacts,
  type MassPayoutReason,
  type MassPayoutStatus,
  massPayoutTable,
} from '../../domain/state/mass-payout.ts';
import { MASS_RESUME_BELOW } from '../../domain/state/mass-payout-snapshot.ts';
import type { PayoutActor } from '../../domain/state/payout-event.ts';
import { objectChanged } from '../core/live.ts';
import { type Change, type Decided, type Decision, defineProcess } from '../process/define.ts';
import { aheadOf, massPayoutEvent, massRun } from './publish.ts';
import { lockMassPayouts } from './read.ts';
import { type MassPayoutRow, massPayoutsTable } from './rows.ts';

/** Changes to the counts of a mass payout. */
export interface MassDelta {
  readonly opened: number;
  readonly signed: number;
  readonly done: number;
  readonly failed: number;
}

export type MassEvent =
  | {
      readonly type: Exclude<MassPayoutEventType, 'counted'>;
      /** The person who acts; stored for `run` and `approve`. */
      readonly by?: PayoutActor;
      /** Why it is canceled. */
      readonly reason?: MassPayoutReason;
      /** True if the workflow need not be signaled. */
      readonly quiet?: boolean;
    }
  | { readonly type: 'counted'; readonly delta: MassDelta; readonly quiet?: boolean };

export interface MassKind {
  readonly row: MassPayoutRow;
  readonly facts: {
    readonly row: MassPayoutRow;
    /** Lines that are held and neither opened nor canceled. */
    readonly waiting: number;
  };
  readonly event: MassEvent;
  readonly outcome: Decision & { readonly status: MassPayoutStatus; readonly reason: MassPayoutReason | null };
  readonly answer: { readonly status: MassPayoutStatus };
}

/** The states of a mass payout. Its row is locked last in a transaction, and briefly. */
export const massPayoutProcess = defineProcess<MassKind>({
  name: 'mass_payout',
  table: massPayoutsTable,
  changes: [
    'version',
    'status',
    'statusReason',
    'opened',
    'signed',
    'done',
    'failed',
    'runByKind',
    'runBy',
    'runAt',
    'approvedByKind',
    'approvedBy',
    'approvedAt',
    'completedAt',
  ],
  lock: lockMassPayouts,
  decide: ({ row, waiting }, { event }) => decide({ row: counted(row, event), waiting }, event),
  after,
  effects: {},
  event: ({ row }, nowMs) => massPayoutEvent(row, nowMs),
  publishes: ({ before, after }) => after.status !== before.row.status,
  workflow: {
    neededWhen: `t.run_by IS NOT NULL AND t.status NOT IN ('done', 'error')`,
    workflowId: `'mass-payout:' || t.id`,
    signal: 'massPayoutChanged',
    hears,
    run: ({ row, waiting }) => massRun(row, waiting),
  },
  live: (row) => objectChanged('mass_payout', row),
  answer: (_decided, { status }) => ({ status }),
});

function counted(row: MassPayoutRow, event: MassEvent): MassPayoutRow {
  if (event.type !== 'counted') return row;
  const { opened, signed, done, failed } = event.delta;
  return {
    ...row,
    opened: row.opened + opened,
    signed: row.signed + signed,
    done: row.done + done,
    failed: row.failed + failed,
  };
}

function decide({ row, waiting }: MassKind['facts'], event: MassEvent): MassKind['outcome'] {
  const at = { status: row.status, event: event.type, position: factsOf({ row, waiting }, event) };
  // Counts without a transition are stored as well.
  const rule = event.type === 'counted' ? findRule(massPayoutTable, at) : ruleFor(massPayoutTable, at);
  const status = rule === null ? row.status : targetOf(rule.to, row.status);
  if (event.type === 'counted' && status === row.status) {
    return { changed: true, effects: [], status, reason: row.statusReason };
  }
  // A cancellation's reason survives the counts that follow from it.
  const kept = event.type === 'counted' && status !== 'done' && CANCELED_REASONS.has(row.statusReason ?? '');
  const given = event.type === 'counted' ? undefined : event.reason;
  return { changed: true, effects: [], status, reason: kept ? row.statusReason : (given ?? rule?.reason ?? null) };
}

const CANCELED_REASONS: ReadonlySet<string> = new Set(['canceled_by_merchant', 'approval_expired', 'approval_void']);

function factsOf({ row, waiting }: MassKind['facts'], event: MassEvent): MassPayoutFacts {
  const { lines, bad, opened, signed, done, failed } = row;
  const by = event.type === 'counted' ? undefined : event.by;
  const awaitsApproval = row.runBy !== null && row.approvedBy === null;
  const byRunner = by !== undefined && (by.id === row.runBy || row.creators.includes(by.id));
  return { lines, bad, opened, signed, done, failed, waiting, awaitsApproval, byRunner };
}

function targetOf(to: MassPayoutStatus | 'same' | 'before' | 'refused', status: MassPayoutStatus): MassPayoutStatus {
  if (to === 'same') return status;
  if (to === 'before' || to === 'refused') throw new Error(`A mass payout's rule leads to ${to}.`);
  return to;
}

function after({ before, outcome: { status, reason }, step: { event, nowMs } }: Decided<MassKind>): MassPayoutRow {
  const row = counted(before.row, event);
  const by = event.type === 'counted' ? undefined : event.by;
  const now = new Date(nowMs);
  const run = event.type === 'run' && by !== undefined ? { runByKind: by.kind, runBy: by.id, runAt: now } : {};
  const approves = event.type === 'approve' || (event.type === 'run' && !row.approvalRequired);
  const approval = approves && by !== undefined ? { approvedByKind: by.kind, approvedBy: by.id, approvedAt: now } : {};
  const moved: MassPayoutRow = {
    ...row,
    ...run,
    ...approval,
    version: row.version + 1,
    status,
    completedAt: status === 'done' || status === 'error' ? (row.completedAt ?? now) : null,
  };
  return { ...moved, statusReason: reason ?? waitsFor(moved, nowMs) };
}

function waitsFor({ status, runBy, approvedBy, notBefore }: MassPayoutRow, nowMs: number): MassPayoutReason | null {
  if (status !== 'pending') return null;
  if (runBy !== null && approvedBy === null) return 'awaiting_approval';
  return notBefore !== null && nowMs < notBefore.getTime() ? 'cooling_off' : null;
}

/** The workflow hears when all lines have ended, and each time there is capacity for the next thousand. */
function hears({ before, after: row, step: { event } }: Change<MassKind>): boolean {
  const { waiting } = before;
  if (row.runBy === null || event.quiet === true) return false;
  if (event.type !== 'counted') return true;
  const ends = row.status !== before.row.status && [row, before.row].some(({ status }) => ENDED.has(status));
  const hasCapacity = aheadOf(row, waiting) < MASS_RESUME_BELOW && aheadOf(before.row, waiting) >= MASS_RESUME_BELOW;
  return ends || (hasCapacity && waiting > 0);
}

const ENDED: ReadonlySet<MassPayoutStatus> = new Set(['done', 'error']);
