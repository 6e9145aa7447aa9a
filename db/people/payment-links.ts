import type { CryptoGateId, Mode } from '../../domain/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import { newId, type ProfileId } from '../../domain/ids.ts';
import type { Db, Tx } from '../sequelize.ts';
import { execute, maybeOne, one, select } from '../sql.ts';
import { isLeaving } from './deletion.ts';

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

/** What a payer who opens a link needs to know, and whose it is. */
export interface OpenPaymentLink extends PaymentLinkRow {
  readonly profile_id: ProfileId;
  readonly mode: Mode;
  readonly merchant: string;
  readonly domain: string | null;
  readonly logo_url: string | null;
}

export async function createPaymentLink(tx: Tx, link: NewPaymentLink): Promise<PaymentLinkRow> {
  const { profileId, title, description, amountMinor, currency, gates, successUrl } = link;
  return one<PaymentLinkRow>(
    tx,
    `INSERT INTO payment_link (id, profile_id, title, description, amount_minor, currency, gates, success_url)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${COLUMNS}`,
    [newId(), profileId, title, description, amountMinor, currency, gates === null ? null : [...gates], successUrl],
  );
}

/** The links of a profile, the newest first, and how many there are. */
export async function listPaymentLinks(
  db: Db,
  query: { readonly profileId: ProfileId; readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: readonly PaymentLinkRow[]; readonly total: number }> {
  const rows = await select<PaymentLinkRow & { total: string }>(
    db,
    `SELECT ${COLUMNS}, count(*) OVER () AS total FROM payment_link WHERE profile_id = $1
     ORDER BY id DESC LIMIT $2 OFFSET $3`,
    [query.profileId, query.limit, query.offset],
  );
  return { rows, total: Number(rows[0]?.total ?? 0) };
}

/** Switches a link on or off. @throws DomainError `not_found`, also for another profile's */
export async function setPaymentLinkActive(
  tx: Tx,
  { id, profileId, active }: { readonly id: string; readonly profileId: ProfileId; readonly active: boolean },
): Promise<PaymentLinkRow> {
  const sql = `UPDATE payment_link SET active = $3 WHERE id = $1 AND profile_id = $2 RETURNING ${COLUMNS}`;
  const row = await maybeOne<PaymentLinkRow>(tx, sql, [id, profileId, active]);
  if (row === undefined) throw new DomainError('not_found');
  return row;
}

/**
 * A link that is on, of an open shop, of a merchant who stays and may work in its mode.
 * @throws DomainError `not_found`
 */
export async function openPaymentLink(db: Db, id: string): Promise<OpenPaymentLink> {
  const row = await maybeOne<OpenPaymentLink>(
    db,
    `SELECT ${prefixed}, l.profile_id, p.mode, p.domain, p.logo_url,
       CASE WHEN p.show_company THEN coalesce(m.company_name, p.name) ELSE p.name END AS merchant
     FROM payment_link l JOIN profile p ON p.id = l.profile_id JOIN merchant m ON m.id = p.merchant_id
     WHERE l.id = $1 AND l.active AND p.closed_at IS NULL AND m.status <> 'blocked'
       AND NOT ${isLeaving}
       AND (p.mode = 'sandbox' OR (m.status = 'verified' AND m.invoices_restricted_at IS NULL))`,
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
  ...['id', 'title', 'description', 'amount_minor', 'currency', 'gates', 'success_url', 'active', 'invoice_count'],
  'created_at',
];
const COLUMNS = names.join(', ');
const prefixed = names.map((name) => `l.${name}`).join(', ');
