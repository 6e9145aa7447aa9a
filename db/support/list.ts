import { DomainError } from '../../domain/errors.ts';
import type { TicketPriority, TicketSource } from '../../domain/support/ticket.ts';
import { type Condition, likeOf, limitOf, whereAll } from '../core/list-query.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { maybeOne, one, select } from '../core/sql.ts';
import { type AttachmentName, attachmentsOf } from './attachments.ts';
import { type TicketMessageRow, type TicketRow, ticketMessagesTable, ticketsTable } from './rows.ts';

/** A ticket in a list. */
export interface TicketLine extends TicketRow {
  readonly assignee: string | null;
  readonly companyName: string | null;
}

export interface TicketQuery {
  readonly status?: readonly string[] | undefined;
  readonly priority?: TicketPriority | undefined;
  readonly source?: TicketSource | undefined;
  /** Of one person of staff. */
  readonly assigneeId?: string | undefined;
  /** Searches reference, subject, name, address and company. */
  readonly search?: string | undefined;
  readonly page: number;
  readonly perPage: number;
}

interface Lines {
  readonly lines: readonly TicketLine[];
  readonly total: number;
}

/** The queue: those that wait for support first, the urgent before the others and the longest wait at the top. */
export function listTickets(db: Db, query: TicketQuery): Promise<Lines> {
  return linesOf(db, conditionsOf(query), { order: QUEUE, query });
}

/** The tickets that a merchant's people wrote in the back office: all of them, or those of one person. */
export function listOwnTickets(
  db: Db,
  owner: { readonly merchantId: string; readonly userId: string | null },
  query: Pick<TicketQuery, 'status' | 'search' | 'page' | 'perPage'>,
): Promise<Lines> {
  const own: Condition[] = [
    [owner.merchantId, (p) => `t.source = 'back_office' AND t.merchant_id = ${p}`],
    [owner.userId, (p) => `t.user_id = ${p}`],
  ];
  return linesOf(db, [...own, ...conditionsOf(query)], { order: 't.updated_at DESC, t.id DESC', query });
}

/** A ticket with its whole thread, the oldest first. */
export interface TicketThread {
  readonly line: TicketLine;
  readonly messages: readonly TicketMessageRow[];
  readonly attachments: readonly AttachmentName[];
}

/** @throws DomainError `not_found` */
export async function readThread(on: Db | Tx, id: string): Promise<TicketThread> {
  const thread = await findThread(on, id);
  if (thread === undefined) throw new DomainError('not_found');
  return thread;
}

/** The same; undefined where there is none. */
export async function findThread(on: Db | Tx, id: string): Promise<TicketThread | undefined> {
  const raw = await maybeOne<object>(on, `${linesSql} WHERE t.id = $1`, [id]);
  if (raw === undefined) return undefined;
  const messages = await ticketMessagesTable.find(
    on,
    { ticketId: id },
    {
      order: [
        ['createdAt', 'ASC'],
        ['id', 'ASC'],
      ],
    },
  );
  const attachments = await attachmentsOf(
    on,
    messages.map((message) => message.id),
  );
  return { line: ticketsTable.read(raw) as TicketLine, messages, attachments };
}

/** The id of the ticket that has the message. */
export async function findTicketOf(db: Db, messageId: string): Promise<string | undefined> {
  return (await ticketMessagesTable.findOne(db, { id: messageId }, { columns: ['ticketId'] }))?.ticketId;
}

async function linesOf(
  db: Db,
  conditions: readonly Condition[],
  { order, query }: { readonly order: string; readonly query: Pick<TicketQuery, 'page' | 'perPage'> },
): Promise<Lines> {
  const { where, bind } = whereAll(conditions);
  const rows = await select<object>(db, `${linesSql} WHERE ${where} ORDER BY ${order} ${limitOf(query)}`, bind);
  const { total } = await one<{ total: string }>(db, `SELECT count(*) AS total ${FROM} WHERE ${where}`, bind);
  return { lines: rows.map((raw) => ticketsTable.read(raw) as TicketLine), total: Number(total) };
}

/** The same as `statusOf` of domain/support/ticket.ts. */
const statusSql = `CASE WHEN t.spam_at IS NOT NULL THEN 'spam' WHEN t.closed_at IS NOT NULL THEN 'closed'
  WHEN t.asked_at IS NOT NULL THEN 'open' WHEN t.needs_customer THEN 'waiting' ELSE 'answered' END`;

const FROM = `FROM ticket t LEFT JOIN staff_user s ON s.id = t.assignee_id
  LEFT JOIN merchant m ON m.id = t.merchant_id`;

const linesSql = `
  SELECT ${ticketsTable.selected('t')}, s.full_name AS assignee, m.company_name AS "companyName" ${FROM}`;

const QUEUE = `(${statusSql}) <> 'open', array_position(ARRAY['urgent', 'high', 'normal', 'low'], t.priority),
  t.asked_at NULLS LAST, t.updated_at DESC, t.id DESC`;

function conditionsOf({ status, priority, source, assigneeId, search }: Partial<TicketQuery>): readonly Condition[] {
  return [
    [status, (p) => `${statusSql} = ANY(${p}::text[])`],
    [priority, (p) => `t.priority = ${p}`],
    [source, (p) => `t.source = ${p}`],
    [assigneeId, (p) => `t.assignee_id = ${p}`],
    [
      likeOf(search),
      (p) => `(t.reference ILIKE ${p} OR t.subject ILIKE ${p} OR t.name ILIKE ${p} OR t.email ILIKE ${p}
        OR m.company_name ILIKE ${p})`,
    ],
  ];
}
