import { DomainError, isDomainError } from '../../domain/errors.ts';
import { attemptReference, type KeptMetadata, type KeptWithInvoice } from '../../domain/greenfield/shop-invoice.ts';
import type { StateFacts } from '../../domain/greenfield/status.ts';
import { newId } from '../../domain/ids.ts';
import type { InvoiceRecord } from '../../domain/invoices/record.ts';
import { likeOf } from '../core/list-query.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, json, one, prepared, select } from '../core/sql.ts';
import { createInvoice } from '../invoices/create.ts';
import { toRecord } from '../invoices/facts.ts';
import type { NewInvoice } from '../invoices/new-invoice.ts';
import { type JoinedRow, joinedParts, joinedSelect } from '../invoices/read.ts';
import type { InvoiceSettings } from '../invoices/settings.ts';

/** An invoice with what a plugin keeps with it; an invoice of another door has its reference as the order's id. */
export interface ShopInvoice {
  readonly record: InvoiceRecord;
  readonly kept: KeptWithInvoice;
  readonly isArchived: boolean;
}

/**
 * Creates another invoice for an order however many it has, as BTCPay does, through the one way to create invoices.
 * There a reference belongs to one living invoice, so that the second one of an order is `13-2`.
 * @throws DomainError as `createInvoice()`, but never `reference_taken`
 */
export async function createShopInvoice(
  db: Db,
  settings: InvoiceSettings,
  input: Omit<NewInvoice, 'reference'> & { readonly greenfield: KeptWithInvoice },
): Promise<ShopInvoice> {
  const { orderId } = input.greenfield;
  const made = (record: InvoiceRecord) => ({ record, kept: input.greenfield, isArchived: false });
  if (orderId === null) return made((await createInvoice(db, settings, input)).invoice);
  let attempt = 1;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const isLast = tries === MAX_TRIES - 1;
    const reference = isLast ? `${orderId}-${newId().slice(-12)}` : attemptReference(orderId, attempt);
    const invoice = await createUnlessTaken(db, settings, { ...input, reference });
    if (invoice !== undefined) return made(invoice);
    attempt = Math.max(attempt, await attemptsOf(db, input.profileId, orderId)) + 1;
  }
  throw new DomainError('conflict');
}

/** Requests of one order at the same time meet here; the last try has a name of its own. */
const MAX_TRIES = 4;

async function createUnlessTaken(
  db: Db,
  settings: InvoiceSettings,
  input: NewInvoice,
): Promise<InvoiceRecord | undefined> {
  try {
    const { invoice, created } = await createInvoice(db, settings, input);
    return created ? invoice : undefined;
  } catch (error) {
    if (isDomainError(error, 'reference_taken')) return undefined;
    throw error;
  }
}

async function attemptsOf(db: Db, profileId: string, orderId: string): Promise<number> {
  return Number((await one<{ attempts: string }>(db, attemptsSql, [profileId, orderId, MAX_COUNTED])).attempts);
}

const MAX_COUNTED = 1000;
const attemptsSql = prepared(`
  SELECT count(*) AS attempts FROM (
    SELECT 1 FROM greenfield_invoice WHERE profile_id = $1 AND order_id = $2 LIMIT $3) a`);

/** One invoice of the profile. @throws DomainError `not_found` */
export async function readShopInvoice(
  on: Db | Tx,
  { id, profileId }: { readonly id: string; readonly profileId: string },
): Promise<ShopInvoice> {
  const [found] = await select<JoinedRow>(on, `${joinedSelect} WHERE id = $1 AND profile_id = $2`, [id, profileId]);
  if (found === undefined) throw new DomainError('not_found');
  const [invoice] = await withKept(on, [toRecord(joinedParts(found))]);
  if (invoice === undefined) throw new DomainError('not_found');
  return invoice;
}

export interface ShopInvoiceQuery {
  readonly profileId: string;
  readonly orderIds?: readonly string[];
  readonly states?: readonly Omit<StateFacts, 'isOver'>[];
  readonly search?: string;
  readonly from?: Date;
  readonly to?: Date;
  readonly withArchived: boolean;
  /** At most 100. */
  readonly take: number;
  readonly skip: number;
}

/** Invoices of the profile, newest first. */
export async function listShopInvoices(on: Db | Tx, query: ShopInvoiceQuery): Promise<readonly ShopInvoice[]> {
  const { states } = query;
  const like = likeOf(query.search);
  const rows = await select<JoinedRow>(on, listSql, [
    query.profileId,
    query.orderIds ?? null,
    states === undefined ? null : states.map(({ status }) => status),
    states === undefined ? null : states.map(({ reason }) => reason === 'underpaid'),
    states === undefined ? null : states.map(({ isCompleted }) => isCompleted),
    like,
    query.from ?? null,
    query.to ?? null,
    query.withArchived,
    Math.min(query.take, MAX_TAKE),
    query.skip,
  ]);
  return withKept(
    on,
    rows.map((row) => toRecord(joinedParts(row))),
  );
}

