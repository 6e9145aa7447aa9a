import type { RiskLevel } from '../../domain/compliance/approval.ts';
import type { BusinessData, CasePerson } from '../../domain/compliance/business-data.ts';
import { hitKey } from '../../domain/compliance/disposition.ts';
import {
  businessDocuments,
  missingDocuments,
  peopleProblem,
  personDocuments,
} from '../../domain/compliance/required-documents.ts';
import type { Assessment } from '../../domain/compliance/risk.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Tx } from '../core/sequelize.ts';
import { type AssessContext, assessCase } from './assess.ts';
import type { CaseRow } from './case-rows.ts';
import { requireDispositions } from './dispositions.ts';
import { documentsOf, requireOpened } from './documents.ts';
import { requireCurrentCheck } from './sanctions.ts';
import { businessOf, peopleOf } from './subjects.ts';

/**
 * Whether this person may approve the case as it is now, whatever its last check saw: the merchant may have written and
 * uploaded since. Assesses it again.
 * @throws DomainError `conflict` in words for staff: documents that were not opened; a check that is older than a list
 *   or than what the case says; people or documents that are missing; matches that nobody wrote about
 */
export async function requireApprovable(
  tx: Tx,
  context: AssessContext,
  { row, staffId }: { readonly row: CaseRow; readonly staffId: string },
): Promise<void> {
  await requireOpened(tx, row.id, staffId);
  await requireCurrentCheck(tx, row.id);
  const business = businessOf(row, context.box);
  if (business !== null) await requireComplete(tx, row.id, business, await peopleOf(tx, context.box, row.id));
  const assessment = await assessCase(tx, row, context);
  if (assessment !== null) requireSeen(row.risk, assessment);
  await requireDispositions(tx, { ...row, risk: assessment ?? row.risk });
}

async function requireComplete(
  tx: Tx,
  caseId: string,
  business: BusinessData,
  people: readonly CasePerson[],
): Promise<void> {
  const given = (await documentsOf(tx, caseId)).map(({ kind, person_id }) => ({ kind, personId: person_id }));
  const missing = missingDocuments([...businessDocuments(business), ...people.flatMap(personDocuments)], given);
  const nameOf = (id: string | null) => people.find((person) => person.id === id)?.full_name ?? business.legal_name;
  const documents = missing.map(({ kind, personId }) => `${kind.replaceAll('_', ' ')} of ${nameOf(personId)}`);
  const problem =
    peopleProblem(people) ?? (documents.length === 0 ? null : `Documents are missing: ${documents.join(', ')}.`);
  if (problem !== null) throw new DomainError('conflict', { message: `The case is not complete. ${problem}` });
}

/** New findings of the check are for people to see first. */
function requireSeen(seen: Assessment | null, now: Assessment): void {
  const known = new Set(seen?.hits.map(hitKey));
  const isHigher = RANKS[now.level] > RANKS[seen?.level ?? 'low'];
  if (!isHigher && now.hits.every((hit) => known.has(hitKey(hit)))) return;
  const message = 'The data of this case changed after its last check. Check the names again, then decide.';
  throw new DomainError('conflict', { message });
}

const RANKS: Readonly<Record<RiskLevel, number>> = { low: 0, medium: 1, high: 2 };
