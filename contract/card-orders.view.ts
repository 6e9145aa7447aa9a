import type { CryptoGateId, Mode } from '../domain/assets/assets.ts';
import { MATURITY_MS } from '../domain/card-orders/earnings.ts';
import type { CardMethod } from '../domain/card-orders/payment-method.ts';
import { currencyDecimals } from '../domain/money/currencies.ts';
import { formatAmount } from '../domain/money/money.ts';
import type { CardOrderReason, CardOrderStatus } from '../domain/state/card-order-status.ts';
import type { CardOrder } from './card-orders.ts';
import { maskEmail } from './customer-invoice.view.ts';
import { coinText } from './invoice.view.ts';

/** A purchase by card as the database returns it. */
export interface CardOrderRecord {
  readonly id: string;
  readonly version: number;
  readonly status: CardOrderStatus;
  readonly statusReason: CardOrderReason | null;
  readonly mode: Mode;
  readonly invoiceId: string | null;
  readonly gateId: CryptoGateId;
  readonly fiat: string;
  readonly fiatMinor: bigint;
  readonly cryptoMinor: bigint;
  readonly country: string;
  readonly method: CardMethod;
  readonly address: string | null;
  readonly destinationTag: bigint | null;
  readonly txid: string | null;
  readonly deliveredTxid: string | null;
  readonly shareMinor: bigint | null;
  readonly createdAt: Date;
  readonly deliveredAt: Date | null;
  readonly maturedAt: Date | null;
  readonly closedAt: Date | null;
}

/**
 * The purchase as the public API and webhooks show it. Nothing of the partner's pages and terms, and of the customer
 * nothing by which others could find or write to them.
 */
export function presentCardOrder(row: CardOrderRecord, email: string | null): CardOrder {
  const { fiat, gateId } = row;
  return {
    id: row.id,
    version: row.version,
    status: row.status,
    status_reason: row.statusReason,
    mode: row.mode,
    invoice_id: row.invoiceId,
    gate_id: gateId,
    fiat,
    fiat_amount: fiatText(row.fiatMinor, fiat),
    crypto_amount: coinText(row.cryptoMinor, gateId),
    country: row.country,
    method: row.method,
    customer_email: email === null ? null : maskEmail(email),
    address: row.address,
    destination_tag: row.destinationTag?.toString() ?? null,
    txid: row.deliveredTxid ?? row.txid,
    ...earningsOf(row),
    created_at: row.createdAt.toISOString(),
    delivered_at: row.deliveredAt?.toISOString() ?? null,
    closed_at: row.closedAt?.toISOString() ?? null,
  };
}

export function fiatText(minor: bigint, currency: string): string {
  return formatAmount(minor, currencyDecimals(currency));
}

function earningsOf({ status, shareMinor, deliveredAt, maturedAt }: CardOrderRecord) {
  if (shareMinor === null || deliveredAt === null)
    return { earnings: null, earnings_status: null, earnings_available_at: null };
  const earnings = fiatText(shareMinor, 'EUR');
  if (status === 'charged_back') return { earnings, earnings_status: 'reversed', earnings_available_at: null } as const;
  const availableAt = maturedAt ?? new Date(deliveredAt.getTime() + MATURITY_MS);
  return {
    earnings,
    earnings_status: maturedAt === null ? 'pending' : 'available',
    earnings_available_at: availableAt.toISOString(),
  } as const;
}