const MAX_TAKE = 100;
const kept = 'SELECT 1 FROM greenfield_invoice k WHERE k.invoice_id = invoice.id';
const listSql = `${joinedSelect} WHERE profile_id = $1
  AND ($2::text[] IS NULL OR reference = ANY($2) AND NOT EXISTS (${kept}) OR id IN (
    SELECT k.invoice_id FROM greenfield_invoice k WHERE k.profile_id = $1 AND k.order_id = ANY($2)))
  AND ($3::text[] IS NULL OR (status, coalesce(status_reason, '') = 'underpaid', completed_at IS NOT NULL) IN (
    SELECT s.status, s.underpaid, s.completed FROM unnest($3::text[], $4::bool[], $5::bool[])
      AS s(status, underpaid, completed)))
  AND ($6::text IS NULL OR id::text LIKE lower($6) OR reference ILIKE $6 OR EXISTS (${kept} AND k.order_id ILIKE $6))
  AND ($7::timestamptz IS NULL OR created_at >= $7) AND ($8::timestamptz IS NULL OR created_at <= $8)
  AND ($9 OR NOT EXISTS (${kept} AND k.archived_at IS NOT NULL))
  ORDER BY id DESC LIMIT $10 OFFSET $11`;

/** Replaces the metadata. The order's id in it is searched by from now on; the reference stays. */
export async function replaceMetadata(
  tx: Tx,
  {
    invoiceId,
    profileId,
    metadata,
    orderId,
  }: { readonly invoiceId: string; readonly profileId: string } & Pick<KeptWithInvoice, 'orderId' | 'metadata'>,
): Promise<void> {
  await execute(
    tx,
    `INSERT INTO greenfield_invoice (invoice_id, profile_id, order_id, metadata, checkout) VALUES ($1, $2, $3, $4, '{}')
     ON CONFLICT (invoice_id) DO UPDATE SET metadata = excluded.metadata, order_id = excluded.order_id`,
    [invoiceId, profileId, orderId, json(metadata)],
  );
}

/** Takes the invoice out of lists, or back into them. Nothing else changes. */
export async function archiveInvoice(
  tx: Tx,
  { invoiceId, profileId, isArchived }: { readonly invoiceId: string; readonly profileId: string; isArchived: boolean },
): Promise<void> {
  await execute(
    tx,
    `INSERT INTO greenfield_invoice (invoice_id, profile_id, order_id, metadata, checkout, archived_at)
     SELECT id, profile_id, reference, metadata || jsonb_strip_nulls(jsonb_build_object('orderId', reference)), '{}',
       CASE WHEN $3 THEN now() END FROM invoice
     WHERE id = $1 AND profile_id = $2
     ON CONFLICT (invoice_id) DO UPDATE SET archived_at = excluded.archived_at`,
    [invoiceId, profileId, isArchived],
  );
}

interface KeptRow {
  readonly invoice_id: string;
  readonly order_id: string | null;
  readonly metadata: KeptMetadata;
  readonly checkout: KeptWithInvoice['checkout'];
  readonly archived: boolean;
}

async function withKept(on: Db | Tx, records: readonly InvoiceRecord[]): Promise<ShopInvoice[]> {
  const rows = await select<KeptRow>(on, keptSql, [records.map(({ id }) => id)]);
  const byId = new Map(rows.map((row) => [row.invoice_id, row]));
  return records.map((record) => {
    const row = byId.get(record.id);
    return { record, kept: keptOf(record, row), isArchived: row?.archived ?? false };
  });
}

const keptSql = prepared(`
  SELECT invoice_id, order_id, metadata, checkout, archived_at IS NOT NULL AS archived FROM greenfield_invoice
  WHERE invoice_id = ANY($1::uuid[])`);

function keptOf({ reference, metadata, successUrl }: InvoiceRecord, row: KeptRow | undefined): KeptWithInvoice {
  if (row !== undefined) return { orderId: row.order_id, metadata: row.metadata, checkout: row.checkout };
  const order = reference === null ? {} : { orderId: reference };
  return {
    orderId: reference,
    metadata: { ...metadata, ...order },
    checkout: successUrl === null ? {} : { redirectURL: successUrl },
  };
}
