import type { BusinessData, CasePerson, PersonData, PersonRoles } from '../../domain/compliance/business-data.ts';
import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import type { SecretBox } from '../core/secret-box.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, prepared } from '../core/sql.ts';
import { NOW } from '../core/table.ts';
import { type CaseRow, casesTable } from './case-rows.ts';
import { removeDocuments } from './documents.ts';
import { applicantsTable, personsTable } from './rows.ts';

/** The merchant's description of the business; null before there is one, and once it was purged. */
export function businessOf(row: Pick<CaseRow, 'id' | 'businessSealed'>, box: SecretBox): BusinessData | null {
  if (row.businessSealed === null) return null;
  return JSON.parse(box.open(row.businessSealed, `case:${row.id}`)) as BusinessData;
}

/**
 * Keeps the business and the people as two people approve them now, sealed as they are: what the merchant writes later
 * is another description. A subject that an earlier approval kept is not kept twice.
 */
export async function keepVerified(
  tx: Tx,
  { caseId, version, nowMs }: { readonly caseId: string; readonly version: number; readonly nowMs: number },
): Promise<void> {
  await execute(tx, keepSql, [caseId, version, new Date(nowMs)]);
}

/** Stores the merchant's description of the business, sealed. Under another name the provider checks it again. */
export async function saveBusiness(tx: Tx, box: SecretBox, caseId: string, business: BusinessData): Promise<void> {
  const row = await casesTable.findOne(tx, { id: caseId }, { columns: ['id', 'businessSealed'] });
  const before = row === undefined ? null : businessOf(row, box);
  const isSame = before?.legal_name === business.legal_name;
  if (!isSame) await replaceApplicant(tx, { caseId, personId: null });
  const businessSealed = box.seal(JSON.stringify(business), `case:${caseId}`);
  await casesTable.update(tx, { businessSealed, updatedAt: NOW }, { id: caseId });
}

/** The people of a case, in the order they were named, without those whose data was purged. */
export async function peopleOf(on: Db | Tx, box: SecretBox, caseId: string): Promise<CasePerson[]> {
  const persons = await personsTable.find(
    on,
    { caseId, removedAt: null },
    {
      order: [
        ['createdAt', 'ASC'],
        ['id', 'ASC'],
      ],
    },
  );
  return persons.flatMap(({ id, detailsSealed, isOwner, isRepresentative, sharePercent }) => {
    if (detailsSealed === null) return [];
    const data = JSON.parse(box.open(detailsSealed, `person:${id}`)) as PersonData;
    return [{ id, is_owner: isOwner, is_representative: isRepresentative, share_percent: sharePercent, ...data }];
  });
}

/**
 * Names a person, or changes one; with another name or date of birth the provider checks the person again. @throws
 * DomainError `not_found` for a person of another case
 */
export async function savePerson(
  tx: Tx,
  box: SecretBox,
  { caseId, personId, person }: { caseId: string; personId?: string; person: PersonData & PersonRoles },
): Promise<string> {
  const { is_owner, is_representative, share_percent, ...data } = person;
  const id = personId ?? newId();
  const detailsSealed = box.seal(JSON.stringify(data), `person:${id}`);
  const sharePercent = is_owner ? share_percent : null;
  const values = { detailsSealed, isOwner: is_owner, isRepresentative: is_representative, sharePercent };
  if (personId === undefined) {
    await personsTable.create(tx, { id, caseId, ...values });
    return id;
  }
  const before = (await peopleOf(tx, box, caseId)).find((each) => each.id === id);
  if (before === undefined) throw new DomainError('not_found');
  await personsTable.update(tx, values, { id, caseId, removedAt: null });
  const isSame = before.full_name === data.full_name && before.birth_date === data.birth_date;
  if (!isSame) await replaceApplicant(tx, { caseId, personId: id });
  return id;
}

/** The provider's answer is about a former name: the next submission asks about the present one. */
async function replaceApplicant(tx: Tx, subject: { readonly caseId: string; readonly personId: string | null }) {
  await applicantsTable.update(tx, { replacedAt: NOW }, { ...subject, replacedAt: null });
}

/**
 * Removes a person and the person's documents from the case; those that were never submitted for good.
 * @throws DomainError `not_found`
 */
export async function removePerson(tx: Tx, caseId: string, personId: string): Promise<void> {
  const removed = await personsTable.update(tx, { removedAt: NOW }, { id: personId, caseId, removedAt: null });
  if (removed === 0) throw new DomainError('not_found');
  await removeDocuments(tx, { personId });
}

const keepSql = prepared(`
  INSERT INTO compliance_verified_subject (case_id, person_id, version, sealed, verified_at)
  SELECT $1, s.person_id, $2, s.sealed, $3
  FROM (
    SELECT NULL::uuid AS person_id, c.business_sealed AS sealed FROM compliance_case c WHERE c.id = $1
    UNION ALL
    SELECT p.id, p.details_sealed FROM compliance_person p WHERE p.case_id = $1 AND p.removed_at IS NULL
  ) AS s
  WHERE s.sealed IS NOT NULL AND s.sealed IS DISTINCT FROM (
    SELECT v.sealed FROM compliance_verified_subject v
    WHERE v.case_id = $1 AND v.person_id IS NOT DISTINCT FROM s.person_id ORDER BY v.version DESC LIMIT 1)`);
