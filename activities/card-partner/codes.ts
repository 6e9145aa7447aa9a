import { CRYPTO_GATES, type CryptoGateId } from '../../domain/assets/assets.ts';
import type { CardMethod } from '../../domain/card-orders/payment-method.ts';
import type { PartnerStatus } from './port.ts';

/** A coin as Banxa names it, with the network that it is sent on. */
export interface CoinCode {
  readonly crypto: string;
  readonly blockchain: string;
}

const COINS: Readonly<Record<CryptoGateId, CoinCode>> = {
  BTC: { crypto: 'BTC', blockchain: 'BTC' },
  LTC: { crypto: 'LTC', blockchain: 'LTC' },
  BCH: { crypto: 'BCH', blockchain: 'BCH' },
  ETH: { crypto: 'ETH', blockchain: 'ETH' },
  USDT_ERC20: { crypto: 'USDT', blockchain: 'ETH' },
  USDT_TRC20: { crypto: 'USDT', blockchain: 'TRON' },
  TRX: { crypto: 'TRX', blockchain: 'TRON' },
  XRP: { crypto: 'XRP', blockchain: 'XRP' },
};

export function coinCodeOf(gateId: CryptoGateId): CoinCode {
  return COINS[gateId];
}

/** The gate of a coin on a network; null for every other network of the coin, such as ETH on an L2. */
export function gateOfCoin(crypto: string, blockchain: string): CryptoGateId | null {
  const network = NETWORK_ALIASES[blockchain.toUpperCase()] ?? blockchain.toUpperCase();
  return (
    CRYPTO_GATES.find((id) => COINS[id].crypto === crypto.toUpperCase() && COINS[id].blockchain === network) ?? null
  );
}

/** Lists name the network of TRON by its coin, too. */
const NETWORK_ALIASES: Readonly<Record<string, string>> = { TRX: 'TRON' };

const METHODS: Readonly<Record<CardMethod, string>> = {
  card: 'debit-credit-card',
  apple_pay: 'apple-pay',
  google_pay: 'google-pay',
};

export function methodCodeOf(method: CardMethod): string {
  return METHODS[method];
}

/** Null for a method that is not by card, such as a bank transfer. */
export function methodOf(code: string): CardMethod | null {
  const found = Object.entries(METHODS).find(([, known]) => known === code);
  return found === undefined ? null : (found[0] as CardMethod);
}

/** Every status that Banxa publishes, of both of its lists, in small letters. */
const STATUSES: Readonly<Record<string, PartnerStatus>> = {
  pendingpayment: 'awaiting_payment',
  waitingpayment: 'payment_pending',
  extraverification: 'verifying',
  paymentreceived: 'paid',
  inprogress: 'paid',
  cointransferred: 'sent',
  cryptotransferred: 'sent',
  complete: 'complete',
  completed: 'complete',
  declined: 'declined',
  cancelled: 'canceled',
  canceled: 'canceled',
  expired: 'expired',
  refunded: 'refunded',
};

/** Null for a status that is not published. */
export function statusOf(text: string): PartnerStatus | null {
  const key = text.replaceAll(/[\s_-]/g, '').toLowerCase();
  return Object.hasOwn(STATUSES, key) ? (STATUSES[key] ?? null) : null;
}
