import type { CryptoGateId } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import type { ProfileId } from '../../domain/ids.ts';
import type { RequestSort, RequestStatus } from '../../domain/payment-requests/status.ts';
import type { InvoiceStatus } from '../../domain/state/invoice-status.ts';
import { type Condition, type ListPage, likeOf, limitOf, orderBy, whereOf } from '../core/list-query.ts';
import { listTotal } from '../core/list-total.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, maybeOne, prepared, select } from '../core/sql.ts';
import { emailForPayers, nameForPayers, takesPayments } from '../shops/open-shop.ts';
import { type PaymentRequestRow, paymentRequestsTable } from './rows.ts';

/** One request of a profile. @throws DomainError `not_found`, also for another profile's */
export async function readPaymentRequest(
  on: Db | Tx,
  { id, profileId }: { readonly id: string; readonly profileId: ProfileId },
  nowMs: number,
): Promise<PaymentRequestRow> {
  const row = await maybeOne<object>(on, oneSql, [new Date(nowMs), id]);
  const request = row === undefined ? undefined : read(row);
  if (request?.profileId !== profileId) throw new DomainError('not_found');
  return request;
}

/** The same, locked until the end of the transaction: what is decided about it is decided once. */
export async function lockPaymentRequest(
  tx: Tx,
  of: { readonly id: string; readonly profileId: ProfileId },
  nowMs: number,
): Promise<PaymentRequestRow> {
  await lockRequest(tx, of.id);
  return readPaymentRequest(tx, of, nowMs);
}

/** Locks the request until the end of the transaction. */
export async function lockRequest(tx: Tx, id: string): Promise<void> {
  await execute(tx, lockSql, [id]);
}

export interface PaymentRequestQuery extends ListPage<RequestSort> {
  readonly profileId: ProfileId;
  readonly status?: readonly RequestStatus[] | undefined;
  readonly dateFrom?: Date | undefined;
  readonly dateTo?: Date | undefined;
  /** In recipient, description and id. */
  readonly search?: string | undefined;
  /** Payable in this asset, unless the profile has dropped it meanwhile. */
  readonly gateId?: CryptoGateId | undefined;
}

const SORTED_BY: Readonly<Record<RequestSort, string>> = {
  created_at: 'id',
  expires_at: '"expiresAt"',
  status: 'status',
};

/** The requests of a profile, the newest first unless sorted otherwise, and how many there are. */
export async function listPaymentRequests(
  db: Db,
  query: PaymentRequestQuery,
  nowMs: number,
): Promise<{ readonly requests: readonly PaymentRequestRow[]; readonly total: number }> {
  const filters: readonly Condition[] = [
    [query.dateFrom, (p) => `"createdAt" >= ${p}`],
    [query.dateTo, (p) => `"createdAt" <= ${p}`],
    [likeOf(query.search), searchCondition],
    [query.gateId, (p) => `(gates IS NULL OR ${p} = ANY(gates))`],
  ];
  const { where, bind } = whereOf('"profileId"', query.profileId, [
    [new Date(nowMs), () => 'true'],
    [query.status, (p) => `status = ANY(${p}::text[])`],
    ...filters,
  ]);
  const of = `(${standing('$2')}) AS s WHERE ${where}`;
  const order = orderBy(SORTED_BY[query.sort ?? 'created_at'], query.order);
  const rows = await select<object>(db, `SELECT * FROM ${of} ORDER BY ${order} ${limitOf(query)}`, bind);
  // Only a status depends on invoices and the time: without one, rows are counted without looking at them.
  const known = whereOf('"profileId"', query.profileId, filters);
  const total =
    query.status === undefined
      ? await listTotal(db, `SELECT count(*) AS total FROM (${stored}) AS s WHERE ${known.where}`, known.bind)
      : await listTotal(db, `SELECT count(*) AS total FROM ${of}`, bind);
  return { requests: rows.map(read), total };
}

function searchCondition(p: string): string {
  return `("recipientName" ILIKE ${p} OR "recipientEmail" ILIKE ${p} OR description ILIKE ${p}
    OR id::text LIKE lower(${p}))`;
}

