import type { RefundForm, RefundTokenBody } from '../../api/contract/refunds.ts';
import type { SpaInvoice } from '../../api/contract/spa-invoices.ts';
import { type ChainKind, type CryptoGateId, gates } from '../../domain/assets.ts';
import { parseAmount } from '../../domain/money.ts';
import type { FormErrors } from '../components/use-form.ts';
import { t } from '../i18n/translate.ts';
import { isPositive, minus, plus } from '../invoices/decimal.ts';
import { targetProblems } from '../payouts/target-check.ts';
import type { WantedAmount } from './refund-calls.ts';

export type RefundValues = Readonly<Record<string, string | boolean>> & {
  readonly how: 'all' | 'excess' | 'part';
  readonly amount: string;
  readonly fee_payer: 'merchant' | 'recipient';
  readonly address: string;
  readonly destination_tag: string;
  readonly reason: string;
};

/**
 * An excess, or what a refund left of it, is what a payer waits for; else all that is left. An address stands there
 * only when it is known to be the payer's own.
 */
export function emptyRefund(invoice: SpaInvoice): RefundValues {
  return {
    how: waitsForExcess(invoice) ? 'excess' : 'all',
    amount: '',
    fee_payer: 'recipient',
    address: '',
    destination_tag: '',
    reason: '',
  };
}

/** What already went back in the invoice's own coin. */
export function refundedOf({ refunds, gate_id }: Pick<SpaInvoice, 'refunds' | 'gate_id'>): string {
  const back = refunds.filter((refund) => refund.status === 'done' && refund.gate_id === gate_id);
  return back.reduce((sum, { amount }) => plus(sum, amount), '0');
}

function waitsForExcess(invoice: SpaInvoice): boolean {
  const { status, completed_at, amount_excess, amount_untaken } = invoice;
  if (status === 'overpaid') return true;
  return completed_at !== null && isPositive(amount_untaken) && isPositive(minus(amount_excess, refundedOf(invoice)));
}

/** What the form asks the server about; a part that cannot be read yet is asked as all. */
export function wantedOf(
  { how, amount }: Pick<RefundValues, 'how' | 'amount'>,
  { invoice, gateId }: { readonly invoice: SpaInvoice; readonly gateId: CryptoGateId },
): WantedAmount {
  const money = gateId === invoice.gate_id ? {} : { gate_id: gateId };
  if (how === 'excess') return { ...money, excess: true };
  return how === 'part' && minorOf(amount, gates[gateId].decimals) !== null ? { ...money, amount } : money;
}

/** What can be told before the server is asked, in the order of the fields. */
export function checkRefund(
  values: RefundValues,
  { form, chains }: { readonly form: RefundForm | undefined; readonly chains: readonly ChainKind[] },
): FormErrors<RefundValues> {
  if (form === undefined) return {};
  const amount = values.how === 'part' ? amountProblem(values.amount, form) : undefined;
  const target = form.request === null ? targetProblems(form.gate_id, values, chains) : {};
  return { ...(amount === undefined ? {} : { amount }), ...target };
}

/** The body of what the mailed code is bound to. */
export function toRefundBody(
  invoice: SpaInvoice,
  values: RefundValues,
  { request, gate_id: gateId }: RefundForm,
): RefundTokenBody {
  const { fee_payer, address, destination_tag } = values;
  const target =
    request === null ? { address, ...(destination_tag === '' ? {} : { destination_tag }) } : { request_id: request.id };
  return { invoice_id: invoice.id, ...wantedOf(values, { invoice, gateId }), fee_payer, ...target };
}

function amountProblem(text: string, { gate_id, refundable }: RefundForm): string | undefined {
  const { decimals } = gates[gate_id];
  if (text === '') return t('form.required');
  const minor = minorOf(text, decimals);
  if (minor === null) return t('form.amountInvalid');
  if (minor === 0n) return t('create.amountZero');
  return minor > parseAmount(refundable, decimals) ? t('refund.tooMuch') : undefined;
}

function minorOf(text: string, decimals: number): bigint | null {
  try {
    return parseAmount(text, decimals);
  } catch {
    return null;
  }
}
