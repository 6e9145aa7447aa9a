import { isPaid } from '../../contract/invoice.view.ts';
import { presentPayout } from '../../contract/payouts.view.ts';
import { type AnyWithdrawal, presentWithdrawal } from '../../contract/withdrawals.view.ts';
import type { Db } from '../../db/core/sequelize.ts';
import type { Movement } from '../../db/history/movements.ts';
import { readStatements, type Statement, type StatementQuery, statementLines } from '../../db/history/statement.ts';
import type { PartnerStatement } from '../../db/partners/statements.ts';
import type { GateId } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import type { InvoiceRecord, QuoteRow } from '../../domain/invoices/record.ts';
import type { Language } from '../../domain/languages.ts';
import type { PayoutRow } from '../../domain/payouts/record.ts';
import type { Seller } from './seller.ts';

/** The input of a document: values that can be sent to another thread and that do not change meanwhile. */
export type DocumentInput =
  | { readonly type: 'invoice'; readonly document: InvoiceDocument }
  | { readonly type: 'confirmation'; readonly confirmation: Confirmation }
  | { readonly type: 'statement'; readonly document: StatementDocument }
  | { readonly type: 'partner_statement'; readonly statement: PartnerStatement };

export type InvoiceDocumentKind = 'invoice' | 'receipt';

export interface InvoiceDocument {
  readonly kind: InvoiceDocumentKind;
  readonly record: PaidInvoice;
  readonly seller: Seller;
  readonly language: Language;
  /** The customer's name, for readers who may know it: anyone with the id of an invoice may open its page. */
  readonly showsCustomer: boolean;
}

/** An invoice as paid, confirmed and completed. */
export type PaidInvoice = InvoiceRecord & { readonly quote: QuoteRow; readonly completedAt: Date };

export type ConfirmationDetail =
  | 'account_name'
  | 'address'
  | 'bank_reference'
  | 'destination_tag'
  | 'iban'
  | 'reference'
  | 'txid';

export interface Confirmation {
  readonly kind: 'payout' | 'withdrawal';
  readonly title: string;
  readonly id: string;
  readonly mode: string;
  readonly company: string;
  readonly gateId: GateId;
  readonly amount: string;
  readonly netAmount: string;
  readonly fees: { readonly service: string; readonly network: string };
  readonly completedAt: string;
  readonly details: Partial<Readonly<Record<ConfirmationDetail, string | null>>>;
}

export interface StatementRequest {
  readonly id: string;
  readonly company: string;
  /** Of one asset. */
  readonly query: StatementQuery & { readonly gateId: NonNullable<StatementQuery['gateId']> };
  readonly timeZone: string;
  readonly createdAt: Date;
}

export interface StatementDocument extends StatementRequest {
  readonly statement: Statement;
}

/** @throws DomainError `illegal_transition` for an invoice that is not paid */
export function requirePaidInvoice(record: InvoiceRecord): PaidInvoice {
  if (isPaidInvoice(record)) return record;
  throw new DomainError('illegal_transition', { message: 'There are documents once the invoice is paid.' });
}

function isPaidInvoice(record: InvoiceRecord): record is PaidInvoice {
  return isPaid(record) && record.quote !== null;
}

/** Of a payout that is done. @throws DomainError `illegal_transition` before */
export function payoutConfirmation(record: PayoutRow, company: string): DocumentInput {
  const { status, id, mode, gate_id, amount, net_amount, fees, address, destination_tag, reference, txid, ...payout } =
    presentPayout(record);
  return confirmationOf(status, {
    kind: 'payout',
    title: 'Payout confirmation',
    id,
    mode,
    company,
    gateId: gate_id,
    amount,
    netAmount: net_amount,
    fees,
    completedAt: payout.completed_at,
    details: { address, destination_tag, reference, txid },
  });
}

/**
 * Of a withdrawal that is done, with the bank's reference or its transaction. @throws DomainError `illegal_transition`
 * before
 */
export function withdrawalConfirmation(withdrawal: AnyWithdrawal, company: string): DocumentInput {
  const { status, id, mode, gate_id, amount, net_amount, fees, recipient, txid, bank_reference, completed_at } =
    presentWithdrawal(withdrawal);
  const { iban, account_name, address, destination_tag } = recipient;
  return confirmationOf(status, {
    kind: 'withdrawal',
    title: 'Withdrawal confirmation',
    id,
    mode,
    company,
    gateId: gate_id,
    amount,
    netAmount: net_amount,
    fees,
    completedAt: completed_at,
    details: { account_name, iban, bank_reference, address, destination_tag, txid },
  });
}

function confirmationOf(
  status: string,
  { completedAt, ...rest }: Omit<Confirmation, 'completedAt'> & { readonly completedAt: string | null },
): DocumentInput {
  if (status !== 'done' || completedAt === null) {
    throw new DomainError('illegal_transition', { message: 'There is a confirmation once the money has arrived.' });
  }
  return { type: 'confirmation', confirmation: { ...rest, completedAt } };
}

/** The sums of a statement, and its lines as they are read. @throws DomainError `not_found` without such a balance */
export async function openStatement(
  db: Db,
  request: StatementRequest,
): Promise<{ readonly document: StatementDocument; readonly lines: AsyncIterable<readonly Movement[]> }> {
  const [statement] = await readStatements(db, request.query);
  if (statement === undefined) {
    throw new DomainError('not_found', { message: 'There was no balance of this asset in this period.' });
  }
  return { document: { ...request, statement }, lines: statementLines(db, request.query, statement, CHUNK) };
}

/** Lines that are read at a time: so few that reading them delays no other request. */
const CHUNK = 250;
