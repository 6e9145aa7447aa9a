import type { DecidedView } from '../../contract/staff-cases.ts';
import type { StaffRole } from '../../domain/accounts/staff-permissions.ts';
import { missingApproval, missingRefusal } from '../../domain/compliance/approval.ts';
import {
  type DocumentRequest,
  RESTRICTIONS,
  type Restriction,
  type Verdict,
  verdictsIn,
} from '../../domain/compliance/case.ts';
import { missingVotes, type Vote } from '../../domain/compliance/two-people.ts';
import { DomainError, fieldError } from '../../domain/errors.ts';
import { isBlockedSql } from '../core/blocked-staff.ts';
import type { Tx } from '../core/sequelize.ts';
import { execute, select } from '../core/sql.ts';
import { nudgeQueued } from '../payouts/nudge.ts';
import { merchantsTable } from '../shops/rows.ts';
import { requireApprovable } from './approvable.ts';
import type { AssessContext } from './assess.ts';
import { type CaseRow, lockCase, readCase } from './case-rows.ts';
import { applyCaseEvent } from './process.ts';
import { decisionsTable } from './rows.ts';

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
  /** The documents that `more` requests; none is a question in words alone. */
  readonly requested?: readonly DocumentRequest[];
  /** For `restrict` and `lift`. */
  readonly restrictions?: readonly Restriction[];
  readonly nowMs?: number;
}

/**
 * A decision of one member of staff on a case. Approving requires to have opened each document, and that the case is
 * complete and checked as it is now. In review two
 * approvals by two people of two different roles in one round open production, for a high risk one of them the
 * MLRO's; a refusal needs two people of two roles as well, a request for more one. Suspending a merchant in
 * production, restricting it and lifting a restriction need two people of two roles who want the same; another
 * verification needs one; a refused case is reopened by the MLRO. The workflow is signaled through the outbox.
 *
 * @throws DomainError `not_found`; `illegal_transition` where the status does not take it; `permission_denied` to
 *   reopen for others than the MLRO; `conflict` for a second voice by the same person, one id for two decisions, or
 *   a case that this person may not approve yet ({@link requireApprovable}); 422 for a missing reason or words
 */
export async function decide(tx: Tx, context: Omit<AssessContext, 'nowMs'>, decision: Decision): Promise<DecidedView> {
  const { decisionId, caseId, staff, verdict, requested = [] } = decision;
  const restrictions = checked(decision);
  const words = decision.words?.trim();
  const row = await lockCase(tx, caseId);
  const earlier = await decisionsTable.findOne(tx, { id: decisionId });
  if (earlier !== undefined) {
    const isSame = earlier.caseId === caseId && earlier.verdict === verdict && earlier.staffId === staff.id;
    if (!isSame) throw new DomainError('conflict');
    return outcomeOf(tx, row, decision);
  }
  if (!verdictsIn(row.status).includes(verdict)) throw new DomainError('illegal_transition');
  if (verdict === 'reopen' && staff.role !== 'mlro') throw new DomainError('permission_denied');
  if (verdict === 'reopen' && row.purgedAt !== null) throw new DomainError('illegal_transition');
  const already = VOICES[verdict];
  if (already !== undefined && (await votesOf(tx, row, decision)).some(({ staffId }) => staffId === staff.id)) {
    throw new DomainError('conflict', { message: `You have ${already} this already: another person must.` });
  }
  const nowMs = decision.nowMs ?? Date.now();
  if (verdict === 'approve') await requireApprovable(tx, { ...context, nowMs }, { row, staffId: staff.id });
  await decisionsTable.create(tx, {
    id: decisionId,
    caseId,
    round: row.round,
    verdict,
    requested,
    restrictions,
    staffId: staff.id,
    staffName: staff.name,
    staffRole: staff.role,
    reason: decision.reason.trim(),
  });
  const votesComplete = missingVotes(await votesOf(tx, row, decision), AGREE) === null;
  // First, so that the workflow learns with the decision that the merchant has to be notified.
  if (votesComplete && (verdict === 'restrict' || verdict === 'lift')) await setRestrictions(tx, row, decision);
  await applyCaseEvent(tx, {
    id: caseId,
    event: {
      type: verdict === 'reopen' ? 'appeal_granted' : verdict,
      votesComplete,
      ...(verdict === 'more' || verdict === 'suspend' ? { requested } : {}),
      ...(words && !QUIET.has(verdict) ? { words } : {}),
    },
    cause: `decision:${decisionId}`,
    nowMs,
  });
  return outcomeOf(tx, row, decision);
}

