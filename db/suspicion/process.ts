import { DomainError } from '../../domain/errors.ts';
import { ruleFor, statusAfter } from '../../domain/process/table.ts';
import {
  type SuspicionEvent,
  type SuspicionMark,
  type SuspicionStatus,
  suspicionTable,
} from '../../domain/suspicion/suspicion.ts';
import { resolveAlert } from '../alerts/alerts.ts';
import { enqueue } from '../core/outbox.ts';
import type { Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { depositProcess } from '../deposits/process.ts';
import { applyInvoiceEvent } from '../invoices/process.ts';
import { payoutProcess } from '../payouts/process.ts';
import { lockPayouts } from '../payouts/read.ts';
import { applyStep } from '../process/apply.ts';
import { type Decided, type Decision, defineProcess } from '../process/define.ts';
import { lockRows } from '../process/lock.ts';
import { nudgeOf } from '../process/workflow.ts';
import type { StaffMember } from '../staff/people.ts';
import { nudgeWithdrawals } from '../withdrawals/nudge.ts';
import { addSuspensionEvent } from './events.ts';
import { reachedBy } from './reached-sql.ts';
import { type ReleaseState, releaseOf } from './release.ts';
import { type SuspensionRow, selectSuspensions, suspensionsTable } from './rows.ts';
import { suspicionRun } from './workflow.ts';

export interface SuspensionKind {
  readonly row: SuspensionRow;
  readonly facts: { readonly row: SuspensionRow; readonly release: ReleaseState };
  /** `reason` is kept. */
  readonly event: { readonly type: SuspicionEvent; readonly by: StaffMember; readonly reason: string };
  readonly outcome: Decision & {
    readonly status: SuspicionStatus;
    readonly effects: readonly { readonly type: SuspicionMark }[];
  };
  /** Missing approvals of a release, in words; null if there are none. */
  readonly answer: { readonly missing: string | null };
}

/** The life of a suspended operation. A vote is a step, and so is the release that the votes allow. */
export const suspensionProcess = defineProcess<SuspensionKind>({
  name: 'suspension',
  table: suspensionsTable,
  changes: ['version', 'status', 'valueEurMinor', 'reminders', 'reportedAt', 'releasedAt'],
  lock: lockSuspensions,
  decide,
  after,
  effects: { record: recordEvents, clear_hold: clearHolds, resolve_alerts: resolveAlerts, nudge: nudgeHeld },
  workflow: {
    neededWhen: `t.status <> 'released'`,
    workflowId: `'suspicious-operation:' || t.id`,
    signal: 'suspicionChanged',
    run: ({ row }) => suspicionRun(row),
  },
  answer: ({ before }) => ({ missing: before.release.missing }),
});

const lock = lockRows(suspensionsTable);

async function lockSuspensions(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, SuspensionKind['facts']>> {
  await lock(tx, ids);
  // In a statement of its own: it sees the votes of the previous holder of the lock.
  const rows = await selectSuspensions(tx, 'WHERE s.id = ANY($1::uuid[])', [ids]);
  const facts = new Map<string, SuspensionKind['facts']>();
  for (const row of rows) facts.set(row.id, { row, release: await releaseOf(tx, row) });
  return facts;
}

function decide({ row, release }: SuspensionKind['facts'], { event: { type, by } }: Decided<SuspensionKind>['step']) {
  if (type === 'agree' && row.votes.some(({ staffId }) => staffId === by.id)) {
    throw new DomainError('conflict', { message: 'You have agreed already: another person must.' });
  }
  const position = { releaseComplete: release.missing === null };
  const { to, marks = [] } = ruleFor(suspicionTable, { status: row.status, event: type, position });
  const status = statusAfter(to, row.status);
  return { changed: marks.length > 0, status, effects: marks.map((mark) => ({ type: mark })) };
}

function after({ before: { row, release }, step, outcome: { status } }: Decided<SuspensionKind>): SuspensionRow {
  const { event, nowMs } = step;
  const now = new Date(nowMs);
  const { by, type } = event;
  const vote = { votes: [...row.votes, { staffId: by.id, role: by.role }], valueEurMinor: release.valueEurMinor };
  return {
    ...row,
    version: row.version + 1,
    status,
    reminders: status === row.status ? row.reminders : 0,
    reportedAt: type === 'report' ? now : row.reportedAt,
    releasedAt: status === 'released' ? now : row.releasedAt,
    ...(type === 'agree' ? vote : {}),
  };
}

const EVENT_WORDS = { report: 'reported', agree: 'agreed', release: 'released' } as const;

async function recordEvents(tx: Tx, decided: readonly Decided<SuspensionKind>[]): Promise<undefined> {
  for (const { before, step } of decided) {
    const { by, reason, type } = step.event;
    const { id: suspensionId, version } = before.row;
    const event = EVENT_WORDS[type];
    await addSuspensionEvent(tx, { suspensionId, version: version + 1, event, by, reason, nowMs: step.nowMs });
  }
}

async function clearHolds(tx: Tx, decided: readonly Decided<SuspensionKind>[]): Promise<undefined> {
  for (const { before, step } of decided) {
    const { id, kind, subjectId } = before.row;
    const clear = { id: subjectId, event: { type: 'clear' }, cause: `clear:${id}`, nowMs: step.nowMs } as const;
    if (kind === 'invoice') await applyInvoiceEvent(tx, clear);
    if (kind === 'deposit') await applyStep(tx, depositProcess, clear);
  }
}

async function resolveAlerts(tx: Tx, decided: readonly Decided<SuspensionKind>[]): Promise<undefined> {
  for (const { step } of decided) {
    for (const kind of ['suspicious_operation', 'suspicious_operation_overdue'] as const) {
      await resolveAlert(tx, { kind, subject: `suspension:${step.id}` });
    }
  }
}

/**
 * The workflows of what the suspension held wait because nothing was signed or given to the bank: they are to retry.
 * Lines of mass payouts do so by themselves.
 */
async function nudgeHeld(tx: Tx, decided: readonly Decided<SuspensionKind>[]): Promise<undefined> {
  for (const { before } of decided) {
    const { id, subjectId, kind, merchantId, mode } = before.row;
    const rows = await select<{ id: string }>(tx, heldSql, [subjectId, id]);
    const ids = rows.map((row) => row.id);
    const held = await lockPayouts(tx, ids);
    await enqueue(
      tx,
      [...held.values()].map((row) => nudgeOf(payoutProcess, { row })),
    );
    if (kind === 'withdrawal' || kind === 'payout') await nudgeWithdrawals(tx, [{ modes: [mode], merchantId }]);
  }
}

const heldSql = prepared(`
  SELECT p.id FROM payout p
  WHERE p.status = 'queue' AND p.mass_payout_id IS NULL
    AND (p.id = $1 OR p.invoice_id = $1 OR ${reachedBy('s.id = $2', 'p')})
  ORDER BY p.id LIMIT 1000`);
