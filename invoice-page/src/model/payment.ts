import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import type { CryptoGateId } from '../../../domain/assets/assets.ts';
import type { NumberFormat } from '../i18n/format.ts';
import type { Translate } from '../i18n/translate.ts';
import { type Coin, coins } from './coin.ts';
import { readable } from './decimal.ts';
import { walletUrl } from './links.ts';

export interface Code {
  /** Its modules (domain/web/qr-code.ts). */
  readonly modules: string;
  /** The code's description for screen readers. */
  readonly label: string;
  /** The instruction below the code. */
  readonly caption: string;
  /** Its name in the choice between codes; without a tag, the words that lead to it. */
  readonly name: string;
}

export interface Payment {
  readonly gateId: CryptoGateId;
  readonly coin: Coin;
  /** For a wallet: digits and a point. */
  readonly amount: string;
  readonly amountText: string;
  readonly only: string;
  readonly address: string;
  readonly addressLabel: string;
  readonly tag: string | null;
  readonly hint: string | null;
  /** How long the rate waits for the network: a fee that is too low may cost it. */
  readonly held: string | null;
  /** One code, or two where wallets differ: with everything, and the address only. */
  readonly codes: readonly Code[];
  readonly walletLink: string | null;
}

/**
 * The payment that the payer has to send now; null when the view has no address yet. Payload and link are the server's
 * own.
 */
export function paymentOf(
  view: CustomerInvoice,
  screen: 'pay' | 'partial',
  { t, format }: { t: Translate; format: NumberFormat },
): Payment | null {
  const { gate_id: gateId, address } = view;
  if (gateId === null || address === null) return null;
  const coin = coins[gateId];
  const amount = readable((screen === 'partial' ? view.amount_remaining : view.amount_due) ?? '0');
  const network = coin.networkName;
  return {
    gateId,
    coin,
    amount,
    amountText: format.coins(amount, gateId),
    only: onlyText(coin, t),
    address,
    addressLabel: t(screen === 'partial' ? 'pay.address_same' : 'pay.address', { network: addressName(coin) }),
    tag: view.destination_tag,
    hint: hintOf(coin, view, network, t),
    held: heldOf(view, t),
    codes: codesOf(view, coin, screen, t),
    walletLink: walletUrl(view.wallet_link),
  };
}

/** The XRP Ledger's addresses are XRP addresses to everybody. */
const addressName = (coin: Coin) => (coin.network === 'XRP' ? coin.name : coin.networkName);

function onlyText(coin: Coin, t: Translate): string {
  if (coin.token) return t('pay.only_token', { asset: coin.asset, network: coin.networkName });
  return t(coin.network === 'XRP' ? 'pay.only_ledger' : 'pay.only', { network: coin.networkName });
}

function hintOf(coin: Coin, view: CustomerInvoice, network: string, t: Translate): string | null {
  if (coin.token) return t('pay.token_hint', { network: `${network} (${coin.standard})`, asset: coin.asset });
  // With a tag, its own hint is the one that matters; a simulated network has no exchanges.
  return view.destination_tag === null && !view.simulated ? t('pay.exchange_hint') : null;
}

function heldOf({ gates, gate_id }: CustomerInvoice, t: Translate): string | null {
  const minutes = gates.find((gate) => gate.gate_id === gate_id)?.rate_held_minutes;
  if (minutes === undefined) return null;
  const time = minutes % 60 === 0 ? t('pay.hours', { count: minutes / 60 }) : t('pay.minutes', { count: minutes });
  return t('pay.held', { time });
}

function codesOf(view: CustomerInvoice, coin: Coin, screen: 'pay' | 'partial', t: Translate): Code[] {
  if (view.qr === null) return [];
  const network = addressName(coin);
  const tagged = view.destination_tag !== null;
  const plain: Code = {
    modules: view.qr.address_only_modules,
    label: t('pay.qr_address', { network }),
    caption: t(tagged ? 'pay.scan_plain' : 'pay.scan_address'),
    name: t(tagged ? 'pay.address_only' : 'pay.show_address'),
  };
  if (view.qr.payload === view.qr.address_only) return [plain];
  const rest = screen === 'partial';
  const full: Code = {
    modules: view.qr.payload_modules,
    label: t(tagged ? 'pay.qr_tag' : rest ? 'pay.qr_rest' : 'pay.qr_full', { network }),
    caption: t(tagged ? 'pay.scan_tag' : rest ? 'pay.scan_rest' : 'pay.scan'),
    name: t(tagged ? 'pay.with_tag' : 'pay.show_amount'),
  };
  return [full, plain];
}
