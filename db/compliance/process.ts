import { approvalsComplete, missingRefusal } from '../../domain/compliance/approval.ts';
import {
  actorOf,
  type CaseSnapshot,
  type CaseStatus,
  type DocumentRequest,
  opensProduction,
} from '../../domain/compliance/case.ts';
import { type CaseEvent, type CaseMark, caseTable } from '../../domain/compliance/case-table.ts';
import { actUntilMs, MONITORING_MS, SCREENING_EVERY_MS } from '../../domain/compliance/times.ts';
import { newId } from '../../domain/ids.ts';
import { ruleFor, statusAfter } from '../../domain/process/table.ts';
import { usersTable } from '../accounts/rows.ts';
import type { Tx } from '../core/sequelize.ts';
import { applyStep } from '../process/apply.ts';
import { type Decided, type Decision, defineProcess, hasEffect, type StepOf } from '../process/define.ts';
import { merchantProcess } from '../shops/merchant-process.ts';
import { sendStaffMail } from '../staff/mails.ts';
import { type CaseRow, casesTable, lockCases, snapshotOf } from './case-rows.ts';
import { caseEventsTable } from './rows.ts';
import { keepVerified } from './subjects.ts';
import { onboardingRun } from './workflow.ts';

export interface CaseNews {
  readonly type: CaseEvent;
  /** Replaces the table's reason. */
  readonly reason?: string;
  /** The documents that are requested from now on. */
  readonly requested?: readonly DocumentRequest[];
  /** Why, in words for the merchant. */
  readonly words?: string;
  /** Two people agree to a suspension, a restriction or its end. */
  readonly votesComplete?: boolean;
}

/** Besides the marks of its rule: each step is kept with the case, and staff are mailed where they must act. */
type CaseEffect = { readonly type: CaseMark | 'record' | 'mail_staff' };

export interface CaseKind {
  readonly row: CaseRow;
  readonly facts: { readonly row: CaseRow };
  readonly event: CaseNews;
  readonly outcome: Decision & {
    readonly effects: readonly CaseEffect[];
    readonly status: CaseStatus;
    readonly reason: string | null;
  };
  readonly answer: CaseStep;
}

export interface CaseStep {
  readonly watch: CaseSnapshot;
}

/** The way of a merchant to production, and the monitoring after it. */
export const caseProcess = defineProcess<CaseKind>({
  name: 'case',
  table: casesTable,
  changes: [
    'version',
    'status',
    'reason',
    'since',
    'actUntil',
    'reminders',
    'untold',
    'round',
    'testedAt',
    'testSkippedAt',
    'businessSubmittedAt',
    'personalSubmittedAt',
    'submissions',
    'requested',
    'words',
    'nextScreeningAt',
    'monitoredUntil',
    'openedAt',
    'endedAt',
  ],
  lock: async (tx, ids) => new Map([...(await lockCases(tx, ids))].map(([id, row]) => [id, { row }])),
  decide: ({ row }, { event }) => decide(row, event),
  after,
  effects: {
    record,
    production_opens: openOrClose,
    production_closes: openOrClose,
    relationship_ends: openOrClose,
    mail_staff: mailStaff,
    new_round: 'row',
    tell_merchant: 'row',
    relationship_begins_again: 'row',
  },
  workflow: {
    neededWhen: `t.status NOT IN ('declined', 'expired') AND t.ended_at IS NULL`,
    workflowId: `'onboarding:' || t.merchant_id`,
    signal: 'onboardingChanged',
    run: ({ row }) => onboardingRun(row),
  },
  answer: (_decided, row) => ({ watch: snapshotOf(row) }),
});

/**
 * The one way a case moves on.
 * @throws DomainError `not_found`, `illegal_transition`
 */
export function applyCaseEvent(tx: Tx, step: StepOf<CaseKind>): Promise<CaseStep> {
  return applyStep(tx, caseProcess, step);
}

function decide(row: CaseRow, { type: event, reason, votesComplete = false }: CaseNews): CaseKind['outcome'] {
  const rule = ruleFor(caseTable, {
    status: row.status,
    event,
    position: {
      integrationDone: row.testedAt !== null || row.testSkippedAt !== null,
      approvalsComplete: approvalsComplete(row.approvals, row.risk?.level ?? 'low'),
      refusalComplete: missingRefusal(row.refusals) === null,
      votesComplete,
    },
  });
  const status = statusAfter(rule.to, row.status);
  const moved = status !== row.status;
  const marks = (rule.marks ?? []).map((type) => ({ type }));
  const mail: CaseEffect[] = moved && actorOf(status) === 'staff' ? [{ type: 'mail_staff' }] : [];
  return {
    changed: true,
    effects: [{ type: 'record' }, ...marks, ...mail],
    status,
    reason: moved ? (reason ?? rule.reason ?? null) : row.reason,
  };
}

