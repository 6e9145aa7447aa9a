import { missingApproval } from '../../domain/compliance/approval.ts';
import type { CaseStatus, DocumentRequest, Verdict } from '../../domain/compliance/case.ts';
import { DomainError, fieldError } from '../../domain/errors.ts';
import type { StaffRole } from '../../domain/staff-permissions.ts';
import type { Tx } from '../sequelize.ts';
import { execute, json, maybeOne } from '../sql.ts';
import { applyCaseEvent } from './apply.ts';
import { lockCase, readCase } from './case-rows.ts';

export interface Decision {
  /** Given by who asks: asked again with it, nothing is decided twice. */
  readonly decisionId: string;
  readonly caseId: string;
  readonly staff: { readonly id: string; readonly name: string; readonly role: StaffRole };
  readonly verdict: Verdict;
  /** Kept with the decision, for staff. */
  readonly reason: string;
  /** For the merchant, with `more` and `refuse`. */
  readonly words?: string;
  /** What `more` asks for. */
  readonly requested?: readonly DocumentRequest[];
  readonly nowMs?: number;
}

export interface Decided {
  readonly status: CaseStatus;
  /** What is still missing for an approval, in words; null when nothing is. */
  readonly missing: string | null;
}

/**
 * A decision of one member of staff on a case in review. Two approvals by two people of two different roles in one round open production, for a
 * high risk one of them the MLRO's; one refusal, or one request for more, is enough. The workflow hears of it through the outbox.
 *
 * @throws DomainError `not_found`; `illegal_transition` unless the case waits for staff; `conflict` for a second approval by the same person, or one id
 *   for two decisions; 422 for a missing reason or words
 */
export async function decide(tx: Tx, decision: Decision): Promise<Decided> {
  const { decisionId, caseId, staff, verdict, requested = [] } = decision;
  const reason = decision.reason.trim();
  if (reason === '') throw fieldError('reason', 'A reason is required.');
  const words = decision.words?.trim();
  if (verdict !== 'approve' && !words) throw fieldError('words', 'The merchant must be told why.');
  const row = await lockCase(tx, caseId);
  const earlier = await maybeOne<DecisionRow>(
    tx,
    'SELECT case_id, verdict, staff_id FROM compliance_decision WHERE id = $1',
    [decisionId],
  );
  if (earlier !== undefined) {
    const isSame = earlier.case_id === caseId && earlier.verdict === verdict && earlier.staff_id === staff.id;
    if (!isSame) throw new DomainError('conflict');
    return outcomeOf(tx, caseId);
  }
  if (verdict === 'approve' && row.approvals.some(({ staffId }) => staffId === staff.id)) {
    throw new DomainError('conflict', { message: 'You have approved this already: another person must.' });
  }
  if (verdict === 'more' && requested.length === 0) throw fieldError('requested', 'Say what is needed.');
  await execute(tx, insertSql, [
    decisionId,
    caseId,
    row.round,
    verdict,
    staff.id,
    staff.name,
    staff.role,
    reason,
    json(requested),
  ]);
  await applyCaseEvent(tx, {
    caseId,
    event: verdict,
    cause: `decision:${decisionId}`,
    nowMs: decision.nowMs ?? Date.now(),
    ...(verdict === 'more' ? { requested } : {}),
    ...(words ? { words } : {}),
  });
  return outcomeOf(tx, caseId);
}

async function outcomeOf(tx: Tx, caseId: string): Promise<Decided> {
  const row = await readCase(tx, caseId);
  const isOpen = row.status === 'review' || row.status === 'rechecking';
  return {
    status: row.status,
    missing: isOpen ? missingApproval(row.approvals, row.risk?.level ?? 'low') : null,
  };
}

interface DecisionRow {
  case_id: string;
  verdict: Verdict;
  staff_id: string;
}

const insertSql = `
  INSERT INTO compliance_decision (id, case_id, round, verdict, staff_id, staff_name, staff_role, reason, requested)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb)`;
