import type { Verification } from '../../contract/verification.ts';
import type { DocumentRow } from '../../db/compliance/documents.ts';
import { EDITABLE, mayAppeal } from '../../db/compliance/merchant-acts.ts';
import type { MerchantView } from '../../db/compliance/merchant-view.ts';
import {
  actorOf,
  type CaseStatus,
  ONBOARDING_STEPS,
  opensProduction,
  reportsChange,
  stepsOf,
} from '../../domain/compliance/case.ts';
import { hasExpiry } from '../../domain/compliance/required-documents.ts';
import { actUntilMs } from '../../domain/compliance/times.ts';

/**
 * The state of a merchant's verification, for the merchant. `undefined` is one that was verified without a case, or has
 * none yet.
 */
export function presentVerification(view: MerchantView | undefined, isVerified: boolean): Verification {
  if (view === undefined) return withoutCase(isVerified);
  const { row, business, people, documents, requests, statements } = view;
  const { status, actUntil } = shownPlace(view);
  return {
    status,
    // Why staff look at a case is theirs alone.
    reason: actorOf(status) === 'merchant' ? row.reason : null,
    steps: stepsOf({
      status,
      testSkipped: row.testedAt === null && row.testSkippedAt !== null,
      businessSubmitted: row.businessSubmittedAt !== null,
      personalSubmitted: row.personalSubmittedAt !== null,
    }),
    actor: actorOf(status),
    act_until: actUntil?.toISOString() ?? null,
    production_open: opensProduction(status),
    editable: EDITABLE.has(row.status),
    words: row.words,
    business,
    people: [...people],
    documents: documents.map(presentDocument),
    wanted: requests.map(({ kind, personId, note, given }) => ({
      kind,
      person_id: personId,
      note,
      given,
      must_expire: hasExpiry(kind),
    })),
    restrictions: {
      money_out: row.moneyOutRestricted,
      invoices: row.invoicesRestricted,
      words: row.restrictionWords,
    },
    may_appeal: mayAppeal(row, statements),
    may_report_change: status === 'production' || row.status === 'renewal' || row.status === 'rechecking',
    statements: statements.map(({ kind, words, created_at }) => ({ kind, words, at: created_at.toISOString() })),
    opened_at: row.openedAt?.toISOString() ?? null,
  };
}

/**
 * A second look that the merchant did not cause itself is nothing a merchant learns of: it may be about a suspicion, so
 * all of them look like ordinary production. A change reported meanwhile looks as it would without one: with the team
 * from the report on.
 */
function shownPlace({ row, statements }: MerchantView): {
  readonly status: CaseStatus;
  readonly actUntil: Date | null;
} {
  const { status, reason, since, actUntil } = row;
  if (status !== 'rechecking' || reason === 'renewed_documents') return { status, actUntil };
  const change = statements.find(({ kind, created_at }) => reportsChange(kind) && created_at >= since);
  if (change !== undefined) return { status, actUntil: untilOf(status, change.created_at) };
  return reason === 'change_reported' ? { status, actUntil } : { status: 'production', actUntil: null };
}

function untilOf(status: CaseStatus, since: Date): Date | null {
  const untilMs = actUntilMs(status, since.getTime());
  return untilMs === null ? null : new Date(untilMs);
}

function presentDocument(document: DocumentRow): Verification['documents'][number] {
  const { case_id: _, handed_in_at, uploaded_at, ...shown } = document;
  return { ...shown, uploaded_at: uploaded_at.toISOString(), handed_in: handed_in_at !== null };
}

function withoutCase(isVerified: boolean): Verification {
  return {
    status: null,
    reason: null,
    steps: ONBOARDING_STEPS.map((step) => ({ step, status: isVerified ? 'done' : 'ahead' })),
    actor: 'nobody',
    act_until: null,
    production_open: isVerified,
    editable: false,
    words: null,
    business: null,
    people: [],
    documents: [],
    wanted: [],
    restrictions: { money_out: false, invoices: false, words: null },
    may_appeal: false,
    may_report_change: false,
    statements: [],
    opened_at: null,
  };
}
