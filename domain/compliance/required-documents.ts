import { type BusinessData, type CasePerson, OWNER_SHARE_PERCENT } from './business-data.ts';
import type { DocumentRequest } from './case.ts';
import type { FileType } from './file-kind.ts';
import { enhancedBy, INDUSTRY_RISK } from './lists.ts';

/**
 * The documents a business has to hand in: an extract of the register, who owns it and where it is; a licence where the
 * industry needs one; and where the money comes from for a country or a turnover that is looked at more closely.
 */
export function businessDocuments(business: BusinessData): DocumentRequest[] {
  const kinds: DocumentRequest['kind'][] = ['registration', 'ownership', 'business_address'];
  if (INDUSTRY_RISK[business.industry]?.licence) kinds.push('licence');
  if (enhancedBy(business.country).length > 0 || business.turnover === 'above_1m') kinds.push('source_of_funds');
  return kinds.map((kind) => ({ kind, personId: null, note: null }));
}

/**
 * Of each person an identity document; of owners and people from countries that are looked at more closely where they
 * live.
 */
export function personDocuments(person: CasePerson): DocumentRequest[] {
  const isClose = [person.country, person.nationality].some((country) => enhancedBy(country).length > 0);
  const isOwner = person.is_owner && (person.share_percent ?? 0) >= OWNER_SHARE_PERCENT;
  const kinds: DocumentRequest['kind'][] = ['identity'];
  if (isOwner || isClose || person.politically_exposed) kinds.push('person_address');
  return kinds.map((kind) => ({ kind, personId: person.id, note: null }));
}

/** The documents of it that are not there yet. */
export function missingDocuments(
  requested: readonly DocumentRequest[],
  given: readonly { readonly kind: string; readonly personId: string | null }[],
): DocumentRequest[] {
  return requested.filter(
    (each) => !given.some(({ kind, personId }) => kind === each.kind && personId === each.personId),
  );
}

/** An extract or a register entry is issued as a document; a picture of one is none. */
const ISSUED_AS_PDF: ReadonlySet<DocumentRequest['kind']> = new Set(['registration', 'ownership']);

/** Whether a file of this type can be such a document. */
export function mayBe(kind: DocumentRequest['kind'], type: FileType): boolean {
  return type === 'application/pdf' || !ISSUED_AS_PDF.has(kind);
}

/** Percent of a business whose owners nobody named. A person with 25 % or more could hide behind it. */
function unexplainedShare(people: readonly Pick<CasePerson, 'share_percent'>[]): number {
  return 100 - people.reduce((sum, { share_percent }) => sum + (share_percent ?? 0), 0);
}

/** Problems of the people of a business as a whole, in words; null if there are none. */
export function peopleProblem(people: readonly CasePerson[]): string | null {
  if (!people.some(({ is_representative }) => is_representative)) {
    return 'Name at least one person who represents the business.';
  }
  const unexplained = unexplainedShare(people);
  if (unexplained < 0) return 'The shares of all owners are more than 100 percent.';
  if (unexplained <= OWNER_SHARE_PERCENT) return null;
  return (
    `The owners of ${unexplained} percent are not named. Name everybody who holds a share, ` +
    `until no more than ${OWNER_SHARE_PERCENT} percent are left.`
  );
}

/** Which documents run out, and must say when. */
export function hasExpiry(kind: DocumentRequest['kind']): boolean {
  return kind === 'identity' || kind === 'licence';
}
