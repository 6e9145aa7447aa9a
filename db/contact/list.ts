import type { ContactKind, ContactStatus } from '../../domain/forms/contact.ts';
import { type Condition, likeOf, limitOf, whereAll } from '../core/list-query.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { maybeOne, one, select } from '../core/sql.ts';
import { type ContactMessageRow, contactAnswersTable, contactMessagesTable } from './rows.ts';

/** A message as staff see it in a list. */
export interface ContactLine extends ContactMessageRow {
  readonly status: ContactStatus;
  readonly assignee: string | null;
}

export interface ContactAnswer {
  readonly id: string;
  readonly staffName: string;
  readonly text: string;
  readonly createdAt: Date;
}

export interface ContactQuery {
  readonly status?: readonly string[] | undefined;
  readonly kind?: ContactKind | undefined;
  /** Searches reference, name, address and subject. */
  readonly search?: string | undefined;
  readonly page: number;
  readonly perPage: number;
}

/** One page of messages, the newest first, and the total count. */
export async function listContacts(
  db: Db,
  query: ContactQuery,
): Promise<{ readonly lines: readonly ContactLine[]; readonly total: number }> {
  const { where, bind } = whereAll(conditionsOf(query));
  const rows = await select<object>(db, `${linesSql} WHERE ${where} ORDER BY c.id DESC ${limitOf(query)}`, bind);
  const { total } = await one<{ total: string }>(
    db,
    `SELECT count(*) AS total FROM contact_message c WHERE ${where}`,
    bind,
  );
  return { lines: rows.map((raw) => contactMessagesTable.read(raw) as ContactLine), total: Number(total) };
}

/** A message with its answers, the oldest first; undefined where there is none. */
export async function findContact(
  on: Db | Tx,
  id: string,
): Promise<{ readonly line: ContactLine; readonly answers: readonly ContactAnswer[] } | undefined> {
  const row = await maybeOne<object>(on, `${linesSql} WHERE c.id = $1`, [id]);
  if (row === undefined) return undefined;
  const answers = await contactAnswersTable.find(on, { messageId: id }, { order: [['createdAt', 'ASC']] });
  return { line: contactMessagesTable.read(row) as ContactLine, answers };
}

const statusSql = `CASE WHEN c.spam_at IS NOT NULL THEN 'spam' WHEN c.answered_at IS NOT NULL THEN 'answered'
  WHEN c.assignee_id IS NOT NULL THEN 'in_progress' ELSE 'new' END`;

const linesSql = `
  SELECT ${contactMessagesTable.selected('c')}, ${statusSql} AS status, s.full_name AS assignee
  FROM contact_message c LEFT JOIN staff_user s ON s.id = c.assignee_id`;

function conditionsOf({ status, kind, search }: ContactQuery): readonly Condition[] {
  return [
    [status, (p) => `${statusSql} = ANY(${p}::text[])`],
    [kind, (p) => `c.kind = ${p}`],
    [
      likeOf(search),
      (p) => `(c.reference ILIKE ${p} OR c.name ILIKE ${p} OR c.email ILIKE ${p} OR c.subject ILIKE ${p})`,
    ],
  ];
}
