import type { StaffRole } from '../../domain/accounts/staff-permissions.ts';
import {
  type DispositionText,
  dispositionProblems,
  hitKey,
  missingDisposition,
} from '../../domain/compliance/disposition.ts';
import { DomainError } from '../../domain/errors.ts';
import { isBlockedSql } from '../core/blocked-staff.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, select } from '../core/sql.ts';
import { type CaseRow, lockCase } from './case-rows.ts';

export interface DispositionRow extends DispositionText {
  readonly hit: string;
  readonly staffId: string;
  readonly staff_name: string;
  readonly role: StaffRole;
  readonly isBlocked: boolean;
  readonly created_at: Date;
}

/** The dispositions of a case's matches, oldest first. */
export function dispositionsOf(on: Db | Tx, caseId: string): Promise<DispositionRow[]> {
  return select<DispositionRow>(
    on,
    `SELECT hit, staff_id AS "staffId", staff_name, staff_role AS role, identity, difference, evidence, created_at,
       ${isBlockedSql('staff_id')} AS "isBlocked"
     FROM sanctions_disposition WHERE case_id = $1 ORDER BY created_at`,
    [caseId],
  );
}

/**
 * Saves what one person writes about a match.
 * @throws DomainError 422 that names what is too short; `not_found` for a match that the last check did not find;
 *   `conflict` for a second one by the same person
 */
export async function writeDisposition(
  tx: Tx,
  disposition: DispositionText & {
    readonly caseId: string;
    readonly hit: string;
    readonly staff: { readonly id: string; readonly fullName: string; readonly role: StaffRole };
  },
): Promise<void> {
  const { caseId, hit, staff, identity, difference, evidence } = disposition;
  const fields = dispositionProblems(disposition);
  if (fields !== undefined) throw new DomainError('validation_failed', { fields });
  const row = await lockCase(tx, caseId);
  if (!row.risk?.hits.some((each) => hitKey(each) === hit)) throw new DomainError('not_found');
  const made = await execute(
    tx,
    `INSERT INTO sanctions_disposition (case_id, hit, staff_id, staff_name, staff_role, identity, difference, evidence)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
    [caseId, hit, staff.id, staff.fullName, staff.role, identity.trim(), difference.trim(), evidence.trim()],
  );
  if (made === 0)
    throw new DomainError('conflict', { message: 'You have written about this match already: another person must.' });
}

/**
 * @throws DomainError `conflict` while a match of the last check waits for two people to write why it is another person
 */
export async function requireDispositions(tx: Tx, row: CaseRow): Promise<void> {
  const hits = row.risk?.hits ?? [];
  if (hits.length === 0) return;
  const written = await dispositionsOf(tx, row.id);
  const open = hits.find((hit) => missingDisposition(written.filter(({ hit: of }) => of === hitKey(hit))) !== null);
  if (open === undefined) return;
  const match = `"${open.listedName}" of the list ${open.list}`;
  const message = `First two people of two roles must write why ${open.name} is not ${match}.`;
  throw new DomainError('conflict', { message });
}