const AGREE = { verb: 'agree', mlroBecause: null } as const;
/** Verdicts that count voices, with what a person has done who gave one. */
const VOICES: Partial<Record<Verdict, string>> = {
  approve: 'approved',
  refuse: 'refused',
  suspend: 'agreed to',
  restrict: 'agreed to',
  lift: 'agreed to',
};
/** Their words are not those of the case. */
const QUIET: ReadonlySet<Verdict> = new Set(['restrict', 'lift', 'reverify', 'reopen']);
const NEEDS_WORDS: ReadonlySet<Verdict> = new Set(['more', 'refuse', 'suspend', 'restrict']);

/** @throws DomainError 422 */
function checked({ reason, words, verdict, restrictions = [] }: Decision): Restriction[] {
  if (reason.trim() === '') throw fieldError('reason', 'A reason is required.');
  if (NEEDS_WORDS.has(verdict) && !words?.trim()) throw fieldError('words', 'Give the merchant a reason.');
  const isAbout = verdict === 'restrict' || verdict === 'lift';
  if (isAbout && restrictions.length === 0) throw fieldError('restrictions', 'Choose what this is about.');
  if (!isAbout && restrictions.length > 0) throw fieldError('restrictions', 'Only a restriction has these.');
  // In one order, so that two people who want the same agree.
  return RESTRICTIONS.filter((each) => restrictions.includes(each));
}

/** The voices of this round for the same decision that count. */
function votesOf(on: Tx, { id, round }: CaseRow, decision: Decision): Promise<Vote[]> {
  return select<Vote>(on, votesSql, [id, round, decision.verdict, checked(decision)]);
}

/**
 * Signing reads the merchant's row under a lock: what is signed already continues, nothing further is. A payout that
 * waited for its end is signed at once.
 */
async function setRestrictions(tx: Tx, row: CaseRow, decision: Decision): Promise<void> {
  const at = decision.verdict === 'restrict' ? new Date(decision.nowMs ?? Date.now()) : null;
  const about = checked(decision);
  await merchantsTable.update(
    tx,
    {
      ...(about.includes('money_out') && { moneyOutRestrictedAt: at }),
      ...(about.includes('invoices') && { invoicesRestrictedAt: at }),
    },
    { id: row.merchantId },
  );
  const words = decision.verdict === 'restrict' ? (decision.words?.trim() ?? null) : null;
  await execute(tx, restrictionWordsSql, [row.id, words]);
  if (at === null && about.includes('money_out')) {
    await nudgeQueued(tx, { modes: ['production'], merchantId: row.merchantId });
  }
}

/** @param before the case as it was when the decision was made: voices count in its round */
async function outcomeOf(tx: Tx, before: CaseRow, decision: Decision): Promise<DecidedView> {
  const row = await readCase(tx, before.id);
  const { status } = row;
  switch (decision.verdict) {
    case 'approve': {
      const isOpen = status === 'review' || status === 'rechecking' || status === 'suspended';
      return { status, missing: isOpen ? missingApproval(row.approvals, row.risk?.level ?? 'low') : null };
    }
    case 'refuse':
      return { status, missing: status === 'declined' ? null : missingRefusal(row.refusals) };
    case 'suspend':
    case 'restrict':
    case 'lift':
      return {
        status,
        missing: row.round === before.round ? missingVotes(await votesOf(tx, row, decision), AGREE) : null,
      };
    default:
      return { status, missing: null };
  }
}

const votesSql = `
  SELECT staff_id AS "staffId", staff_role AS role FROM compliance_decision
  WHERE case_id = $1 AND round = $2 AND verdict = $3 AND restrictions = $4::text[]
    AND NOT ${isBlockedSql('staff_id')} ORDER BY created_at`;
// The rest after a part was given back keeps its words.
const restrictionWordsSql = `
  UPDATE compliance_case c SET restriction_words = CASE WHEN $2::text IS NOT NULL THEN $2
    WHEN m.money_out_restricted_at IS NULL AND m.invoices_restricted_at IS NULL THEN NULL ELSE c.restriction_words END,
    restriction_untold = $2::text IS NOT NULL
      OR (c.restriction_untold AND NOT (m.money_out_restricted_at IS NULL AND m.invoices_restricted_at IS NULL))
  FROM merchant m WHERE c.id = $1 AND m.id = c.merchant_id`;
