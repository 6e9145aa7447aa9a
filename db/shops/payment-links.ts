import type { CryptoGateId, Mode } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import { newId, type ProfileId } from '../../domain/ids.ts';
import { type ListPage, likeOf, limitOf, whereOfProfile } from '../core/list-query.ts';
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

export interface PaymentLinkQuery extends Pick<ListPage<never>, 'page' | 'perPage'> {
  readonly profileId: ProfileId;
  /** In title, description and id. */
  readonly search?: string;
}

/** The links of a profile, the newest first, and how many there are. */
export async function listPaymentLinks(
  db: Db,
  query: PaymentLinkQuery,
): Promise<{ readonly rows: readonly PaymentLinkRow[]; readonly total: number }> {
  const { where, bind } = whereOfProfile(query.profileId, [[likeOf(query.search), searchCondition]]);
  const rows = await select<PaymentLinkRow & { total: string }>(
    db,
    `SELECT ${COLUMNS}, count(*) OVER () AS total FROM payment_link WHERE ${where} ORDER BY id DESC ${limitOf(query)}`,
    bind,
  );
  return { rows, total: Number(rows[0]?.total ?? 0) };
}

function searchCondition(p: string): string {
  return `(title ILIKE ${p} OR description ILIKE ${p} OR id::text LIKE lower(${p}))`;
}

/** A link to be changed, locked until the end. @throws DomainError `not_found`, also for another profile's */
export async function lockPaymentLink(
  tx: Tx,
  { id, profileId }: { readonly id: string; readonly profileId: ProfileId },
): Promise<PaymentLinkRow> {
  const sql = `SELECT ${COLUMNS} FROM payment_link WHERE id = $1 AND profile_id = $2 FOR UPDATE`;
  const row = await maybeOne<PaymentLinkRow>(tx, sql, [id, profileId]);
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
const prefixed = names.map((name) => `l.${name}`).join(', ');
