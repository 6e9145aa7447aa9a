import { DomainError } from '../errors.ts';

/** An asset on a network, the public `gate_id`. */
export type GateId = 'BTC' | 'LTC' | 'BCH' | 'ETH' | 'USDT_ERC20' | 'USDT_TRC20' | 'TRX' | 'XRP' | 'EUR';
export type CryptoGateId = Exclude<GateId, 'EUR'>;
export type Asset = 'BTC' | 'LTC' | 'BCH' | 'ETH' | 'USDT' | 'TRX' | 'XRP';
export type Network = 'BTC' | 'LTC' | 'BCH' | 'ETH' | 'TRON' | 'XRP';
export type Mode = 'sandbox' | 'production';
/** Which parameters a chain runs with: the public main chain, a public test chain, or a private one. */
export type ChainKind = 'main' | 'test' | 'regtest';
export type ChainFamily = 'utxo' | 'evm' | 'tron' | 'xrp';

/** Properties of a gate that is a coin or token; amounts in minor units of the asset. */
export interface CryptoGate {
  readonly id: CryptoGateId;
  readonly asset: Asset;
  /** The asset's name for people, e.g. `Tether USD`. */
  readonly title: string;
  readonly ticker: string;
  readonly network: Network;
  /** Tells a payer which network to send on, e.g. `TRON (TRC-20)`. */
  readonly networkTitle: string;
  readonly family: ChainFamily;
  /** Places of one whole coin in minor units. */
  readonly decimals: number;
  /** Places that amounts asked of a payer are rounded up to. */
  readonly decimalsShown: number;
  /** Spec §9. */
  readonly confirmations: number;
  readonly tag: 'none' | 'required';
  /** Typical seconds between blocks; for XRP, between validated ledgers. */
  readonly blockSeconds: number;
  /**
   * From this sum on, an invoice is settled only once the chain calls its blocks final, some fifteen minutes on
   * Ethereum (hazard 30). About EUR 5,000: well inside of what an invoice may be over (EUR 15,000), also when the
   * coin's price doubles or halves. Null where the chain knows no finality beyond its confirmations: proof of work has
   * none, TRON counts solidified blocks and XRP validated ledgers only, whatever the amount.
   */
  readonly finalityFromMinor: bigint | null;
  /** The typical fee of one transfer on the network. Minimum amounts are twice this. */
  readonly networkFeeMinor: bigint;
}

export const CRYPTO_GATES = [
  'BTC',
  'LTC',
  'BCH',
  'ETH',
  'USDT_ERC20',
  'USDT_TRC20',
  'TRX',
  'XRP',
] as const satisfies readonly CryptoGateId[];

/** Every gate: the coins and EUR, which is no way to pay an invoice. */
export const GATE_IDS = [...CRYPTO_GATES, 'EUR'] as const satisfies readonly GateId[];

export const NETWORKS = ['BTC', 'LTC', 'BCH', 'ETH', 'TRON', 'XRP'] as const satisfies readonly Network[];

/** Networks of Bitcoin's family: their payments spend coins, on all others they change balances. */
export const UTXO_NETWORKS = ['BTC', 'LTC', 'BCH'] as const satisfies readonly Network[];
export type UtxoNetwork = (typeof UTXO_NETWORKS)[number];

export const ASSETS = ['BTC', 'LTC', 'BCH', 'ETH', 'USDT', 'TRX', 'XRP'] as const satisfies readonly Asset[];
export const MODES = ['sandbox', 'production'] as const satisfies readonly Mode[];

const utxo = { family: 'utxo', decimals: 8, decimalsShown: 8, tag: 'none', finalityFromMinor: null } as const;
const tether = {
  asset: 'USDT',
  title: 'Tether USD',
  ticker: 'USDT',
  decimals: 6,
  decimalsShown: 6,
  tag: 'none',
} as const;

