import { maskEmail } from '../../contract/customer-invoice.view.ts';
import { trimZeros } from '../../contract/invoice.view.ts';
import type { RefundRequest } from '../../contract/refund-request.ts';
import type {
  CreateRefundBody,
  RefundForm,
  RefundFormQuery,
  RefundLink,
  RefundPreview,
  SpaRefund,
  SpaRefundRow,
} from '../../contract/refunds.ts';
import { presentRefund } from '../../contract/refunds.view.ts';
import type { RefundFormFacts } from '../../db/refunds/form.ts';
import type { Granted } from '../../db/refunds/granted-links.ts';
import type { RefundLinks } from '../../db/refunds/links.ts';
import type { PreparedRefund } from '../../db/refunds/prepared.ts';
import { quoteRefund, type RefundAmount } from '../../db/refunds/quote.ts';
import type { RefundRequestRow } from '../../db/refunds/request-process.ts';
import { gates } from '../../domain/assets/assets.ts';
import { explorerUrl } from '../../domain/assets/explorers.ts';
import { fieldError, isDomainError, messageOf } from '../../domain/errors.ts';
import { currencyDecimals } from '../../domain/money/currencies.ts';
import { readShopAmount } from '../../domain/money/items.ts';
import { formatAmount, maxOf, minOf, parseAmount } from '../../domain/money/money.ts';
import { fiatMinorFor } from '../../domain/money/rates.ts';
import { insufficientBalance } from '../../domain/outflows/debt.ts';
import type { PayoutFeePayer } from '../../domain/outflows/fees.ts';
import type { PayoutRow } from '../../domain/payouts/record.ts';
import { refundableMinor } from '../../domain/refunds/refund.ts';
import { presentPayoutRow, presentQuote, presentSpaPayout, type Viewer } from './spa-payouts.ts';

const PAYERS = ['merchant', 'recipient'] as const satisfies readonly PayoutFeePayer[];

/** How much a body asks for. */
export type RequestedAmount = Pick<RefundFormQuery, 'amount' | 'value' | 'excess'>;

/**
 * The amount of a body in minor units; nothing named is all.
 * @throws DomainError `amount_invalid`, 422 on `amount` for more than one way to say it
 */
export function toRefundAmount(
  { amount, value, excess = false }: RequestedAmount,
  of: { readonly decimals: number; readonly currency: string },
): RefundAmount {
  if ([amount !== undefined, value !== undefined, excess].filter(Boolean).length > 1) {
    throw fieldError('amount', 'Give an amount, a value, or the excess.');
  }
  if (excess) return { type: 'excess' };
  if (amount !== undefined) return { type: 'part', amountMinor: parseAmount(amount, of.decimals) };
  if (value !== undefined) return { type: 'value', fiatMinor: parseAmount(value, currencyDecimals(of.currency)) };
  return { type: 'all' };
}

/**
 * The amount of a shop's refund to an address: coins, a value where it names the currency, or all.
 * @throws DomainError `amount_invalid`, 422 on `currency`
 */
export function toShopRefundAmount(
  { amount, currency }: CreateRefundBody,
  of: { readonly decimals: number; readonly currency: string },
): RefundAmount {
  if (currency !== undefined) return { type: 'value', fiatMinor: fiatValue(amount, currency, of.currency) };
  if (amount === undefined) return { type: 'all' };
  return { type: 'part', amountMinor: readShopAmount('amount', amount, of.decimals) };
}

/** The value of a refund whose payer claims it. @throws DomainError 422 on what is missing or has no meaning */
export function toLinkValue(
  { amount, currency, destination_tag }: CreateRefundBody,
  invoice: { readonly currency: string },
): bigint {
  const needsAddress = 'Is required, or leave it out with amount and currency to send the payer a link.';
  if (currency === undefined || destination_tag !== undefined) throw fieldError('address', needsAddress);
  return fiatValue(amount, currency, invoice.currency);
}

function fiatValue(amount: string | undefined, currency: string, ofInvoice: string): bigint {
  if (currency !== ofInvoice) throw fieldError('currency', `Must be ${ofInvoice}, the currency of the invoice.`);
  if (amount === undefined) throw fieldError('amount', 'The amount field is required.');
  const minor = readShopAmount('amount', amount, currencyDecimals(ofInvoice));
  if (minor === 0n) throw fieldError('amount', 'Amount must be greater than 0');
  return minor;
}

