import type { RefundRequest } from '../../contract/refund-request.ts';
import type { RefundForm, RefundTokenBody } from '../../contract/refunds.ts';
import type { SpaInvoice } from '../../contract/spa-invoices.ts';
import { type ChainKind, type CryptoGateId, gates } from '../../domain/assets/assets.ts';
import { parseAmount } from '../../domain/money/money.ts';
import { type AmountRule, amountProblem, minorOrNull } from '../forms/amount-rule.ts';
import { bodyRules } from '../forms/body-rules.ts';
import type { Rules } from '../forms/rules.ts';
import { t } from '../i18n/translate.ts';
import { isPositive, minus, plus } from '../invoices/decimal.ts';
import { targetProblems } from '../payouts/target-check.ts';
import type { RefundAmount } from './refund-calls.ts';

export interface RefundValues {
  /** Which money: the invoice's own coins, or those of another choice of the payer. */
  readonly gate_id: CryptoGateId;
  /** `prepared`: the value that the shop named with the payer's link. */
  readonly how: 'all' | 'excess' | 'part' | 'prepared';
  readonly amount: string;
  readonly fee_payer: 'merchant' | 'recipient';
  readonly address: string;
  readonly destination_tag: string;
  readonly reason: string;
}

/**
 * Prefills what the shop prepared; else the excess, or its unrefunded rest, which payers wait for; else all that is
 * left. Where the shop did not, the profile chooses the payer of the fees. The address is prefilled only if it is known
 * to be the payer's own.
 */
export function emptyRefund(invoice: SpaInvoice, { gate_id, fee_payer, request }: RefundForm): RefundValues {
  const prepared = request?.prepared;
  return {
    gate_id,
    how: firstHow(invoice, request),
    amount: '',
    fee_payer: prepared?.fee_payer ?? fee_payer,
    address: '',
    destination_tag: '',
    reason: prepared?.name ?? '',
  };
}

/** The refund that the form gets a quote for first. */
export function initialAmount(invoice: SpaInvoice): RefundAmount {
  const request = invoice.refund_request?.status === 'open' ? invoice.refund_request : null;
  const gateId = request?.gate_id ?? invoice.refund_gates[0] ?? invoice.gate_id ?? 'BTC';
  return refundAmountOf({ gate_id: gateId, how: firstHow(invoice, request), amount: '' }, { invoice, request });
}

function firstHow(invoice: SpaInvoice, request: RefundRequest | null): 'all' | 'excess' | 'prepared' {
  if ((request?.prepared ?? null) !== null) return 'prepared';
  return waitsForExcess(invoice) ? 'excess' : 'all';
}

/** The amount already refunded in the invoice's own coin. */
export function refundedOf({ refunds, gate_id }: Pick<SpaInvoice, 'refunds' | 'gate_id'>): string {
  const back = refunds.filter((refund) => refund.status === 'done' && refund.gate_id === gate_id);
  return back.reduce((sum, { amount }) => plus(sum, amount), '0');
}

function waitsForExcess(invoice: SpaInvoice): boolean {
  const { status, completed_at, amount_excess, amount_untaken } = invoice;
  if (status === 'overpaid') return true;
  return completed_at !== null && isPositive(amount_untaken) && isPositive(minus(amount_excess, refundedOf(invoice)));
}

/** The refund to get a quote for; a partial amount that is not valid yet is treated as the full one. */
export function refundAmountOf(
  { gate_id: gateId, how, amount }: Pick<RefundValues, 'gate_id' | 'how' | 'amount'>,
  { invoice, request }: { readonly invoice: Pick<SpaInvoice, 'gate_id'>; readonly request: RefundRequest | null },
): RefundAmount {
  const money = gateId === invoice.gate_id ? {} : { gate_id: gateId };
  if (how === 'prepared' && request?.prepared) return { ...money, value: request.prepared.amount };
  if (how === 'excess') return { ...money, excess: true };
  return how === 'part' && minorOrNull(amount, gates[gateId].decimals) !== null ? { ...money, amount } : money;
}

/** The form's checks before it is sent: the contract's schema, with messages in the spec's words (spec §5, §8). */
export function refundRules(
  invoice: SpaInvoice,
  { form, chains }: { readonly form: RefundForm; readonly chains: readonly ChainKind[] },
): Rules<RefundValues> {
  return bodyRules<RefundValues>(async () => (await import('../../contract/refunds.ts')).SpaCreateRefundBody, {
    toBody: (values) => ({ ...withReason(toRefundBody(invoice, values, form), values), ...CODE_TO_COME }),
    check: (values) => ({
      ...(form.request === null ? targetProblems(form.gate_id, values, chains) : {}),
      ...(values.how === 'part' ? { amount: amountProblem(values.amount, boundsOf(form)) } : {}),
    }),
  });
}

/** The code is typed in the next step; until then it is none of the form's problems. */
const CODE_TO_COME = { code: '000000' };

/** The body of what the mailed code is bound to. */
export function toRefundBody(
  invoice: Pick<SpaInvoice, 'id' | 'gate_id'>,
  values: RefundValues,
  { request }: Pick<RefundForm, 'request'>,
): RefundTokenBody {
  const { fee_payer, address, destination_tag } = values;
  const target =
    request === null ? { address, ...(destination_tag === '' ? {} : { destination_tag }) } : { request_id: request.id };
  return { invoice_id: invoice.id, ...refundAmountOf(values, { invoice, request }), fee_payer, ...target };
}

export function withReason<Body extends RefundTokenBody>(body: Body, { reason }: Pick<RefundValues, 'reason'>) {
  return reason === '' ? body : { ...body, reason };
}

/** No more than what was paid and not refunded yet. */
function boundsOf({ gate_id, refundable }: RefundForm): AmountRule {
  const { decimals } = gates[gate_id];
  const most = parseAmount(refundable, decimals);
  return { decimals, bounds: (minor) => (minor > most ? t('refund.tooMuch') : undefined) };
}
