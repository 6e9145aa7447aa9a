import type { DocumentRow } from '../../db/compliance/documents.ts';
import { EDITABLE } from '../../db/compliance/merchant-acts.ts';
import type { MerchantView } from '../../db/compliance/merchant-view.ts';
import { actorOf, ONBOARDING_STEPS, opensProduction, stepsOf } from '../../domain/compliance/case.ts';
import { hasExpiry } from '../../domain/compliance/required-documents.ts';
import type { Verification } from '../contract/verification.ts';

/** Where a merchant stands, for the merchant. `undefined` is one that was verified without a case, or has none yet. */
export function presentVerification(view: MerchantView | undefined, isVerified: boolean): Verification {
  if (view === undefined) return withoutCase(isVerified);
  const { row, business, people, documents, wanted } = view;
  return {
    status: row.status,
    reason: row.reason,
    steps: stepsOf({
      status: row.status,
      testSkipped: row.tested_at === null && row.test_skipped_at !== null,
      businessSubmitted: row.business_submitted_at !== null,
      personalSubmitted: row.personal_submitted_at !== null,
    }),
    actor: actorOf(row.status),
    act_until: row.act_until?.toISOString() ?? null,
    production_open: opensProduction(row.status),
    editable: EDITABLE.has(row.status),
    words: row.words,
    business,
    people: [...people],
    documents: documents.map(presentDocument),
    wanted: wanted.map(({ kind, personId, note, given }) => ({
      kind,
      person_id: personId,
      note,
      given,
      must_expire: hasExpiry(kind),
    })),
    opened_at: row.opened_at?.toISOString() ?? null,
  };
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
    opened_at: null,
  };
}
