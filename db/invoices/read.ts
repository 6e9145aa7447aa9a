import { DomainError } from '../../domain/errors.ts';
import type { InvoiceRecord, PaymentRow } from '../../domain/invoices/record.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { maybeOne, prepared, select, unseen } from '../core/sql.ts';
import { toRecord } from './facts.ts';
import {
  type InvoiceParts,
  invoicesTable,
  paymentJson,
  paymentsTable,
  quoteJson,
  quotesTable,
  type RefundJson,
  readRefund,
  refundJson,
} from './rows.ts';

/** Limits reads to a merchant's own profile; without it any invoice can be read (the id is the payer's capability). */
export interface InvoiceScope {
  readonly profileId?: string;
}

/** One invoice with its quote and payments. @throws DomainError `not_found`, also for another profile's invoice. */
export async function readInvoice(on: Tx | Db, id: string, scope: InvoiceScope = {}): Promise<InvoiceRecord> {
  return toRecord(await readInvoiceParts(on, id, scope));
}

/**
 * The same as the rules use it: decisions based on it must be repeated under the lock. @throws DomainError `not_found`
 */
export async function readInvoiceParts(on: Tx | Db, id: string, scope: InvoiceScope = {}): Promise<InvoiceParts> {
  const found = await maybeOne<JoinedRow>(on, readSql, [id, scope.profileId ?? null]);
  if (found === undefined) throw new DomainError('not_found');
  return joinedParts(found);
}

/** The live invoice of a profile that has this reference, if there is one. */
export async function findByReference(
  on: Tx | Db,
  { profileId, reference }: { readonly profileId: string; readonly reference: string },
): Promise<InvoiceRecord | null> {
  const found = await maybeOne<JoinedRow>(on, referenceSql, [profileId, reference]);
  return found === undefined ? null : toRecord(joinedParts(found));
}

/** Whether an invoice of the profile ended unpaid and no money of it was seen. */
export async function endedUnpaid(on: Tx | Db, id: string, { profileId }: InvoiceScope): Promise<boolean> {
  return (await maybeOne(on, endedSql, [id, profileId ?? null])) !== undefined;
}

/**
 * Locks an invoice and reads everything that decisions need.
 * @throws DomainError `not_found`
 */
export async function lockInvoice(tx: Tx, id: string): Promise<InvoiceParts> {
  const locked = (await lockInvoices(tx, [id])).get(id);
  if (locked === undefined) throw new DomainError('not_found');
  return locked;
}

/**
 * Locks invoices in the order of their ids and reads everything that decisions need. Two statements, because only a
 * statement that starts after the lock sees what others committed during the wait.
 */
export async function lockInvoices(tx: Tx, ids: readonly string[]): Promise<Map<string, InvoiceParts>> {
  const rows = await select<{ readonly id: string }>(tx, lockSql, [ids]);
  const parts = await select<PartsJson & { readonly partsOf: string }>(tx, partsSql, [rows.map(({ id }) => id)]);
  const byId = new Map(parts.map((each) => [each.partsOf, each]));
  return new Map(rows.map((row) => [row.id, { row: invoicesTable.read(row), ...filled(byId.get(row.id)) }]));
}

interface PartsJson {
  readonly quotes: object[] | null;
  readonly payments: Pick<PaymentRow, 'confirmations' | 'lookedAt'>[] | null;
  readonly refunds: RefundJson[] | null;
  readonly balances: Record<string, string> | null;
  readonly referenceTaken: boolean;
}

export type JoinedRow = object & PartsJson;

/** A row of {@link joinedSelect} as its parts. */
export function joinedParts({ quotes, payments, refunds, balances, referenceTaken, ...row }: JoinedRow): InvoiceParts {
  return { row: invoicesTable.read(row), ...filled({ quotes, payments, refunds, balances, referenceTaken }) };
}

function filled(parts: PartsJson | undefined): Omit<InvoiceParts, 'row'> {
  return {
    quotes: (parts?.quotes ?? []).map((quote) => quotesTable.read(quote)),
    payments: (parts?.payments ?? []).map((payment) => paymentsTable.read(payment)),
    refunds: (parts?.refunds ?? []).map(readRefund),
    balances: parts?.balances ?? {},
    referenceTaken: parts?.referenceTaken ?? false,
  };
}

const quotesOf = (id: string) => `(SELECT jsonb_agg(${quoteJson}) FROM quote q WHERE q.invoice_id = ${id})`;
const paymentsOf = (id: string) => `(SELECT jsonb_agg(${paymentJson} ORDER BY p.first_seen_at, p.key)
    FROM payment p LEFT JOIN chain_cursor c ON c.mode = p.mode AND c.network = p.network WHERE p.invoice_id = ${id})`;
const refundsOf = (id: string) =>
  `(SELECT jsonb_agg(${refundJson} ORDER BY r.id) FROM payout r WHERE r.invoice_id = ${id})`;

const balancesOf = (id: string) =>
  `(SELECT jsonb_object_agg(a.asset, (a.credits_posted - a.debits_posted - a.debits_pending)::text)
    FROM account a WHERE a.invoice_id = ${id})`;

/** Decided under the lock; who takes it later fails at the unique key and decides again. */
const takenOf = (id: string, rivals: string) => `EXISTS (
    SELECT FROM invoice t JOIN invoice o ON o.profile_id = t.profile_id AND o.reference = t.reference AND o.id <> t.id
    WHERE t.id = ${id} AND NOT t.reference_live AND ${rivals})`;

/** `SELECT` of invoices with their quotes, payments and refunds as JSON; add `WHERE` and what follows. */
export const joinedSelect = `
  SELECT ${invoicesTable.selected()}, ${quotesOf('invoice.id')} AS quotes, ${paymentsOf('invoice.id')} AS payments,
  ${refundsOf('invoice.id')} AS refunds, ${balancesOf('invoice.id')} AS balances,
  ${takenOf('invoice.id', 'o.reference_live')} AS "referenceTaken" FROM invoice`;

const readSql = prepared(`${joinedSelect} WHERE id = $1 AND ($2::uuid IS NULL OR profile_id = $2)`);
const referenceSql = prepared(`${joinedSelect} WHERE profile_id = $1 AND reference = $2 AND reference_live`);
// An order keeps its reference as soon as money is seen.
const endedSql = prepared(`
  SELECT FROM invoice WHERE id = $1 AND ($2::uuid IS NULL OR profile_id = $2) AND NOT reference_live
    AND status IN ('expired', 'canceled')`);
const lockSql = prepared(
  `SELECT ${invoicesTable.selected()} FROM invoice WHERE id = ANY($1::uuid[]) ORDER BY id FOR UPDATE`,
);
const partsSql = prepared(`
  SELECT wanted.id AS "partsOf", ${quotesOf('wanted.id')} AS quotes, ${paymentsOf('wanted.id')} AS payments,
    ${refundsOf('wanted.id')} AS refunds, ${balancesOf('wanted.id')} AS balances,
    -- Of several that are locked together, the oldest may take it.
    ${takenOf('wanted.id', 'o.reference_live')}
      OR ${takenOf('wanted.id', 'NOT o.reference_live AND o.id = ANY($1::uuid[]) AND o.id < t.id')} AS "referenceTaken"
  FROM unnest(${unseen('$1::uuid[]')}) AS wanted(id)`);
