import { type Assessment, assessRisk } from '../../domain/compliance/risk.ts';
import type { ScreenedName } from '../../domain/compliance/screening.ts';
import type { SecretBox } from '../core/secret-box.ts';
import type { Tx } from '../core/sequelize.ts';
import { select } from '../core/sql.ts';
import { type CaseRow, casesTable } from './case-rows.ts';
import type { CheckCause } from './rows.ts';
import { recordCheck, sanctionsAreOld, screenNames } from './sanctions.ts';
import { businessOf, peopleOf } from './subjects.ts';

export interface AssessContext {
  readonly box: SecretBox;
  /** The invented sanctions list counts too, and no real one is missed. */
  readonly sandbox: boolean;
  readonly nowMs: number;
  /** Why the names are checked; an assessment by default. */
  readonly cause?: CheckCause;
}

/** Screens the names of a case and adds its risk up, as staff see it. Null where nothing was said of the business. */
export async function assessCase(
  tx: Tx,
  row: Pick<CaseRow, 'id' | 'businessSealed'>,
  { box, sandbox, nowMs, cause = 'assessment' }: AssessContext,
): Promise<Assessment | null> {
  const business = businessOf(row, box);
  if (business === null) return null;
  const people = await peopleOf(tx, box, row.id);
  const names: ScreenedName[] = [
    { subject: row.id, name: business.legal_name, birthYear: null },
    ...people.map(({ id, full_name, birth_date }) => ({
      subject: id,
      name: full_name,
      birthYear: Number(birth_date.slice(0, 4)),
      born: birth_date,
    })),
  ];
  const applicants = await select<{ person_id: string | null; status: string }>(
    tx,
    `SELECT a.person_id, a.status FROM verification_applicant a LEFT JOIN compliance_person p ON p.id = a.person_id
     WHERE a.case_id = $1 AND a.replaced_at IS NULL AND p.removed_at IS NULL`,
    [row.id],
  );
  const statusOf = (id: string | null) => applicants.find(({ person_id }) => person_id === id)?.status ?? 'new';
  const subjects = [null, ...people.map(({ id }) => id)];
  const nameOf = (personId: string | null) =>
    people.find(({ id }) => id === personId)?.full_name ?? business.legal_name;
  const hits = await screenNames(tx, names, { sandbox });
  await recordCheck(tx, { caseId: row.id, cause, names: names.length, hits: hits.length });
  const assessment = assessRisk(
    {
      business,
      people,
      hits,
      listsAreOld: !sandbox && (await sanctionsAreOld(tx)),
      provider: {
        rejected: applicants.filter(({ status }) => status === 'red').map(({ person_id }) => nameOf(person_id)),
        silent: subjects.some((id) => ['new', 'pending', 'on_hold'].includes(statusOf(id))),
      },
    },
    nowMs,
  );
  await casesTable.update(tx, { risk: assessment }, { id: row.id });
  return assessment;
}
