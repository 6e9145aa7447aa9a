import type { BusinessData, CasePerson, PersonData, PersonRoles } from '../../domain/compliance/business-data.ts';
import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import type { SecretBox } from '../secret-box.ts';
import type { Db, Tx } from '../sequelize.ts';
import { execute, select } from '../sql.ts';
import type { CaseRow } from './case-rows.ts';

/** What the merchant said of the business; null before, and once it was purged. */
export function businessOf(row: Pick<CaseRow, 'id' | 'businessSealed'>, box: SecretBox): BusinessData | null {
  if (row.businessSealed === null) return null;
  return JSON.parse(box.open(row.businessSealed, `case:${row.id}`)) as BusinessData;
}

/** Keeps what the merchant says of the business, sealed. */
export async function saveBusiness(tx: Tx, box: SecretBox, caseId: string, business: BusinessData): Promise<void> {
  const sealed = box.seal(JSON.stringify(business), `case:${caseId}`);
  await execute(tx, 'UPDATE compliance_case SET business_sealed = $2, updated_at = now() WHERE id = $1', [
    caseId,
    sealed,
  ]);
}

/** The people of a case, in the order they were named, without those whose data was purged. */
export async function peopleOf(on: Db | Tx, box: SecretBox, caseId: string): Promise<CasePerson[]> {
  const rows = await select<PersonRow>(
    on,
    `SELECT id, details_sealed, is_owner, is_representative, share_percent FROM compliance_person
     WHERE case_id = $1 AND removed_at IS NULL AND details_sealed IS NOT NULL ORDER BY created_at, id`,
    [caseId],
  );
  return rows.map(({ details_sealed, ...roles }) => {
    const data = JSON.parse(box.open(details_sealed, `person:${roles.id}`)) as PersonData;
    return { ...roles, ...data };
  });
}

/** Names a person, or changes one. @throws DomainError `not_found` for a person of another case */
export async function savePerson(
  tx: Tx,
  box: SecretBox,
  { caseId, personId, person }: { caseId: string; personId?: string; person: PersonData & PersonRoles },
): Promise<string> {
  const { is_owner, is_representative, share_percent, ...data } = person;
  const id = personId ?? newId();
  const sealed = box.seal(JSON.stringify(data), `person:${id}`);
  const values = [id, caseId, sealed, is_owner, is_representative, is_owner ? share_percent : null];
  if (personId === undefined) {
    await execute(
      tx,
      `INSERT INTO compliance_person (id, case_id, details_sealed, is_owner, is_representative, share_percent)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      values,
    );
    return id;
  }
  const changed = await execute(
    tx,
    `UPDATE compliance_person SET details_sealed = $3, is_owner = $4, is_representative = $5, share_percent = $6
     WHERE id = $1 AND case_id = $2 AND removed_at IS NULL`,
    values,
  );
  if (changed === 0) throw new DomainError('not_found');
  return id;
}

/** Takes a person and the person's documents off the case. @throws DomainError `not_found` */
export async function removePerson(tx: Tx, caseId: string, personId: string): Promise<void> {
  const removed = await execute(
    tx,
    'UPDATE compliance_person SET removed_at = now() WHERE id = $2 AND case_id = $1 AND removed_at IS NULL',
    [caseId, personId],
  );
  if (removed === 0) throw new DomainError('not_found');
  await execute(tx, 'UPDATE compliance_document SET removed_at = now() WHERE person_id = $1 AND removed_at IS NULL', [
    personId,
  ]);
}

interface PersonRow {
  id: string;
  details_sealed: Buffer;
  is_owner: boolean;
  is_representative: boolean;
  share_percent: number | null;
}
