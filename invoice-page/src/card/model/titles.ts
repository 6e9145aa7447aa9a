import type { CardOrder } from '../../../../contract/card-payment.ts';
import { coins } from '../../model/coin.ts';
import type { IconName, Tone } from '../../model/screen.ts';
import type { CardInvoice } from '../page-state.ts';
import type { CardKey, CardWords } from '../words.tsx';
import { endOf, troubleOf } from './ends.ts';
import type { CardScreen } from './steps.ts';

interface About {
  readonly order: CardOrder | null;
  readonly invoice: CardInvoice | null;
}

/** The heading of a screen. */
export function titleOf(screen: CardScreen, { order, invoice }: About, { t, format }: CardWords): string {
  const asset = order === null ? '' : coins[order.gate_id].asset;
  const values = {
    asset,
    amount: order === null ? '' : format.fiat(order.fiat_amount, order.fiat),
    network: order === null ? '' : coins[order.gate_id].networkName,
  };
  switch (screen) {
    case 'amount':
      return t(invoice !== null || order?.invoice_id ? 'invoice.title' : 'amount.title');
    case 'follow':
      return t(order?.status === 'sending' ? 'sending.title' : 'processing.title', values);
    case 'delivered':
      return t(order?.invoice_id ? 'delivered.invoice_title' : 'delivered.title', values);
    case 'ended':
      return order === null ? '' : t(endOf(order).title, values);
    default:
      return t(`${screen}.title`, values);
  }
}

export function toneOf(screen: CardScreen, order: CardOrder | null): Tone {
  if (screen === 'delivered') return 'success';
  if (screen === 'ended' && order !== null) return endOf(order).tone;
  return order !== null && troubleOf(order) !== null ? 'warning' : 'info';
}

interface Chip {
  readonly word: CardKey;
  readonly icon: IconName;
}

/** An icon and a word for how far the order is; none before it is placed. */
export function chipOf(order: CardOrder | null): Chip | null {
  if (order === null) return null;
  switch (order.status) {
    case 'draft':
      return null;
    case 'delivered':
      return { word: 'chip.delivered', icon: 'check' };
    case 'placing':
    case 'identity':
    case 'payment':
      return { word: 'chip.open', icon: 'clock' };
    case 'processing':
    case 'sending':
      return troubleOf(order) === null
        ? { word: 'chip.running', icon: 'clock' }
        : { word: 'chip.checked', icon: 'alert' };
    default:
      return endOf(order).chip;
  }
}