export function presentRefundLink(
  { link, gateId, currency, checkoutUrl, email }: Granted,
  links: RefundLinks,
): RefundLink {
  const { id, invoiceId, gates: payerGates, valueMinor, reason, createdAt, expiresAt } = link;
  return {
    id,
    invoice_id: invoiceId,
    currency,
    gate_id: gateId,
    payer_gates: [...payerGates],
    reason,
    url: links.make(checkoutUrl, { invoiceId, occasion: id, nowMs: createdAt.getTime() }),
    amount: formatAmount(valueMinor, currencyDecimals(currency)),
    sent_to: email === null ? null : maskEmail(email),
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
}

export function presentRefundRow(refund: PayoutRow, viewer: Viewer): SpaRefundRow {
  const { created_by, approved_by, actions } = presentPayoutRow(refund, viewer);
  const shown = presentRefund(refund);
  const { txid } = shown;
  const isPublic = txid !== null && refund.chain === 'main';
  const explorer_url = isPublic ? explorerUrl(gates[refund.gateId].network, txid) : null;
  return { ...shown, created_by, approved_by, actions, explorer_url };
}

export function presentSpaRefund(
  refund: PayoutRow,
  viewer: Viewer,
  story: Parameters<typeof presentSpaPayout>[2],
): SpaRefund {
  const { explorer_url: _shown, ...row } = presentRefundRow(refund, viewer);
  const { address_url, transactions, timeline, ledger } = presentSpaPayout(refund, viewer, story);
  return { ...row, address_url, transactions, timeline, ledger };
}

export function presentRequest(request: RefundRequestRow, prepared: PreparedRefund | null): RefundRequest {
  const { id, status, gateId, address, destinationTag, note, createdAt } = request;
  return {
    id,
    status,
    gate_id: gateId,
    address,
    destination_tag: destinationTag?.toString() ?? null,
    note,
    prepared: prepared === null ? null : presentPrepared(prepared),
    created_at: createdAt.toISOString(),
  };
}

function presentPrepared({ valueMinor, currency, name, feePayer }: PreparedRefund): RefundRequest['prepared'] {
  return { amount: formatAmount(valueMinor, currencyDecimals(currency)), currency, name, fee_payer: feePayer };
}

/** The form, and what the wanted amount means by who pays the fees. @throws DomainError as {@link toRefundAmount} */
export function presentRefundForm(
  facts: RefundFormFacts,
  requested: RequestedAmount,
  twoFa: { readonly required: boolean; readonly enabled: boolean },
): RefundForm {
  const { context, parts } = facts;
  const { gate, rate } = context;
  const coins = (minor: bigint) => formatAmount(minor, gate.decimals);
  const { currency, completedAt } = parts.row;
  const amount = toRefundAmount(requested, { decimals: gate.decimals, currency });
  const left = refundableMinor(context.facts);
  return {
    gate_id: gate.id,
    currency,
    refundable: coins(left),
    excess: coins(minOf(left, maxOf(0n, context.facts.excessMinor - context.facts.refundedMinor))),
    available: coins(facts.availableMinor),
    rate: rate === null ? null : trimZeros(rate.value),
    service_fee_percent: formatAmount(BigInt(context.serviceFeeBps), 2),
    fee_payer: context.defaultFeePayer,
    network_fee: coins(context.networkFee.chargedMinor),
    network_fee_at: context.networkFee.sampledAt?.toISOString() ?? null,
    takes_tag: gates[gate.id].tag !== 'none',
    is_settled: completedAt !== null || gate.id !== parts.row.gateId,
    request: facts.request === null ? null : presentRequest(facts.request, facts.prepared),
    policy: { approval_required: context.approvalRequired, cool_off_seconds: context.coolOffSeconds },
    two_fa: twoFa,
    preview: PAYERS.map((feePayer) => previewOf(amount, feePayer, facts)),
  };
}

function previewOf(amount: RefundAmount, feePayer: PayoutFeePayer, facts: RefundFormFacts): RefundPreview {
  const { context, parts, minMinor, availableMinor, owedMinor, unsettledMinor } = facts;
  const { gate, rate } = context;
  try {
    const quote = quoteRefund(context, { amount, feePayer });
    const fromBalance = quote.heldMinor - minOf(unsettledMinor, quote.amountMinor);
    const value = rate === null ? null : fiatMinorFor(quote.amountMinor, rate);
    return {
      fee_payer: feePayer,
      amount: formatAmount(quote.amountMinor, gate.decimals),
      ...presentQuote(quote, gate.decimals),
      value: value === null ? null : formatAmount(value, currencyDecimals(parts.row.currency)),
      problem:
        quote.netMinor < minMinor
          ? messageOf('amount_too_small')
          : fromBalance > availableMinor
            ? insufficientBalance([{ asset: gate.id, minor: owedMinor }])
            : null,
    };
  } catch (error) {
    if (!isDomainError(error)) throw error;
    // There is no quote, only why.
    const nothing = {
      netMinor: 0n,
      serviceFeeMinor: 0n,
      networkFeeMinor: context.networkFee.chargedMinor,
      heldMinor: 0n,
    };
    const problem = Object.values(error.fields ?? {})[0]?.[0] ?? error.message;
    const shown = { amount: formatAmount(0n, gate.decimals), ...presentQuote(nothing, gate.decimals), value: null };
    return { fee_payer: feePayer, ...shown, problem };
  }
}
