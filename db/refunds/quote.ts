import { type ChainKind, type CryptoGate, type CryptoGateId, gate } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import type { FeePayer } from '../../domain/money/fees.ts';
import { isCurrent, type Rate } from '../../domain/money/rates.ts';
import { type PayoutFeePayer, type PayoutQuote, quotePayout } from '../../domain/outflows/fees.ts';
import { checkPayoutAmount } from '../../domain/outflows/limits.ts';
import { coolOffSecondsOf } from '../../domain/outflows/policy.ts';
import { agreedNetworkFee, type NetworkFeeQuote } from '../../domain/payouts/network-fee.ts';
import { ruleFor } from '../../domain/process/table.ts';
import {
  type RefundableFacts,
  type RefundSelection,
  refundAmount,
  refundAmountOfValue,
} from '../../domain/refunds/refund.ts';
import { INVOICE_COMMANDS, refusedInvoice } from '../../domain/state/invoice-commands.ts';
import type { InvoiceEvent } from '../../domain/state/invoice-event.ts';
import { positionOf } from '../../domain/state/invoice-facts.ts';
import { RESTING_STATUSES } from '../../domain/state/invoice-status.ts';
import { invoiceTable } from '../../domain/state/invoice-table.ts';
import type { MerchantStatus } from '../../domain/state/merchant.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { one, prepared } from '../core/sql.ts';
import { otherMoneyOf, toFacts } from '../invoices/facts.ts';
import type { InvoiceParts } from '../invoices/rows.ts';
import { merchantLimits } from '../outflows/limits.ts';
import { joinPolicy } from '../outflows/policy.ts';
import { networkFee } from '../payouts/network-fees.ts';
import type { PayoutSettings } from '../payouts/settings.ts';
import { type RateJson, rateJson, toRate } from '../rates/rates.ts';

/** The requested amount: coins, all, the excess, or a value in the invoice's currency at the current rate (spec §9). */
export type RefundAmount = RefundSelection | { readonly type: 'value'; readonly fiatMinor: bigint };

export interface RefundTerms {
  readonly amount: RefundAmount;
  /** Without it, the one that the profile names. */
  readonly feePayer?: PayoutFeePayer | undefined;
  /** The network fee that was shown to the requester; without it, the current one is charged. */
  readonly agreedFee?: NetworkFeeQuote | undefined;
}

/** The quote of a refund; amounts in minor units of the gate. */
export interface RefundQuote extends PayoutQuote {
  /** The part of the payment that the refund covers. */
  readonly amountMinor: bigint;
  readonly gate: CryptoGate;
  readonly networkFee: NetworkFeeQuote;
  readonly feePayer: PayoutFeePayer;
}

/** The data that decides about an invoice's refunds now. */
export interface RefundContext {
  readonly gate: CryptoGate;
  readonly facts: RefundableFacts;
  readonly serviceFeeBps: number;
  /** The payer of fees for refunds that do not name one. */
  readonly defaultFeePayer: PayoutFeePayer;
  readonly networkFee: NetworkFeeQuote;
  readonly chain: ChainKind;
  /** The asset's rate in the invoice's currency; null while unknown. */
  readonly rate: Rate | null;
  readonly approvalRequired: boolean;
  readonly coolOffSeconds: number;
}

/** The money of an invoice that is to be refunded, and when. */
export interface RefundableMoney {
  readonly parts: InvoiceParts;
  /** The gate of money on another quote (invoice-states B); without it, the invoice's own. */
  readonly gateId?: CryptoGateId | undefined;
  readonly nowMs: number;
}

/**
 * Reads the data that decides about refunds of this invoice.
 * @throws DomainError `illegal_transition` if the status allows no refund or nothing is left, `merchant_blocked`,
 *   `gate_not_offered` if it cannot be sent
 */
export async function refundContext(
  on: Tx | Db,
  settings: PayoutSettings,
  { parts, gateId, nowMs }: RefundableMoney,
): Promise<RefundContext> {
  const { row } = parts;
  const requested = gateId ?? row.gateId;
  if (requested === null) throw refusedInvoice(row.status, 'refund');
  // One at a time in every status: a signed refund may continue while an operator decides about the invoice.
  if (parts.refunds.some(({ hold }) => hold === 'open')) throw refusedInvoice(row.status, 'refund');
  const of = gate(requested);
  const facts = of.id === row.gateId ? ownMoney(parts, nowMs) : otherMoney(parts, of.id);
  return coinContext(on, settings, { row, of, facts, nowMs });
}

/**
 * The data that decides about sending coins of a gate for a refund. @throws DomainError `merchant_blocked`,
 * `gate_not_offered`
 */
