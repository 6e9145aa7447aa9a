import type { CustomerInvoice, CustomerOtherPayment } from '../../../contract/customer-invoice.ts';
import type { Network } from '../../../domain/assets/assets.ts';
import type { NumberFormat } from '../i18n/format.ts';
import type { Translate } from '../i18n/translate.ts';
import { coins } from './coin.ts';
import type { Note } from './note.ts';

interface Words {
  readonly t: Translate;
  readonly format: NumberFormat;
}

/** Payments in another coin that have not been refunded. */
export function otherMoney({ other_payments }: CustomerInvoice): CustomerOtherPayment[] {
  return other_payments.filter(({ status }) => status !== 'returned');
}

/** An amount with its ticker; of a token that nobody here knows, its network. */
export function otherText({ amount, gate_id, network }: CustomerOtherPayment, { t, format }: Words): string {
  return amount === null ? t('other.unknown', { network: networkName(network) }) : format.coins(amount, gate_id);
}

const networkName = (network: Network) =>
  Object.values(coins).find((coin) => coin.network === network)?.networkName ?? network;

/** Says what was received, that it is safe, and what happens next; null if nothing was received in another coin. */
export function otherNote(view: CustomerInvoice, words: Words): Note | null {
  const came = otherMoney(view);
  if (came.length === 0) return null;
  const { t } = words;
  const shop = view.merchant.name;
  const amount = came.map((payment) => otherText(payment, words)).join(', ');
  const next = came.some(({ status }) => status === 'confirming')
    ? 'other.confirming'
    : came.every(({ returned_by }) => returned_by === 'refund')
      ? 'other.refund'
      : 'other.support';
  return { tone: 'warning', icon: 'info', strong: t('other.came', { amount }), text: t(next, { shop }) };
}
