import type { CryptoGateId, Mode } from '../domain/assets/assets.ts';
import type { Language } from '../domain/languages.ts';
import { currencyDecimals } from '../domain/money/currencies.ts';
import type { FeePayer } from '../domain/money/fees.ts';
import { formatAmount } from '../domain/money/money.ts';
import { requestPageUrl } from '../domain/payment-requests/page-url.ts';
import type { RequestStatus } from '../domain/payment-requests/status.ts';
import type { InvoiceStatus } from '../domain/state/invoice-status.ts';
import type { PaymentRequest } from './payment-requests.ts';

/** A payment request as the database returns it. */
export interface PaymentRequestRecord {
  readonly id: string;
  readonly mode: Mode;
  readonly status: RequestStatus;
  readonly recipientName: string;
  readonly recipientEmail: string;
  readonly language: Language;
  readonly description: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly gates: readonly CryptoGateId[] | null;
  readonly successUrl: string | null;
  readonly serviceFeePayer: FeePayer | null;
  readonly networkFeePayer: FeePayer | null;
  readonly conversionFeePayer: FeePayer | null;
  readonly refundFeePayer: FeePayer | null;
  readonly autocomplete: boolean | null;
  readonly underpaidToleranceBps: number | null;
  readonly overpaidToleranceBps: number | null;
  readonly invoiceId: string | null;
  readonly invoiceStatus: InvoiceStatus | null;
  readonly mailCount: number;
  readonly mailedAt: Date;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly canceledAt: Date | null;
}

/** As `GET /api/v1/payment-requests/{id}` and its events have it. */
export function presentPaymentRequest(row: PaymentRequestRecord, publicUrl: string): PaymentRequest {
  const percent = (bps: number | null) => (bps === null ? null : percentText(bps));
  return {
    id: row.id,
    mode: row.mode,
    status: row.status,
    recipient_name: row.recipientName,
    recipient_email: row.recipientEmail,
    language: row.language,
    description: row.description,
    amount: amountOf(row),
    currency: row.currency,
    gates: row.gates === null ? null : [...row.gates],
    success_url: row.successUrl,
    service_fee_payer: row.serviceFeePayer,
    network_fee_payer: row.networkFeePayer,
    conversion_fee_payer: row.conversionFeePayer,
    refund_fee_payer: row.refundFeePayer,
    autocomplete: row.autocomplete,
    underpaid_tolerance: percent(row.underpaidToleranceBps),
    overpaid_tolerance: percent(row.overpaidToleranceBps),
    url: requestPageUrl(publicUrl, row.id),
    invoice_id: row.invoiceId,
    invoice_status: row.invoiceStatus,
    mail_count: row.mailCount,
    mailed_at: row.mailedAt.toISOString(),
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    canceled_at: row.canceledAt?.toISOString() ?? null,
  };
}

/** Fiat, decimal. */
export function amountOf({ amountMinor, currency }: Pick<PaymentRequestRecord, 'amountMinor' | 'currency'>): string {
  return formatAmount(amountMinor, currencyDecimals(currency));
}

/** `1.50` for 150 basis points. */
export function percentText(bps: number): string {
  return formatAmount(BigInt(bps), 2);
}
