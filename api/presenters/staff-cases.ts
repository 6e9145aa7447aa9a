import type { CaseFileView, CaseLineView } from '../../contract/staff-cases.ts';
import type { CaseFile } from '../../db/compliance/case-file.ts';
import type { CaseLine } from '../../db/compliance/case-queue.ts';
import type { StaffMember } from '../../db/staff/people.ts';
import { type Verdict, verdictsIn } from '../../domain/compliance/case.ts';
import { hitKey, missingDisposition } from '../../domain/compliance/disposition.ts';

export function presentCaseLine(line: CaseLine): CaseLineView {
  return {
    id: line.id,
    company_name: line.companyName,
    country: line.country,
    status: line.status,
    reason: line.reason,
    since: line.since.toISOString(),
    risk_level: line.riskLevel,
    approvals: [...line.approvals],
    documents: line.documents,
  };
}

/** A case as the person sees it. */
export function presentCaseFile({ row, merchant, ...file }: CaseFile, member: StaffMember): CaseFileView {
  return {
    id: row.id,
    merchant: {
      id: row.merchantId,
      company_name: row.companyName,
      country: merchant.country,
      website: merchant.website,
      contact_handle: merchant.contact_handle,
      email: merchant.email,
      since: merchant.created_at.toISOString(),
    },
    status: row.status,
    reason: row.reason,
    since: row.since.toISOString(),
    act_until: row.actUntil?.toISOString() ?? null,
    round: row.round,
    tested: row.testedAt !== null,
    business: file.business,
    people: file.people,
    documents: file.documents.map((document) => presentDocument(document, file.unopened)),
    provider: file.provider.map(({ person_id, status, labels, comment, news_at }) => ({
      person_id,
      status,
      labels: [...labels],
      comment,
      news_at: news_at?.toISOString() ?? null,
    })),
    risk: riskOf(row.risk, file.dispositions),
    checks: file.checks.map(({ cause, lists, names, hits, checked_at }) => ({
      cause,
      lists: [...lists],
      names,
      hits,
      at: checked_at.toISOString(),
    })),
    approvals: row.approvals.map(({ role }) => role),
    missing: file.missing,
    verdicts: verdictsFor(row, member),
    restrictions: {
      money_out: row.moneyOutRestricted,
      invoices: row.invoicesRestricted,
      words: row.restrictionWords,
    },
    may_decide: verdictsFor(row, member).includes('approve'),
    ...presentRecords(file),
  };
}

function presentDocument(
  document: CaseFile['documents'][number],
  unopened: CaseFile['unopened'],
): CaseFileView['documents'][number] {
  return {
    id: document.id,
    person_id: document.person_id,
    kind: document.kind,
    file_name: document.file_name,
    content_type: document.content_type,
    size_bytes: document.size_bytes,
    expires_on: document.expires_on,
    uploaded_at: document.uploaded_at.toISOString(),
    handed_in: document.handed_in_at !== null,
    replaced: document.removed_at !== null,
    to_open: unopened.includes(document.id),
  };
}

/** Notes, decisions and events of a case. */
function presentRecords({
  statements,
  decisions,
  events,
}: Pick<CaseFile, 'statements' | 'decisions' | 'events'>): Pick<CaseFileView, 'statements' | 'decisions' | 'events'> {
  return {
    statements: statements.map(({ kind, words, said_by, created_at }) => ({
      kind,
      words,
      by: said_by,
      at: created_at.toISOString(),
    })),
    decisions: decisions.map(({ verdict, round, staff_name, staff_role, reason, created_at }) => ({
      verdict,
      round,
      staff_name,
      staff_role,
      reason,
      at: created_at.toISOString(),
    })),
    events: events.map(({ event, status, reason, created_at }) => ({
      event,
      status: status as CaseLineView['status'],
      reason,
      at: created_at.toISOString(),
    })),
  };
}

/** A person approves once in a round; what was refused is the MLRO's to reopen. */
function verdictsFor(row: CaseFile['row'], member: StaffMember): Verdict[] {
  const { moneyOutRestricted, invoicesRestricted } = row;
  return verdictsIn(row.status).filter((verdict) => {
    if (verdict === 'approve') return !row.approvals.some(({ staffId }) => staffId === member.id);
    if (verdict === 'reopen') return member.role === 'mlro' && row.purgedAt === null;
    if (verdict === 'lift') return moneyOutRestricted || invoicesRestricted;
    return verdict !== 'restrict' || !(moneyOutRestricted && invoicesRestricted);
  });
}

function riskOf(risk: CaseFile['row']['risk'], written: CaseFile['dispositions']): CaseFileView['risk'] {
  if (risk === null) return null;
  return {
    level: risk.level,
    score: risk.score,
    assessed_at: risk.assessedAt,
    reasons: risk.reasons.map(({ words, points }) => ({ words, points })),
    hits: risk.hits.map((each) => {
      const hit = hitKey(each);
      const about = written.filter((disposition) => disposition.hit === hit);
      const { name, listedName, list, score } = each;
      return {
        hit,
        name,
        listed_name: listedName,
        list,
        score,
        missing: missingDisposition(about),
        dispositions: about.map(({ staff_name, role, identity, difference, evidence, created_at }) => ({
          staff_name,
          staff_role: role,
          identity,
          difference,
          evidence,
          at: created_at.toISOString(),
        })),
      };
    }),
  };
}
