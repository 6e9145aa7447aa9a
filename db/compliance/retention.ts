import { Op } from 'sequelize';
import type { Tx } from '../core/sequelize.ts';
import { execute, select } from '../core/sql.ts';
import { NOW } from '../core/table.ts';
import { casesTable } from './case-rows.ts';
import { personsTable, statementsTable, verifiedSubjectsTable } from './rows.ts';

/**
 * Removes the documents and the personal data of cases whose relationship ended longer ago than records are kept (spec
 * §9: five years at least, eight by default): with the case or with the account, whichever was first. An account whose
 * deletion nobody finished counts from the request. The rest says that there was a case, when, and how it was decided.
 *
 * @returns how many cases; ask again until it is none
 */
export async function purgeCases(
  tx: Tx,
  { years, nowMs }: { readonly years: number; readonly nowMs: number },
): Promise<number> {
  const rows = await select<{ id: string }>(
    tx,
    `SELECT c.id FROM compliance_case c JOIN merchant m ON m.id = c.merchant_id
     WHERE c.purged_at IS NULL
       AND coalesce(least(c.ended_at, m.deleted_at), m.deletion_requested_at)
         < $1::timestamptz - make_interval(years => $2)
     ORDER BY c.id LIMIT 50 FOR UPDATE OF c SKIP LOCKED`,
    [new Date(nowMs), years],
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await execute(
    tx,
    `DELETE FROM compliance_file_part p USING compliance_document d
     WHERE d.id = p.document_id AND d.case_id = ANY($1::uuid[])`,
    [ids],
  );
  await execute(
    tx,
    `DELETE FROM compliance_file f USING compliance_document d
     WHERE d.id = f.document_id AND d.case_id = ANY($1::uuid[])`,
    [ids],
  );
  await execute(
    tx,
    `UPDATE compliance_document SET purged_at = coalesce(purged_at, now()), file_name = '', expires_on = NULL
     WHERE case_id = ANY($1::uuid[])`,
    [ids],
  );
  await personsTable.update(tx, { detailsSealed: null }, { caseId: { [Op.in]: ids } });
  await verifiedSubjectsTable.destroy(tx, { caseId: { [Op.in]: ids } });
  await statementsTable.destroy(tx, { caseId: { [Op.in]: ids } });
  const nothing = { businessSealed: null, risk: null, words: null, restrictionWords: null, requested: [] };
  return casesTable.update(tx, { ...nothing, purgedAt: NOW }, { id: { [Op.in]: ids } });
}
