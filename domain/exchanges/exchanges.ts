import type { CryptoGateId } from '../assets/assets.ts';

/** Exchanges that payers often pay from. Their words change rarely; their fees often, and come from operators. */
export const EXCHANGE_IDS = ['binance', 'bybit', 'coinbase', 'kraken', 'kucoin', 'okx'] as const;

export type ExchangeId = (typeof EXCHANGE_IDS)[number];

/**
 * How an exchange takes its withdrawal fee: `deducted` from the amount that is typed, so that less arrives; `added` to
 * it; `varies` with the account or its balance, so that only its own screen says which.
 */
export type FeeCharge = 'deducted' | 'added' | 'varies';

export interface Exchange {
  readonly id: ExchangeId;
  readonly name: string;
  readonly charge: FeeCharge;
  /** Where that is said. */
  readonly source: string;
  /** The day on which it was read there, ISO 8601. */
  readonly asOf: string;
  /** The word of its withdrawal form for a destination tag. */
  readonly tagName: string;
  /** Its names of the networks by gate; a gate that is missing is named as we do. */
  readonly networks: Readonly<Partial<Record<CryptoGateId, string>>>;
}

const coins = { BTC: 'Bitcoin', LTC: 'Litecoin', BCH: 'Bitcoin Cash' } as const;

export const EXCHANGES: Readonly<Record<ExchangeId, Exchange>> = {
  binance: {
    id: 'binance',
    name: 'Binance',
    charge: 'deducted',
    source: 'Binance: withdrawal form, “Receive amount”',
    asOf: '2026-11-29',
    tagName: 'MEMO',
    networks: {
      ...coins,
      ETH: 'Ethereum (ERC20)',
      USDT_ERC20: 'Ethereum (ERC20)',
      USDT_TRC20: 'Tron (TRC20)',
      TRX: 'Tron (TRC20)',
      XRP: 'XRP',
    },
  },
  bybit: {
    id: 'bybit',
    name: 'Bybit',
    charge: 'varies',
    source: 'Bybit API v5: Withdraw, feeType',
    asOf: '2026-11-29',
    tagName: 'Tag',
    networks: {
      BTC: 'BTC',
      LTC: 'LTC',
      BCH: 'BCH',
      ETH: 'ERC20',
      USDT_ERC20: 'ERC20',
      USDT_TRC20: 'TRC20',
      TRX: 'TRC20',
      XRP: 'XRP',
    },
  },
  coinbase: {
    id: 'coinbase',
    name: 'Coinbase',
    charge: 'added',
    source: 'Coinbase: send form, “Network fee”',
    asOf: '2026-11-29',
    tagName: 'Destination tag',
    networks: { ...coins, ETH: 'Ethereum', USDT_ERC20: 'Ethereum', XRP: 'XRP Ledger' },
  },
  kraken: {
    id: 'kraken',
    name: 'Kraken',
    charge: 'deducted',
    source: 'Kraken REST API: Get Withdrawal Information',
    asOf: '2026-11-29',
    tagName: 'Destination tag',
    networks: {
      ...coins,
      ETH: 'Ethereum',
      USDT_ERC20: 'Ethereum (ERC20)',
      USDT_TRC20: 'Tron (TRC20)',
      TRX: 'Tron',
      XRP: 'XRP Ledger',
    },
  },
  kucoin: {
    id: 'kucoin',
    name: 'KuCoin',
    charge: 'varies',
    source: 'KuCoin API: Withdraw, feeDeductType',
    asOf: '2026-11-29',
    tagName: 'Memo',
    networks: {
      BTC: 'BTC',
      LTC: 'LTC',
      BCH: 'BCH',
      ETH: 'ERC20',
      USDT_ERC20: 'ERC20',
      USDT_TRC20: 'TRC20',
      TRX: 'TRX (TRC20)',
      XRP: 'XRP',
    },
  },
  okx: {
    id: 'okx',
    name: 'OKX',
    charge: 'varies',
    source: 'OKX API v5: Withdrawal',
    asOf: '2026-11-29',
    tagName: 'Tag',
    networks: {
      ...coins,
      ETH: 'ERC20',
      USDT_ERC20: 'ERC20',
      USDT_TRC20: 'TRC20',
      TRX: 'TRC20',
      XRP: 'Ripple',
    },
  },
};