export async function coinContext(
  on: Tx | Db,
  settings: PayoutSettings,
  {
    row,
    of,
    facts,
    nowMs,
  }: {
    readonly row: InvoiceParts['row'];
    readonly of: CryptoGate;
    readonly facts: RefundableFacts;
    readonly nowMs: number;
  },
): Promise<RefundContext> {
  const context = await one<ContextRow>(on, contextSql, [row.profileId, of.network, of.asset, row.currency, row.id]);
  if (context.merchant_status === 'blocked') throw new DomainError('merchant_blocked');
  if (!settings.isOpen(row.mode, of.network)) throw new DomainError('gate_not_offered');
  const rate = context.rate === null ? null : toRate(context.rate);
  return {
    gate: of,
    facts,
    serviceFeeBps: context.fee_bps,
    defaultFeePayer: context.refund_fee_payer === 'customer' ? 'recipient' : 'merchant',
    networkFee: await networkFee(on, settings, { mode: row.mode, merchantId: row.merchantId, gateId: of.id }),
    chain: settings.chainOf(row.mode, of.network, context.chain),
    rate: rate !== null && isCurrent(rate, nowMs) ? rate : null,
    approvalRequired: context.approval_required,
    coolOffSeconds: coolOffSecondsOf(row.mode, context.cool_off_seconds),
  };
}

/** Money on the invoice's own quote: the state table says whether it can be refunded. */
function ownMoney(parts: InvoiceParts, nowMs: number): RefundableFacts {
  const facts = toFacts(parts);
  const smallest: InvoiceEvent = { type: 'refund', minor: 1n };
  const at = positionOf(facts, nowMs, smallest.minor);
  ruleFor(invoiceTable, { status: facts.status, event: smallest.type, position: at }, INVOICE_COMMANDS);
  return { confirmedMinor: at.confirmedMinor, refundedMinor: at.goneMinor, excessMinor: at.excessMinor };
}

/** Money on another quote, once the invoice is at rest: it was never requested, and no status counts it. */
function otherMoney(parts: InvoiceParts, gateId: CryptoGateId): RefundableFacts {
  const found = otherMoneyOf(parts).find((each) => each.gateId === gateId);
  if (!RESTING_STATUSES.has(parts.row.status) || found === undefined || found.confirmedMinor <= found.refundedMinor) {
    throw refusedInvoice(parts.row.status, 'refund');
  }
  return { ...found, excessMinor: found.confirmedMinor };
}

/**
 * The quote of a requested amount now. Rounded so that the payer never gets more coins than were paid (hazard 54).
 * @throws DomainError `amount_too_small`, `amount_too_large`, `rate_unavailable` for a value without a rate,
 *   `changed_meanwhile` when the network fee exceeds the agreed one
 */
export function quoteRefund(context: RefundContext, { amount, agreedFee, ...terms }: RefundTerms): RefundQuote {
  const feePayer = terms.feePayer ?? context.defaultFeePayer;
  const amountMinor = refundAmount(context.facts, inCoins(context, amount));
  const fee = agreedFee === undefined ? context.networkFee : agreedNetworkFee(agreedFee, context.networkFee);
  const { serviceFeeBps, gate: of } = context;
  const quote = quotePayout(amountMinor, { feePayer, serviceFeeBps, networkFeeMinor: fee.chargedMinor });
  return { ...quote, amountMinor, gate: of, networkFee: fee, feePayer };
}

/** @throws DomainError `amount_too_small` for amounts below the network's or the merchant's minimum */
export async function checkSmallest(on: Tx | Db, merchantId: string, quote: RefundQuote): Promise<void> {
  const { minMinor } = await merchantLimits(on, merchantId, quote.gate.id);
  checkPayoutAmount(quote.netMinor, { minMinor, maxMinor: null, hourlyMinor: null, dailyMinor: null });
}

function inCoins({ facts, rate }: RefundContext, amount: RefundAmount): RefundSelection {
  if (amount.type !== 'value') return amount;
  if (rate === null) throw new DomainError('rate_unavailable');
  return { type: 'part', amountMinor: refundAmountOfValue(facts, amount.fiatMinor, rate) };
}

interface ContextRow {
  readonly merchant_status: MerchantStatus;
  readonly fee_bps: number;
  readonly refund_fee_payer: FeePayer;
  readonly chain: ChainKind | null;
  readonly rate: RateJson | null;
  readonly approval_required: boolean;
  readonly cool_off_seconds: number | null;
}

/** The refund fee of the plan of the merchant `m`. */
export const refundFeeBps = `(SELECT f.fee_bps FROM fee_plan f
  WHERE f.plan IN (m.fee_plan, 'default') AND f.operation = 'refund'
  ORDER BY f.plan = m.fee_plan DESC LIMIT 1)`;

/** The payer of refund fees of an invoice: of its payment request, otherwise of the profile `p`. */
export const refundFeePayer = (invoiceId: string) => `coalesce((SELECT q.refund_fee_payer
  FROM payment_request_invoice x JOIN payment_request q ON q.id = x.request_id WHERE x.invoice_id = ${invoiceId}),
  p.refund_fee_payer)`;

const contextSql = prepared(`
  SELECT m.status AS merchant_status, i.chain, ${refundFeePayer('$5')} AS refund_fee_payer, ${refundFeeBps} AS fee_bps,
    (SELECT ${rateJson} FROM rate r WHERE r.mode = p.mode AND r.asset = $3 AND r.currency = $4) AS rate,
    coalesce(y.approval_required, false) AS approval_required, y.cool_off_seconds
  FROM profile p JOIN merchant m ON m.id = p.merchant_id
  ${joinPolicy}
  LEFT JOIN chain_identity i ON i.mode = p.mode AND i.network = $2
  WHERE p.id = $1`);
