import type { CreateInvoiceBody } from '../../contract/new-invoice.ts';
import type {
  CreatePaymentRequestBody,
  CustomerPaymentRequest,
  PaymentRequestListQuery,
  SpaCreatePaymentRequestBody,
  SpaPaymentRequest,
} from '../../contract/payment-requests.ts';
import { amountOf, percentText, presentPaymentRequest } from '../../contract/payment-requests.view.ts';
import type { NewInvoice } from '../../db/invoices/new-invoice.ts';
import type { OpenPaymentRequest, PaymentRequestQuery } from '../../db/payment-requests/read.ts';
import type { NewPaymentRequest } from '../../db/payment-requests/requests.ts';
import { currentInvoice } from '../../db/payment-requests/requests.ts';
import type { PaymentRequestRow } from '../../db/payment-requests/rows.ts';
import type { ProfileId } from '../../domain/ids.ts';
import { toleranceBps } from '../../domain/money/tolerance.ts';
import { isCancelable, type RequestStatus, reminderFromMs, VALID_DAYS } from '../../domain/payment-requests/status.ts';
import { periodOf } from './list-query.ts';
import { type Shop, toNewInvoice } from './new-invoice.ts';

const DAY_MS = 24 * 3_600_000;

export function toPaymentRequest(
  body: CreatePaymentRequestBody | SpaCreatePaymentRequestBody,
  of: {
    readonly profileId: ProfileId;
    readonly createdBy: string;
    readonly amountMinor: bigint;
    readonly nowMs: number;
  },
): NewPaymentRequest {
  const { nowMs, ...owner } = of;
  const tolerance = (field: 'underpaid_tolerance' | 'overpaid_tolerance') => {
    const percent = body[field];
    return percent === undefined ? null : toleranceBps(field, percent);
  };
  return {
    ...owner,
    nowMs,
    recipientName: body.recipient_name.trim(),
    recipientEmail: body.recipient_email,
    language: body.language ?? 'en',
    description: body.description,
    currency: body.currency,
    gates: body.gates ?? null,
    successUrl: body.success_url ?? null,
    serviceFeePayer: body.service_fee_payer ?? null,
    networkFeePayer: body.network_fee_payer ?? null,
    conversionFeePayer: body.conversion_fee_payer ?? null,
    refundFeePayer: body.refund_fee_payer ?? null,
    autocomplete: body.autocomplete ?? null,
    underpaidToleranceBps: tolerance('underpaid_tolerance'),
    overpaidToleranceBps: tolerance('overpaid_tolerance'),
    expiresAt: new Date(nowMs + (body.valid_days ?? VALID_DAYS.usual) * DAY_MS),
  };
}

/** The invoice that the recipient's click makes. */
export function toRequestInvoice(request: OpenPaymentRequest, nowMs: number): NewInvoice {
  const { profileId, mode, domain, serviceFeePayer, networkFeePayer, conversionFeePayer } = request;
  const shop: Shop = { profileId, mode, domain };
  const feePayers = {
    service: serviceFeePayer ?? undefined,
    network: networkFeePayer ?? undefined,
    conversion: conversionFeePayer ?? undefined,
  };
  return { ...toNewInvoice(asInvoice(request), shop, nowMs), feePayers, isForPayer: true };
}

function asInvoice(request: OpenPaymentRequest): CreateInvoiceBody {
  const { gates, successUrl, autocomplete, underpaidToleranceBps: under, overpaidToleranceBps: over } = request;
  return {
    amount: amountOf(request),
    currency: request.currency,
    description: request.description,
    customer: { name: request.recipientName, email: request.recipientEmail },
    metadata: { payment_request: request.id },
    ...(gates === null ? {} : { gates: [...gates] }),
    success_url: successUrl ?? undefined,
    autocomplete: autocomplete ?? undefined,
    underpaid_tolerance: under === null ? undefined : percentText(under),
    overpaid_tolerance: over === null ? undefined : percentText(over),
  };
}

export function toPaymentRequestQuery(query: PaymentRequestListQuery, profileId: ProfileId): PaymentRequestQuery {
  const { page = 1, per_page: perPage = 25, status, search, gate_id: gateId, sort, order } = query;
  return {
    profileId,
    page,
    perPage,
    search,
    gateId,
    sort,
    order,
    status: status?.split(',') as RequestStatus[] | undefined,
    ...periodOf(query),
  };
}

export function presentSpaPaymentRequest(row: PaymentRequestRow, publicUrl: string): SpaPaymentRequest {
  const remindFromMs = reminderFromMs({ ...row, mailedAtMs: row.mailedAt.getTime() });
  return {
    ...presentPaymentRequest(row, publicUrl),
    actions: {
      cancel: isCancelable(row.status),
      remind_from: remindFromMs === null ? null : new Date(remindFromMs).toISOString(),
    },
  };
}

export function presentToRecipient(row: OpenPaymentRequest, publicUrl: string): CustomerPaymentRequest {
  const invoiceId = currentInvoice(row);
  return {
    id: row.id,
    mode: row.mode,
    status: row.status,
    merchant: row.merchant,
    logo_url: row.logoUrl,
    recipient_name: row.recipientName,
    description: row.description,
    amount: amountOf(row),
    currency: row.currency,
    expires_at: row.expiresAt.toISOString(),
    invoice_url: invoiceId === null ? null : `${publicUrl}/invoice/${invoiceId}`,
  };
}
