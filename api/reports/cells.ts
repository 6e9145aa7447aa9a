import { presentDeposit } from '../../contract/deposits.view.ts';
import { coinText, presentInvoice } from '../../contract/invoice.view.ts';
import { presentPayout } from '../../contract/payouts.view.ts';
import { type AnyWithdrawal, presentWithdrawal } from '../../contract/withdrawals.view.ts';
import type { CardOrderRow } from '../../db/card-orders/rows.ts';
import type { HistoryEvent } from '../../db/history/event-list.ts';
import type { Movement, MovementQuery } from '../../db/history/movements.ts';
import type { Statement } from '../../db/history/statement.ts';
import { gateDecimals } from '../../domain/assets/assets.ts';
import type { DepositRecord } from '../../domain/deposits/record.ts';
import type { InvoiceRecord } from '../../domain/invoices/record.ts';
import { currencyDecimals } from '../../domain/money/currencies.ts';
import { formatAmount } from '../../domain/money/money.ts';
import type { PayoutRow } from '../../domain/payouts/record.ts';
import type { CsvCell } from '../../domain/text/csv.ts';
import { presentShopOrder } from '../presenters/card-order-records.ts';

// One function for each kind of report; the columns are named in domain/reports/reports.ts, in the same order.

type Clock = (at: Date) => string;

export function movementCells(
  movement: Movement,
  { query, clock }: { readonly query: MovementQuery; readonly clock: Clock },
): readonly CsvCell[] {
  const { gateId, valueMinor } = movement;
  const amount = (minor: bigint) => formatAmount(minor, gateDecimals(gateId));
  return [
    clock(movement.at),
    gateId,
    movement.kind,
    amount(movement.minor),
    amount(movement.balanceMinor),
    valueMinor === null ? null : formatAmount(valueMinor, currencyDecimals(query.currency)),
    valueMinor === null ? null : query.currency,
    movement.reference,
    movement.invoiceId,
    movement.entity,
  ];
}

/** The lines of one balance: they add up from its opening to its closing. */
export function balanceCells({ gateId, openingMinor, kinds, closingMinor, movements }: Statement): CsvCell[][] {
  const amount = (minor: bigint) => formatAmount(minor, gateDecimals(gateId));
  return [
    [gateId, 'opening', 0, amount(openingMinor)],
    ...kinds.map(({ kind, movements: count, minor }) => [gateId, kind, count, amount(minor)]),
    [gateId, 'closing', movements, amount(closingMinor)],
  ];
}

export function eventCells(event: HistoryEvent, clock: Clock): readonly CsvCell[] {
  return [clock(event.at), event.type, event.reference, event.amount, event.currency, event.entityId];
}

export function invoiceCells(record: InvoiceRecord, clock: Clock): readonly CsvCell[] {
  const invoice = presentInvoice(record);
  const { fees, conversion, currency } = invoice;
  const taxMinor = record.taxes.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  const refunded = record.quote === null ? null : coinText(record.amountRefundedMinor, record.quote.gateId);
  return [
    local(invoice.created_at, clock),
    invoice.id,
    invoice.reference,
    invoice.status,
    invoice.amount,
    invoice.total,
    currency,
    invoice.gate_id,
    invoice.amount_due,
    invoice.amount_paid,
    invoice.rate?.value,
    invoice.address,
    invoice.destination_tag,
    invoice.transactions.map(({ txid }) => txid).join(' '),
    invoice.customer?.email,
    invoice.description,
    local(invoice.completed_at, clock),
    formatAmount(taxMinor, currencyDecimals(currency)),
    fees.service,
    fees.network,
    fees.conversion,
    fees.payer,
    refunded,
    conversion?.to,
    conversion?.amount_to,
  ];
}

export function payoutCells(record: PayoutRow, clock: Clock): readonly CsvCell[] {
  const payout = presentPayout(record);
  return [
    local(payout.created_at, clock),
    payout.id,
    payout.reference,
    payout.status,
    payout.gate_id,
    payout.amount,
    payout.net_amount,
    payout.fees.service,
    payout.fees.network,
    payout.total,
    payout.fees.payer,
    payout.address,
    payout.destination_tag,
    payout.txid,
    payout.description,
    local(payout.completed_at, clock),
    ...(record.kind === 'refund' ? [record.invoiceId] : []),
  ];
}

export function withdrawalCells(record: AnyWithdrawal, clock: Clock): readonly CsvCell[] {
  const { recipient, method, fees, ...withdrawal } = presentWithdrawal(record);
  return [
    local(withdrawal.created_at, clock),
    withdrawal.id,
    withdrawal.status,
    withdrawal.status_words,
    withdrawal.gate_id,
    withdrawal.amount,
    withdrawal.net_amount,
    fees.service,
    fees.network,
    withdrawal.total,
    fees.payer,
    method.title,
    recipient.address ?? recipient.iban,
    recipient.account_name,
    withdrawal.bank_reference,
    withdrawal.txid,
    local(withdrawal.completed_at, clock),
  ];
}

export function depositCells(record: DepositRecord, clock: Clock): readonly CsvCell[] {
  const { fees, conversion, transactions, ...deposit } = presentDeposit(record);
  return [
    local(deposit.created_at, clock),
    deposit.id,
    deposit.reference,
    deposit.status,
    deposit.status_reason,
    deposit.type,
    deposit.gate_id,
    deposit.amount,
    deposit.net_amount,
    fees.service,
    transactions.map(({ txid }) => txid).join(' '),
    deposit.address_id,
    conversion?.to,
    conversion?.amount_to,
    local(deposit.completed_at, clock),
  ];
}

export function purchaseCells(row: CardOrderRow, clock: Clock): readonly CsvCell[] {
  const order = presentShopOrder(row, undefined);
  return [
    local(order.created_at, clock),
    order.id,
    order.status,
    order.status_reason,
    order.method,
    order.country,
    order.fiat,
    order.fiat_amount,
    order.gate_id,
    order.crypto_amount,
    order.address,
    order.destination_tag,
    order.txid,
    order.invoice_id,
    order.earnings,
    order.earnings_status,
    local(order.earnings_available_at, clock),
    local(order.delivered_at, clock),
  ];
}

function local(instant: string | null, clock: Clock): string | null {
  return instant === null ? null : clock(new Date(instant));
}
