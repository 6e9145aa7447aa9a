import { approvalsComplete, missingRefusal } from '../../domain/compliance/approval.ts';
import { actorOf, type CaseWatch, type DocumentRequest, opensProduction } from '../../domain/compliance/case.ts';
import { type CaseEvent, caseTable } from '../../domain/compliance/case-table.ts';
import { actUntilMs, MONITORING_MS, SCREENING_EVERY_MS } from '../../domain/compliance/times.ts';
import { newId } from '../../domain/ids.ts';
import { ruleFor } from '../../domain/process/table.ts';
import { enqueue } from '../outbox.ts';
import { assertVersionHeld, type Machine, transition } from '../process/transition.ts';
import type { Tx } from '../sequelize.ts';
import { execute, json } from '../sql.ts';
import { sendStaffMail } from '../staff/mails.ts';
import { type CaseRow, lockCase, readCase, watchOf } from './case-rows.ts';
import { onboardingSignal } from './workflow.ts';

export interface ApplyCaseEvent {
  readonly caseId: string;
  readonly event: CaseEvent;
  /** Unique per cause: asked again, the first result comes back. */
  readonly cause: string;
  readonly nowMs: number;
  /** Replaces the table's reason. */
  readonly reason?: string;
  /** What is asked for from now on. */
  readonly requested?: readonly DocumentRequest[];
  /** Why, in words for the merchant. */
  readonly words?: string;
  /** Two people agree to a suspension, a restriction or its end. */
  readonly votesComplete?: boolean;
  /** The workflow itself asks: it gets the watch as an answer and is not signalled what it knows. */
  readonly byWorkflow?: boolean;
}

export interface CaseStep {
  readonly watch: CaseWatch;
}

/**
 * The one way a case moves on: locks it, decides by `domain/compliance/case-table.ts`, writes it with its story, opens
 * or closes production, and signals the workflow through the outbox.
 * @throws DomainError `not_found`, `illegal_transition`
 */
export function applyCaseEvent(tx: Tx, step: ApplyCaseEvent): Promise<CaseStep> {
  return transition(tx, machine, { id: step.caseId, cause: step.cause, event: step, nowMs: step.nowMs });
}

interface Outcome {
  readonly step: ApplyCaseEvent;
  readonly rule: ReturnType<typeof decide>;
}

const machine: Machine<CaseRow, ApplyCaseEvent, Outcome, CaseStep> = {
  entity: 'case',
  load: lockCase,
  decide: (row, step) => ({ step, rule: decide(row, step) }),
  save,
};

function decide(row: CaseRow, { event, votesComplete = false }: ApplyCaseEvent) {
  return ruleFor(caseTable, {
    status: row.status,
    event,
    position: {
      integrationDone: row.tested_at !== null || row.test_skipped_at !== null,
      approvalsComplete: approvalsComplete(row.approvals, row.risk?.level ?? 'low'),
      refusalComplete: missingRefusal(row.refusals) === null,
      votesComplete,
    },
  });
}

async function save(tx: Tx, row: CaseRow, { step, rule }: Outcome): Promise<CaseStep> {
  const status = rule.to === 'same' || rule.to === 'before' ? row.status : rule.to;
  const moved = status !== row.status;
  const marks = new Set(rule.marks ?? []);
  const { nowMs, event } = step;
  const at = (ms: number | null) => (ms === null ? null : new Date(ms));
  const reason = moved ? (step.reason ?? rule.reason ?? null) : row.reason;
  const monitoring = status === 'production' && (moved || event === 'open');
  const handsIn = event === 'personal_submitted' || event === 'answered';
  const written = await execute(tx, updateSql, [
    row.id,
    row.version,
    status,
    reason,
    moved,
    at(nowMs),
    moved ? at(actUntilMs(status, nowMs)) : row.act_until,
    marks.has('tell_merchant'),
    marks.has('new_round'),
    event,
    handsIn,
    // What was asked for and did not come is still what opens production again.
    json(step.requested ?? (moved && status !== 'suspended' ? [] : row.requested)),
    // What the first of two people says is not the merchant's to read yet.
    moved ? (step.words ?? (status === 'declined' ? row.words : null)) : row.words,
    monitoring ? at(nowMs + SCREENING_EVERY_MS) : row.next_screening_at,
    monitoring && row.reason !== 'screening_hit' ? at(nowMs + MONITORING_MS) : row.monitored_until,
    marks.has('production_opens'),
    marks.has('relationship_ends') ? at(nowMs) : marks.has('relationship_begins_again') ? null : row.ended_at,
  ]);
  assertVersionHeld(written, 'The case');
  await execute(tx, storySql, [newId(), row.id, row.version + 1, event, status, reason, at(nowMs)]);
  await openOrClose(tx, row, marks);
  const watch = watchOf(await readCase(tx, row.id));
  if (moved && actorOf(status) === 'staff') await sendStaffMail(tx, { kind: 'case', id: row.id });
  if (step.byWorkflow !== true) await enqueue(tx, [onboardingSignal(row, watch)]);
  return { watch };
}

/**
 * The merchant's own status says for every request what the case says (spec §4), and nobody stays in a mode that
 * closed.
 */
async function openOrClose(tx: Tx, row: CaseRow, marks: ReadonlySet<string>): Promise<void> {
  if (marks.has('production_opens')) {
    await execute(tx, `UPDATE merchant SET status = 'verified' WHERE id = $1 AND status = 'active'`, [row.merchant_id]);
  }
  if (!marks.has('production_closes') && !(marks.has('relationship_ends') && opensProduction(row.status))) return;
  await execute(tx, `UPDATE merchant SET status = 'active' WHERE id = $1 AND status = 'verified'`, [row.merchant_id]);
  await execute(tx, `UPDATE app_user SET active_mode = 'sandbox' WHERE merchant_id = $1`, [row.merchant_id]);
}

const updateSql = `
  UPDATE compliance_case SET
    version = version + 1, status = $3, reason = $4, updated_at = $6,
    since = CASE WHEN $5::boolean THEN $6 ELSE since END, act_until = $7,
    reminders = CASE WHEN $5::boolean THEN 0 ELSE reminders END,
    untold = CASE WHEN $5::boolean THEN $8::boolean ELSE untold OR $8::boolean END,
    round = round + CASE WHEN $9::boolean THEN 1 ELSE 0 END,
    tested_at = CASE WHEN $10 = 'tested' THEN $6 ELSE tested_at END,
    test_skipped_at = CASE WHEN $10 = 'test_skipped' THEN $6 ELSE test_skipped_at END,
    business_submitted_at = CASE WHEN $10 = 'business_submitted' THEN $6 ELSE business_submitted_at END,
    personal_submitted_at = CASE WHEN $10 = 'personal_submitted' THEN $6 ELSE personal_submitted_at END,
    submissions = submissions + CASE WHEN $11::boolean THEN 1 ELSE 0 END,
    requested = $12::jsonb, words = $13, next_screening_at = $14, monitored_until = $15,
    opened_at = CASE WHEN $16::boolean THEN coalesce(opened_at, $6) ELSE opened_at END, ended_at = $17
  WHERE id = $1 AND version = $2`;

const storySql = `
  INSERT INTO compliance_case_event (id, case_id, version, event, status, reason, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`;
