import type { StatementKind } from '../../domain/compliance/case.ts';
import { newId } from '../../domain/ids.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { select } from '../core/sql.ts';
import { statementsTable } from './rows.ts';

/** A merchant's messages to the compliance team. */
export interface StatementRow {
  readonly kind: StatementKind;
  readonly words: string;
  readonly said_by: string;
  readonly created_at: Date;
}

export async function addStatement(
  tx: Tx,
  statement: Omit<StatementRow, 'created_at'> & { readonly caseId: string; readonly nowMs: number },
): Promise<void> {
  const { said_by: saidBy, nowMs, ...stated } = statement;
  await statementsTable.create(tx, { id: newId(), ...stated, saidBy, createdAt: new Date(nowMs) });
}

/** Oldest first. */
export function statementsOf(on: Tx | Db, caseId: string): Promise<StatementRow[]> {
  return select<StatementRow>(on, readSql, [caseId]);
}

const readSql =
  'SELECT kind, words, said_by, created_at FROM compliance_statement WHERE case_id = $1 ORDER BY created_at, id';
