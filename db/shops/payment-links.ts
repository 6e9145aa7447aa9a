import type { CryptoGateId, Mode } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import { newId, type ProfileId } from '../../domain/ids.ts';
import type { LinkSort } from '../../domain/payment-requests/link-sorts.ts';
import { type ListPage, likeOf, limitOf, orderBy, whereOfProfile } from '../core/list-query.ts';
import { listTotal } from '../core/list-total.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, maybeOne, one, select } from '../core/sql.ts';
import { nameForPayers, takesPayments } from './open-shop.ts';

export interface PaymentLinkRow {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  /** Fiat, minor units of `currency`. */
  readonly amount_minor: string;
  readonly currency: string;
  readonly gates: CryptoGateId[] | null;
  readonly success_url: string | null;
  readonly active: boolean;
  readonly invoice_count: number;
  readonly created_at: Date;
}

export interface NewPaymentLink {
  readonly profileId: ProfileId;
  readonly title: string;
  readonly description: string | null;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly gates: readonly CryptoGateId[] | null;
  readonly successUrl: string | null;
}

/** The details of a link for a payer who opens it, and its owner. */
export interface OpenPaymentLink extends PaymentLinkRow {
  readonly profile_id: ProfileId;
  readonly mode: Mode;
  readonly merchant: string;
  readonly domain: string | null;
  readonly logo_url: string | null;
}

export async function createPaymentLink(tx: Tx, link: NewPaymentLink): Promise<PaymentLinkRow> {
  return one<PaymentLinkRow>(
    tx,
    `INSERT INTO payment_link (id, profile_id, title, description, amount_minor, currency, gates, success_url)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${COLUMNS}`,
    [newId(), link.profileId, ...valuesOf(link)],
  );
}

export interface PaymentLinkQuery extends ListPage<LinkSort> {
  readonly profileId: ProfileId;
  /** In title, description and id. */
  readonly search?: string | undefined;
  readonly active?: boolean | undefined;
  /** Payable in this asset, unless the profile has dropped it meanwhile. */
  readonly gateId?: string | undefined;
  readonly dateFrom?: Date | undefined;
  readonly dateTo?: Date | undefined;
}

/** The links of a profile, the newest first unless sorted otherwise, and how many there are. */
export async function listPaymentLinks(
  db: Db,
  query: PaymentLinkQuery,
): Promise<{ readonly rows: readonly PaymentLinkRow[]; readonly total: number }> {
  const { where, bind } = whereOfProfile(query.profileId, [
    [likeOf(query.search), searchCondition],
    [query.active, (p) => `active = ${p}`],
    [query.gateId, (p) => `(gates IS NULL OR ${p} = ANY(gates))`],
    [query.dateFrom, (p) => `created_at >= ${p}`],
    [query.dateTo, (p) => `created_at <= ${p}`],
  ]);
  const { sort = 'created_at', order } = query;
  const sorted = orderBy(sort === 'created_at' ? 'id' : sort, order);
  const sql = `SELECT ${COLUMNS} FROM payment_link WHERE ${where} ORDER BY ${sorted} ${limitOf(query)}`;
  const rows = await select<PaymentLinkRow>(db, sql, bind);
  const total = await listTotal(db, `SELECT count(*) AS total FROM payment_link WHERE ${where}`, bind);
  return { rows, total };
}

/** One link of a profile. @throws DomainError `not_found`, also for another profile's */
export async function readPaymentLink(
  on: Db | Tx,
  { id, profileId }: { readonly id: string; readonly profileId: ProfileId },
): Promise<PaymentLinkRow> {
  return readOwn(on, oneSql, { id, profileId });
}

function searchCondition(p: string): string {
  return `(title ILIKE ${p} OR description ILIKE ${p} OR id::text LIKE lower(${p}))`;
}

/** A link to be changed, locked until the end. @throws DomainError `not_found`, also for another profile's */
export async function lockPaymentLink(
  tx: Tx,
  { id, profileId }: { readonly id: string; readonly profileId: ProfileId },
): Promise<PaymentLinkRow> {
  return readOwn(tx, `${oneSql} FOR UPDATE`, { id, profileId });
}

async function readOwn(
  on: Db | Tx,
  sql: string,
  { id, profileId }: { readonly id: string; readonly profileId: ProfileId },
): Promise<PaymentLinkRow> {
  const row = await maybeOne<PaymentLinkRow>(on, sql, [id, profileId]);
  if (row === undefined) throw new DomainError('not_found');
  return row;
}

/** The terms of a link from now on; existing invoices of it do not change. */
export async function updatePaymentLink(
  tx: Tx,
  { id, active, ...link }: Omit<NewPaymentLink, 'profileId'> & { readonly id: string; readonly active: boolean },
): Promise<PaymentLinkRow> {
  return one<PaymentLinkRow>(
    tx,
    `UPDATE payment_link SET title = $2, description = $3, amount_minor = $4, currency = $5, gates = $6,
       success_url = $7, active = $8 WHERE id = $1 RETURNING ${COLUMNS}`,
    [id, ...valuesOf(link), active],
  );
}

function valuesOf(link: Omit<NewPaymentLink, 'profileId'>): unknown[] {
  const { title, description, amountMinor, currency, gates, successUrl } = link;
  return [title, description, amountMinor, currency, gates === null ? null : [...gates], successUrl];
}

/**
 * A link that is on, of an open shop, of a merchant who stays and may work in its mode.
 * @throws DomainError `not_found`
 */
export async function openPaymentLink(db: Db, id: string): Promise<OpenPaymentLink> {
  const row = await maybeOne<OpenPaymentLink>(
    db,
    `SELECT ${prefixed}, l.profile_id, p.mode, p.domain, p.logo_url,
       ${nameForPayers} AS merchant
     FROM payment_link l JOIN profile p ON p.id = l.profile_id JOIN merchant m ON m.id = p.merchant_id
     WHERE l.id = $1 AND l.active AND ${takesPayments}`,
    [id],
  );
  if (row === undefined) throw new DomainError('not_found');
  return row;
}

/** Counts an invoice that the link made. */
export async function countPaymentLinkUse(tx: Tx, id: string): Promise<void> {
  await execute(tx, 'UPDATE payment_link SET invoice_count = invoice_count + 1 WHERE id = $1', [id]);
}

const names = [
  'id',
  'title',
  'description',
  'amount_minor',
  'currency',
  'gates',
  'success_url',
  'active',
  'invoice_count',
  'created_at',
];
const COLUMNS = names.join(', ');
const oneSql = `SELECT ${COLUMNS} FROM payment_link WHERE id = $1 AND profile_id = $2`;
const prefixed = names.map((name) => `l.${name}`).join(', ');