/** People who were sent requests of the profile, those of the newest first, each address once. */
export function listRecipients(
  db: Db,
  { profileId, search }: { readonly profileId: ProfileId; readonly search?: string | undefined },
): Promise<{ readonly name: string; readonly email: string }[]> {
  return select(db, recipientsSql, [profileId, likeOf(search)]);
}

/** A request as the recipient sees it, with whose it is. */
export interface OpenPaymentRequest extends PaymentRequestRow {
  readonly merchantId: string;
  readonly merchant: string;
  readonly supportEmail: string | null;
  readonly domain: string | null;
  readonly logoUrl: string | null;
  /** The shop takes payments now. */
  readonly takesPayments: boolean;
}

/** By its id alone, which is the capability. @throws DomainError `not_found` */
export async function findPaymentRequest(on: Db | Tx, id: string, nowMs: number): Promise<OpenPaymentRequest> {
  const row = await maybeOne<object>(on, openSql, [new Date(nowMs), id]);
  if (row === undefined) throw new DomainError('not_found');
  return read(row) as OpenPaymentRequest;
}

function read(raw: object): PaymentRequestRow {
  return paymentRequestsTable.read(raw) as PaymentRequestRow;
}

const among = (...statuses: readonly InvoiceStatus[]) =>
  `i.status IN (${statuses.map((each) => `'${each}'`).join(', ')})`;
/** SQL: it was paid, whatever was refunded afterwards. */
const isPaid = `(${among('done', 'overpaid')}
  OR (${among('refund_requested', 'refunded', 'partially_refunded')} AND i.completed_at IS NOT NULL))`;
/** SQL: money was seen for the invoice `i` and has not all gone back, or somebody has to decide about it. */
export const isPaying = among(
  'partially_paid',
  'confirming',
  'processing',
  'expired_paid',
  'invalid',
  'error',
  'refund_requested',
  'partially_refunded',
);

const stored = `SELECT ${paymentRequestsTable.selected('r')} FROM payment_request r`;

/** Requests with their status at a time; of their invoices, the one that decides. */
const standing = (now: string) => `
  SELECT ${paymentRequestsTable.selected('r')}, p.mode, d.id AS "invoiceId", d.status AS "invoiceStatus",
    CASE WHEN d.rank = 2 THEN 'paid' WHEN d.rank = 1 THEN 'paying' WHEN r.canceled_at IS NOT NULL THEN 'canceled'
      WHEN r.expires_at <= ${now} THEN 'expired' ELSE 'sent' END AS status
  FROM payment_request r JOIN profile p ON p.id = r.profile_id
  LEFT JOIN LATERAL (
    SELECT i.id, i.status, CASE WHEN ${isPaid} THEN 2 WHEN ${isPaying} THEN 1 ELSE 0 END AS rank
    FROM payment_request_invoice x JOIN invoice i ON i.id = x.invoice_id WHERE x.request_id = r.id
    ORDER BY rank DESC, i.id DESC LIMIT 1) AS d ON true`;

const oneSql = prepared(`${standing('$1')} WHERE r.id = $2`);
const lockSql = prepared('SELECT id FROM payment_request WHERE id = $1 FOR UPDATE');
const openSql = prepared(`
  SELECT s.*, p.merchant_id AS "merchantId", ${nameForPayers} AS merchant, ${emailForPayers} AS "supportEmail",
    p.domain, p.logo_url AS "logoUrl", ${takesPayments} AS "takesPayments"
  FROM (${standing('$1')} WHERE r.id = $2) AS s
  JOIN profile p ON p.id = s."profileId" JOIN merchant m ON m.id = p.merchant_id`);
const recipientsSql = prepared(`
  SELECT name, email FROM (
    SELECT DISTINCT ON (lower(recipient_email)) recipient_name AS name, recipient_email AS email, id
    FROM payment_request
    WHERE profile_id = $1 AND ($2::text IS NULL OR recipient_name ILIKE $2 OR recipient_email ILIKE $2)
    ORDER BY lower(recipient_email), id DESC) AS known
  ORDER BY id DESC LIMIT 20`);
