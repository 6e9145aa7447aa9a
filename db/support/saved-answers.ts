import { DomainError } from '../../domain/errors.ts';
import type { StaffId } from '../../domain/ids.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { lockUntilCommit, select } from '../core/sql.ts';
import { NOW } from '../core/table.ts';
import { savedAnswersTable } from './rows.ts';

export interface SavedAnswer {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** Raised by each change. */
  readonly version: number;
  /** The person who changed it last. */
  readonly changedBy: string;
  readonly updatedAt: Date;
}

/** A list of this length is still found by looking at it. */
export const MAX_SAVED_ANSWERS = 100;

/** By title. */
export function listSavedAnswers(on: Db | Tx): Promise<readonly SavedAnswer[]> {
  return select<SavedAnswer>(on, listSql, [MAX_SAVED_ANSWERS]);
}

export interface SavingAnswer {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly staffId: StaffId;
  /** The version that the person has read; null for a new answer. */
  readonly version: number | null;
}

/**
 * Adds the answer, or changes the one of this id. Text that is saved already changes nothing.
 * @returns whether something changed
 * @throws DomainError `changed_meanwhile` if somebody has changed or deleted it since it was read; `conflict` for a title
 *   that another one has, and where there are {@link MAX_SAVED_ANSWERS}
 */
export async function saveAnswer(tx: Tx, { id, title, text, staffId, version }: SavingAnswer): Promise<boolean> {
  await oneAfterTheOther(tx);
  const row = await savedAnswersTable.findOne(tx, { id });
  if (row !== undefined && row.title === title && row.text === text) return false;
  if ((row?.version ?? null) !== version) throw new DomainError('changed_meanwhile');
  const other = await savedAnswersTable.findOne(tx, { title }, { columns: ['id'] });
  if (other !== undefined && other.id !== id) {
    throw new DomainError('conflict', { message: 'Another saved answer has this title.' });
  }
  if (version !== null) {
    const changed = { title, text, staffId, version: version + 1, updatedAt: NOW };
    await savedAnswersTable.update(tx, changed, { id });
    return true;
  }
  if ((await savedAnswersTable.count(tx, {})) >= MAX_SAVED_ANSWERS) {
    throw new DomainError('conflict', { message: `There are ${MAX_SAVED_ANSWERS} saved answers already.` });
  }
  await savedAnswersTable.create(tx, { id, title, text, staffId });
  return true;
}

/**
 * @returns its title
 * @throws DomainError `not_found`; `changed_meanwhile` if somebody has changed it since this version
 */
export async function deleteAnswer(
  tx: Tx,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<string> {
  await oneAfterTheOther(tx);
  const row = await savedAnswersTable.findOne(tx, { id });
  if (row === undefined) throw new DomainError('not_found');
  if (row.version !== version) throw new DomainError('changed_meanwhile');
  await savedAnswersTable.destroy(tx, { id });
  return row.title;
}

/** Few people change them, and seldom: the title and the number of all are compared without a race. */
async function oneAfterTheOther(tx: Tx): Promise<void> {
  await lockUntilCommit(tx, 'saved answers');
}

const listSql = `
  SELECT a.id, a.title, a.text, a.version, s.full_name AS "changedBy", a.updated_at AS "updatedAt"
  FROM saved_answer a JOIN staff_user s ON s.id = a.staff_id ORDER BY a.title LIMIT $1`;