/** A new round of decisions has none. */
function after({ before: { row }, outcome, step: { event, nowMs } }: Decided<CaseKind>): CaseRow {
  const { status, reason } = outcome;
  const has = (type: CaseEffect['type']) => hasEffect(outcome, type);
  const moved = status !== row.status;
  const now = new Date(nowMs);
  const until = actUntilMs(status, nowMs);
  return {
    ...row,
    version: row.version + 1,
    status,
    reason,
    since: moved ? now : row.since,
    actUntil: moved ? (until === null ? null : new Date(until)) : row.actUntil,
    reminders: moved ? 0 : row.reminders,
    untold: has('tell_merchant') || (!moved && row.untold),
    // Votes are about a case as it is: nobody decides with one from before it came here.
    ...(moved || has('new_round') ? { round: row.round + 1, approvals: [], refusals: [] } : {}),
    ...handedIn(row, event.type, now),
    // A requested document that did not come still opens production again.
    requested: event.requested ?? (moved && status !== 'suspended' ? [] : row.requested),
    // The first of two votes is not the merchant's to read yet.
    words: moved ? (event.words ?? (status === 'declined' ? row.words : null)) : row.words,
    ...monitoring(row, { status, moved, event: event.type, nowMs }),
    openedAt: has('production_opens') ? (row.openedAt ?? now) : row.openedAt,
    endedAt: has('relationship_ends') ? now : has('relationship_begins_again') ? null : row.endedAt,
  };
}

function handedIn(row: CaseRow, event: CaseEvent, now: Date): Partial<CaseRow> {
  return {
    testedAt: event === 'tested' ? now : row.testedAt,
    testSkippedAt: event === 'test_skipped' ? now : row.testSkippedAt,
    businessSubmittedAt: event === 'business_submitted' ? now : row.businessSubmittedAt,
    personalSubmittedAt: event === 'personal_submitted' ? now : row.personalSubmittedAt,
    submissions: row.submissions + (event === 'personal_submitted' || event === 'answered' ? 1 : 0),
  };
}

interface Moved {
  readonly status: CaseStatus;
  readonly moved: boolean;
  readonly event: CaseEvent;
  readonly nowMs: number;
}

function monitoring(row: CaseRow, { status, moved, event, nowMs }: Moved): Partial<CaseRow> {
  if (status !== 'production' || !(moved || event === 'open')) return {};
  return {
    nextScreeningAt: new Date(nowMs + SCREENING_EVERY_MS),
    ...(row.reason === 'screening_hit' ? {} : { monitoredUntil: new Date(nowMs + MONITORING_MS) }),
  };
}

/** Every step of a case is kept. */
async function record(tx: Tx, decided: readonly Decided<CaseKind>[]): Promise<undefined> {
  for (const { before, outcome, step } of decided) {
    const { id, version } = before.row;
    const { status, reason } = outcome;
    const recorded = { version: version + 1, event: step.event.type, status, reason, createdAt: new Date(step.nowMs) };
    await caseEventsTable.create(tx, { id: newId(), caseId: id, ...recorded });
  }
}

/**
 * The merchant's own status says for every request what the case says (spec §4), who it is stays as two people
 * approved it, and nobody stays in a mode that closed.
 */
async function openOrClose(tx: Tx, decided: readonly Decided<CaseKind>[]): Promise<undefined> {
  for (const each of decided) {
    const { row } = each.before;
    const has = (type: CaseEffect['type']) => hasEffect(each.outcome, type);
    const merchant = { id: row.merchantId, cause: null, nowMs: each.step.nowMs };
    if (has('production_opens')) {
      await applyStep(tx, merchantProcess, { ...merchant, event: { type: 'production_opens' } });
      await keepVerified(tx, { caseId: row.id, version: row.version + 1, nowMs: each.step.nowMs });
    }
    if (!has('production_closes') && !(has('relationship_ends') && opensProduction(row.status))) continue;
    await applyStep(tx, merchantProcess, { ...merchant, event: { type: 'production_closes' } });
    await usersTable.update(tx, { activeMode: 'sandbox' }, { merchantId: row.merchantId });
  }
}

async function mailStaff(tx: Tx, decided: readonly Decided<CaseKind>[]): Promise<undefined> {
  for (const { before } of decided) await sendStaffMail(tx, { kind: 'case', id: before.row.id });
}
