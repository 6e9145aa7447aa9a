import { DomainError } from '../../domain/errors.ts';
import type { StaffId } from '../../domain/ids.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { maybeOne, prepared } from '../core/sql.ts';
import { savedAnswersTable } from './rows.ts';

export interface SavedAnswer {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** A list of this length is still found by looking at it. */
export const MAX_SAVED_ANSWERS = 100;

/** By title. */
export function listSavedAnswers(on: Db | Tx): Promise<readonly SavedAnswer[]> {
  const columns = ['id', 'title', 'text'] as const;
  return savedAnswersTable.find(on, {}, { columns, order: [['title', 'ASC']], limit: MAX_SAVED_ANSWERS });
}

/** Adds the answer, or changes the one of this id. @throws DomainError `conflict` for a title that another one has */
export async function saveAnswer(tx: Tx, answer: SavedAnswer & { readonly staffId: StaffId }): Promise<void> {
  const { id, title, text, staffId } = answer;
  const isNew = (await savedAnswersTable.findOne(tx, { id }, { columns: ['id'] })) === undefined;
  if (isNew && (await savedAnswersTable.count(tx, {})) >= MAX_SAVED_ANSWERS) {
    throw new DomainError('conflict', { message: `There are ${MAX_SAVED_ANSWERS} saved answers already.` });
  }
  const saved = await maybeOne(tx, saveSql, [id, title, text, staffId]);
  if (saved === undefined) throw new DomainError('conflict', { message: 'Another saved answer has this title.' });
}

/** @returns its title. @throws DomainError `not_found` */
export async function deleteAnswer(tx: Tx, id: string): Promise<string> {
  const gone = await maybeOne<{ title: string }>(tx, deleteSql, [id]);
  if (gone === undefined) throw new DomainError('not_found');
  return gone.title;
}

// Two people who save one title at the same moment: the second one waits, and is refused by the unique key.
const saveSql = prepared(`
  INSERT INTO saved_answer (id, title, text, staff_id)
  SELECT $1, $2, $3, $4 WHERE NOT EXISTS (SELECT FROM saved_answer WHERE title = $2 AND id <> $1)
  ON CONFLICT (id) DO UPDATE SET title = excluded.title, text = excluded.text, staff_id = excluded.staff_id,
    updated_at = now()
  RETURNING id`);

const deleteSql = prepared('DELETE FROM saved_answer WHERE id = $1 RETURNING title');
