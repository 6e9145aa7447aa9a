import type { SpaInvoice } from '../../contract/spa-invoices.ts';
import { withoutTrailingZeros } from '../../domain/text/trailing.ts';
import { tickerOf } from '../components/asset-label.tsx';
import { coinsText } from '../components/money.tsx';
import { formatFiat } from '../i18n/format.ts';
import { t, translateOr } from '../i18n/translate.ts';
import type { Tone } from '../look/colours.ts';
import type { IconName } from '../look/icon-paths.ts';
import { isPositive } from './decimal.ts';

export type ChoiceKind = 'complete' | 'refund' | 'cancel';

export interface DecisionChoice {
  readonly kind: ChoiceKind;
  readonly title: string;
  readonly text: string;
  readonly button: string;
  /** One filled button per decision. */
  readonly primary: boolean;
}

export interface Decision {
  readonly tone: Exclude<Tone, 'neutral' | 'success'>;
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly choices: readonly DecisionChoice[];
}

/** The decision that an invoice needs from the merchant now, or the notice to show; null when there is none. */
export function decisionOf(invoice: SpaInvoice): Decision | null {
  const { complete, cancel } = invoice.actions;
  const other = otherMoney(invoice);
  if (!complete && !cancel && invoice.status !== 'error') return other;
  const choices = [
    ...(complete ? [completeChoice(invoice)] : []),
    ...(isRefundDecided(invoice) ? [refundChoice(invoice)] : []),
    ...(cancel ? [cancelChoice()] : []),
  ];
  const why = reason(invoice);
  return { ...why, text: [why.text, other?.text ?? ''].filter(Boolean).join(' '), choices };
}

/** Explains a payment in another coin than the chosen one: that it is safe, and how to return it. */
function otherMoney(invoice: SpaInvoice): Decision | null {
  const came = invoice.other_payments.filter(({ status }) => status !== 'returned');
  if (came.length === 0) return null;
  const amount = came
    .map(({ amount, gate_id, network }) =>
      amount === null || gate_id === null ? t('decision.other_coin.unknown', { network }) : coinsText(amount, gate_id),
    )
    .join(', ');
  const isRefundable = came.every(({ returned_by }) => returned_by === 'refund');
  const key = isRefundable ? 'decision.other_coin.refund' : 'decision.other_coin.support';
  return {
    tone: 'warning',
    icon: 'alertCircle',
    title: t('decision.other_coin.title'),
    text: [t('decision.other_coin.text', { amount }), t(key)].join(' '),
    choices: isRefundable && invoice.actions.refund ? [refundChoice(invoice)] : [],
  };
}

/** Whether the refund is offered beside completing; a refund that the payer requested is shown with the request. */
export function isRefundDecided({ actions, refund_request }: Pick<SpaInvoice, 'actions' | 'refund_request'>): boolean {
  return actions.complete && actions.refund && refund_request?.status !== 'open';
}

function reason(invoice: SpaInvoice): Omit<Decision, 'choices'> {
  const { status, status_reason, amount_remaining, amount_due, amount_excess, amount_confirmed } = invoice;
  const why = status_reason ? translateOr(`reason.${status_reason}`, '') : '';
  const withWhy = (text: string) => [why, text].filter(Boolean).join(' ');
  switch (status) {
    case 'invalid':
      return {
        tone: 'error',
        icon: 'alertCircle',
        title: t('decision.invalid.title'),
        text: isPositive(amount_remaining)
          ? withWhy(
              t('decision.invalid.text', {
                missing: coins(invoice, amount_remaining),
                due: coins(invoice, amount_due),
              }),
            )
          : why,
      };
    case 'error':
      return {
        tone: 'error',
        icon: 'alertCircle',
        title: t('decision.error.title'),
        text: withWhy(t('decision.error.text')),
      };
    case 'expired_paid':
      return {
        tone: 'warning',
        icon: 'clock',
        title: t('decision.expired_paid.title'),
        text: t('decision.expired_paid.text', { paid: coins(invoice, amount_confirmed) }),
      };
    case 'overpaid':
      return {
        tone: 'warning',
        icon: 'plusCircle',
        title: t('decision.overpaid.title'),
        text: t('decision.overpaid.text', { excess: coins(invoice, amount_excess) }),
      };
    case 'done':
      return {
        tone: 'warning',
        icon: 'plusCircle',
        title: t('decision.untaken.title'),
        text: t('decision.untaken.text', { amount: coins(invoice, invoice.amount_untaken) }),
      };
    case 'new':
    case 'pending':
      return { tone: 'primary', icon: 'clock', title: t('decision.open.title'), text: t('decision.open.text') };
    default:
      return {
        tone: 'warning',
        icon: 'alertCircle',
        title: t('decision.other.title'),
        text: withWhy(t('decision.other.text', { status: t(`status.${status}`) })),
      };
  }
}

function completeChoice(invoice: SpaInvoice): DecisionChoice {
  const { status, amount_excess, amount_untaken, amount_confirmed } = invoice;
  const keep = status === 'overpaid' || status === 'done';
  const rest = status === 'done' ? amount_untaken : amount_excess;
  const amount = coins(invoice, keep ? rest : amount_confirmed);
  return {
    kind: 'complete',
    title: t(keep ? 'decision.keep.title' : 'decision.complete.title'),
    text: t(keep ? 'decision.keep.text' : 'decision.complete.text', { amount }),
    button: t('decision.complete.button'),
    primary: true,
  };
}

function refundChoice({ refund_gates, refund_fee_percent, refund_fee_payer }: SpaInvoice): DecisionChoice {
  const percent = withoutTrailingZeros(refund_fee_percent);
  return {
    kind: 'refund',
    title: t('decision.refund.title'),
    text: t(`decision.refund.text.${refund_fee_payer}`, {
      ticker: refund_gates.map((id) => tickerOf(id)).join(', '),
      percent,
    }),
    button: t('decision.refund.button'),
    primary: false,
  };
}

function cancelChoice(): DecisionChoice {
  return {
    kind: 'cancel',
    title: t('decision.cancel.title'),
    text: t('decision.cancel.text'),
    button: t('decision.cancel.button'),
    primary: false,
  };
}

/** An amount with its ticker; before an asset is chosen, what is asked in fiat. */
export function coins(invoice: Pick<SpaInvoice, 'gate_id' | 'total' | 'currency'>, amount: string | null): string {
  if (amount === null || invoice.gate_id === null) return formatFiat(invoice.total, invoice.currency);
  return coinsText(amount, invoice.gate_id);
}
