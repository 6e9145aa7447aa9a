import type { StatementKind } from '../../domain/compliance/case.ts';
import { newId } from '../../domain/ids.ts';
import type { Db, Tx } from '../sequelize.ts';
import { execute, select } from '../sql.ts';

/** What a merchant wrote to the compliance team. */
export interface StatementRow {
  readonly kind: StatementKind;
  readonly words: string;
  readonly said_by: string;
  readonly created_at: Date;
}

export async function addStatement(
  tx: Tx,
  statement: Omit<StatementRow, 'created_at'> & { readonly caseId: string },
): Promise<void> {
  const { caseId, kind, words, said_by } = statement;
  await execute(tx, insertSql, [newId(), caseId, kind, words, said_by]);
}

/** Oldest first. */
export function statementsOf(on: Tx | Db, caseId: string): Promise<StatementRow[]> {
  return select<StatementRow>(on, readSql, [caseId]);
}

const insertSql = 'INSERT INTO compliance_statement (id, case_id, kind, words, said_by) VALUES ($1, $2, $3, $4, $5)';
const readSql =
  'SELECT kind, words, said_by, created_at FROM compliance_statement WHERE case_id = $1 ORDER BY created_at, id';