/** The one table of gates (confirmations: spec §9). */
export const gates: Readonly<Record<CryptoGateId, CryptoGate>> = {
  BTC: {
    ...utxo,
    id: 'BTC',
    asset: 'BTC',
    title: 'Bitcoin',
    ticker: 'BTC',
    network: 'BTC',
    networkTitle: 'Bitcoin',
    confirmations: 2,
    blockSeconds: 600,
    networkFeeMinor: 2_000n,
  },
  LTC: {
    ...utxo,
    id: 'LTC',
    asset: 'LTC',
    title: 'Litecoin',
    ticker: 'LTC',
    network: 'LTC',
    networkTitle: 'Litecoin',
    confirmations: 6,
    blockSeconds: 150,
    networkFeeMinor: 20_000n,
  },
  BCH: {
    ...utxo,
    id: 'BCH',
    asset: 'BCH',
    title: 'Bitcoin Cash',
    ticker: 'BCH',
    network: 'BCH',
    networkTitle: 'Bitcoin Cash',
    confirmations: 2,
    blockSeconds: 600,
    networkFeeMinor: 1_000n,
  },
  ETH: {
    id: 'ETH',
    asset: 'ETH',
    title: 'Ether',
    ticker: 'ETH',
    network: 'ETH',
    networkTitle: 'Ethereum',
    family: 'evm',
    decimals: 18,
    decimalsShown: 8,
    confirmations: 12,
    tag: 'none',
    blockSeconds: 12,
    finalityFromMinor: 2_000_000_000_000_000_000n,
    networkFeeMinor: 100_000_000_000_000n,
  },
  USDT_ERC20: {
    ...tether,
    id: 'USDT_ERC20',
    network: 'ETH',
    networkTitle: 'Ethereum (ERC-20)',
    family: 'evm',
    confirmations: 12,
    blockSeconds: 12,
    finalityFromMinor: 5_000_000_000n,
    networkFeeMinor: 500_000n,
  },
  USDT_TRC20: {
    ...tether,
    id: 'USDT_TRC20',
    network: 'TRON',
    networkTitle: 'TRON (TRC-20)',
    family: 'tron',
    confirmations: 21,
    blockSeconds: 3,
    finalityFromMinor: null,
    networkFeeMinor: 2_000_000n,
  },
  TRX: {
    id: 'TRX',
    asset: 'TRX',
    title: 'TRON',
    ticker: 'TRX',
    network: 'TRON',
    networkTitle: 'TRON',
    family: 'tron',
    decimals: 6,
    decimalsShown: 6,
    confirmations: 21,
    tag: 'none',
    blockSeconds: 3,
    finalityFromMinor: null,
    networkFeeMinor: 1_100_000n,
  },
  XRP: {
    id: 'XRP',
    asset: 'XRP',
    title: 'XRP',
    ticker: 'XRP',
    network: 'XRP',
    networkTitle: 'XRP Ledger',
    family: 'xrp',
    decimals: 6,
    decimalsShown: 6,
    confirmations: 1,
    tag: 'required',
    blockSeconds: 4,
    finalityFromMinor: null,
    networkFeeMinor: 12n,
  },
};

/** True for the id of a coin or token gate; `EUR` is none. */
export function isCryptoGateId(id: string): id is CryptoGateId {
  return Object.hasOwn(gates, id);
}

export function isGateId(id: string): id is GateId {
  return id === 'EUR' || isCryptoGateId(id);
}

/**
 * The gate with this id.
 * @throws DomainError `gate_unknown`
 */
export function gate(id: string): CryptoGate {
  if (!isCryptoGateId(id)) throw new DomainError('gate_unknown', { fields: { gate_id: ['This asset is not known.'] } });
  return gates[id];
}

/** The gates of one network, its own coin before the tokens. */
export function gatesOn(network: Network): CryptoGate[] {
  return CRYPTO_GATES.map((id) => gates[id])
    .filter((each) => each.network === network)
    .sort((a, b) => Number(isToken(a)) - Number(isToken(b)));
}

export function isUtxoNetwork(network: Network): network is UtxoNetwork {
  return (UTXO_NETWORKS as readonly Network[]).includes(network);
}

/** The coin that a network's fees are paid in. */
export function coinOf(network: Network): CryptoGate {
  return gates[COINS[network]];
}

const COINS: Readonly<Record<Network, CryptoGateId>> = {
  BTC: 'BTC',
  LTC: 'LTC',
  BCH: 'BCH',
  ETH: 'ETH',
  TRON: 'TRX',
  XRP: 'XRP',
};

/** True for a token that lives on another coin's network. */
export function isToken(gate: CryptoGate): boolean {
  return gate.asset === 'USDT';
}

/** The decimals of a gate, EUR included. */
export function gateDecimals(id: GateId): number {
  return id === 'EUR' ? 2 : gates[id].decimals;
}

/**
 * The least amount that a payer may be charged: twice the typical network fee, so that the money can be moved again.
 * The typical fee and not today's, so that a busy network does not make a shop's prices too small for an asset.
 */
export function minimumMinor(gate: CryptoGate): bigint {
  return 2n * gate.networkFeeMinor;
}

const MIN_CONFIRMATION_LIMIT_MS = 3_600_000;

/**
 * How long after its detection a payment may be confirmed at the locked rate (invoice-states M): six times the usual
 * time to the gate's threshold, at least an hour.
 */
export function confirmationLimitMs(gateId: CryptoGateId): number {
  const { confirmations, blockSeconds } = gates[gateId];
  return Math.max(MIN_CONFIRMATION_LIMIT_MS, 6 * confirmations * blockSeconds * 1_000);
}

/** Decimals by asset, for arithmetic with rates: every gate of an asset has the same. */
export function assetDecimals(asset: Asset): { decimals: number; decimalsShown: number } {
  const found = CRYPTO_GATES.map((id) => gates[id]).find((each) => each.asset === asset);
  if (found === undefined) throw new DomainError('gate_unknown');
  return found;
}
