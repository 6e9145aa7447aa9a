import type { CustomerInvoice, CustomerOtherPayment } from '../../../contract/customer-invoice.ts';
import type { Network } from '../../../domain/assets/assets.ts';
import type { NumberFormat } from '../i18n/format.ts';
import type { Locale } from '../i18n/locale.ts';
import type { Translate } from '../i18n/translate.ts';
import { coins } from './coin.ts';
import { claimPath } from './links.ts';
import type { Note } from './note.ts';

interface Words {
  readonly t: Translate;
  readonly format: NumberFormat;
}

/** Payments in another coin that have not been refunded. */
export function otherMoney({ other_payments }: CustomerInvoice): CustomerOtherPayment[] {
  return other_payments.filter(({ status }) => status !== 'returned');
}

/** An amount with its ticker and, of a token, its network; of a token that nobody here knows, the network alone. */
export function otherText({ amount, gate_id, network }: CustomerOtherPayment, { t, format }: Words): string {
  if (amount === null) return t('other.unknown', { network: networkName(network) });
  const text = format.coins(amount, gate_id);
  const isToken = gate_id !== null && coins[gate_id].token;
  return isToken ? t('choose.on', { asset: text, network: networkName(network) }) : text;
}

const networkName = (network: Network) =>
  Object.values(coins).find((coin) => coin.network === network)?.networkName ?? network;

/**
 * Says what was sent instead of what the order needs, that it is safe, and how it comes back; null if nothing was
 * received in another coin.
 */
export function otherNote(view: CustomerInvoice, words: Words, locale: Locale): Note | null {
  const came = otherMoney(view);
  if (came.length === 0) return null;
  const { t } = words;
  const shop = view.merchant.name;
  const amount = came.map((payment) => otherText(payment, words)).join(', ');
  const needed = neededText(view, t);
  const strong = needed === null ? t('other.also', { amount }) : t('other.came', { amount, needed });
  const note = { tone: 'warning', icon: 'info', strong } as const;
  if (came.some(({ status }) => status === 'confirming')) return { ...note, text: t('other.confirming') };
  if (came.every(({ returned_by }) => returned_by === 'refund')) return { ...note, text: t('other.refund', { shop }) };
  const lost = came.find(({ returned_by }) => returned_by === 'support');
  const action = { label: t('find.claim'), href: claimPath(view.id, locale, lost?.txid) };
  return { ...note, text: t('other.support'), ...(view.demo ? {} : { action }) };
}

/** The coin that the order waits for, or waited for; null once it is paid, and where none was chosen. */
function neededText({ gate_id, paid }: CustomerInvoice, t: Translate): string | null {
  if (gate_id === null || paid) return null;
  const { token, asset, networkName } = coins[gate_id];
  return token ? t('choose.on', { asset, network: networkName }) : asset;
}
