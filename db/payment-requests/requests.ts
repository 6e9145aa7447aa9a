import { DomainError, fieldError } from '../../domain/errors.ts';
import { newId, type ProfileId } from '../../domain/ids.ts';
import { isCancelable, reminderFromMs } from '../../domain/payment-requests/status.ts';
import type { Tx } from '../core/sequelize.ts';
import { execute, one, prepared } from '../core/sql.ts';
import type { NewRow } from '../core/table.ts';
import { cancelInvoice } from '../invoices/commands.ts';
import { createInvoice } from '../invoices/create.ts';
import type { NewInvoice } from '../invoices/new-invoice.ts';
import type { InvoiceSettings } from '../invoices/settings.ts';
import { mayTakePayments } from '../shops/open-shop.ts';
import { sendRequestMail } from './mails.ts';
import { publishOutcome } from './publish.ts';
import { lockPaymentRequest, readPaymentRequest } from './read.ts';
import { type PaymentRequestRow, paymentRequestsTable, type requestColumns, requestInvoicesTable } from './rows.ts';

export type NewPaymentRequest = Omit<
  NewRow<typeof requestColumns>,
  'id' | 'mailCount' | 'mailedAt' | 'createdAt' | 'canceledAt' | 'published'
> & { readonly nowMs: number };

/**
 * Stores a request and sends its first email.
 * @throws DomainError `gate_not_offered`, `shop_closed`, `merchant_restricted`: no invoice could come of it
 */
export async function createPaymentRequest(
  tx: Tx,
  { nowMs, ...request }: NewPaymentRequest,
): Promise<PaymentRequestRow> {
  await requirePossible(tx, request);
  const id = newId(nowMs);
  const now = new Date(nowMs);
  await paymentRequestsTable.create(tx, { ...request, id, mailCount: 1, mailedAt: now, createdAt: now });
  await sendRequestMail(tx, { requestId: id, n: 1 });
  return readPaymentRequest(tx, { id, profileId: request.profileId }, nowMs);
}

async function requirePossible(
  tx: Tx,
  { profileId, gates }: Pick<NewPaymentRequest, 'profileId' | 'gates'>,
): Promise<void> {
  const shop = await one<{ gates: string[]; closed: boolean; refused: boolean }>(tx, shopSql, [profileId]);
  if (shop.refused) throw new DomainError('merchant_restricted');
  if (shop.closed) throw new DomainError('shop_closed');
  const wrong = gates?.find((gateId) => !shop.gates.includes(gateId));
  if (wrong === undefined) return;
  throw fieldError('gates', `${wrong} is not among the assets of the profile.`, 'gate_not_offered');
}

interface RequestAct {
  readonly id: string;
  readonly profileId: ProfileId;
  readonly nowMs: number;
  /** Of the gateway, for the address of the request in its event. */
  readonly publicUrl: string;
}

/**
 * Nothing can be paid by it any more; an invoice that waits for a payment is canceled with it. Canceled again, it stays
 * as it is.
 * @throws DomainError `not_found`; `conflict` when something was paid
 */
export async function cancelPaymentRequest(
  tx: Tx,
  { nowMs, publicUrl, ...of }: RequestAct,
): Promise<PaymentRequestRow> {
  const request = await lockPaymentRequest(tx, of, nowMs);
  if (request.status === 'canceled') return request;
  if (!isCancelable(request.status)) {
    throw new DomainError('conflict', { message: 'Something was paid already: this request cannot be canceled.' });
  }
  const { invoiceId, invoiceStatus, profileId } = request;
  if (invoiceId !== null && isUnpaid(invoiceStatus))
    await cancelInvoice(tx, { invoiceId, scope: { profileId }, nowMs });
  await paymentRequestsTable.update(tx, { canceledAt: new Date(nowMs) }, { id: of.id });
  await publishOutcome(tx, of.id, { publicUrl, nowMs });
  return readPaymentRequest(tx, of, nowMs);
}

/**
 * Sends the email once more.
 * @throws DomainError `not_found`; `conflict` when nothing more is sent; `rate_limited` until the pause has passed
 */
export async function remindRecipient(tx: Tx, { nowMs, ...of }: RequestAct): Promise<PaymentRequestRow> {
  const { status, mailCount, mailedAt } = await lockPaymentRequest(tx, of, nowMs);
  const fromMs = reminderFromMs({ status, mailCount, mailedAtMs: mailedAt.getTime() });
  if (fromMs === null) {
    throw new DomainError('conflict', { message: 'No more reminders can be sent for this request.' });
  }
  if (nowMs < fromMs) {
    throw new DomainError('rate_limited', { retryAfterSeconds: Math.ceil((fromMs - nowMs) / 1_000) });
  }
  await paymentRequestsTable.update(tx, { mailCount: mailCount + 1, mailedAt: new Date(nowMs) }, { id: of.id });
  await sendRequestMail(tx, { requestId: of.id, n: mailCount + 1 });
  return readPaymentRequest(tx, of, nowMs);
}

/** An email of the request was not sent after all. Call it once for each. */
export async function uncountMail(tx: Tx, requestId: string): Promise<void> {
  await execute(tx, uncountSql, [requestId]);
}

const uncountSql = prepared('UPDATE payment_request SET mail_count = mail_count - 1 WHERE id = $1 AND mail_count > 0');

/**
 * The invoice by which the recipient pays: the one that is open or paid, otherwise a new one. The lock lets several
 * clicks at once make one.
 * @throws DomainError `not_found` when the request is over; what `createInvoice` refuses
 */
export async function invoiceOfRequest(
  tx: Tx,
  settings: InvoiceSettings,
  { id, profileId, input }: { readonly id: string; readonly profileId: ProfileId; readonly input: NewInvoice },
): Promise<string> {
  const request = await lockPaymentRequest(tx, { id, profileId }, input.nowMs);
  const current = currentInvoice(request);
  if (current !== null) return current;
  if (request.status !== 'sent') throw new DomainError('not_found');
  const { invoice } = await createInvoice(tx, settings, input);
  await requestInvoicesTable.create(tx, { requestId: id, invoiceId: invoice.id });
  return invoice.id;
}

/** The invoice to show instead of making another one; null while there is none. */
export function currentInvoice({ status, invoiceId, invoiceStatus }: PaymentRequestRow): string | null {
  if (status === 'paid' || status === 'paying') return invoiceId;
  return status === 'sent' && isUnpaid(invoiceStatus) ? invoiceId : null;
}

function isUnpaid(status: PaymentRequestRow['invoiceStatus']): boolean {
  return status === 'new' || status === 'pending';
}

const shopSql = prepared(`
  SELECT p.gates, p.closed_at IS NOT NULL AS closed, NOT ${mayTakePayments} AS refused
  FROM profile p JOIN merchant m ON m.id = p.merchant_id WHERE p.id = $1`);
