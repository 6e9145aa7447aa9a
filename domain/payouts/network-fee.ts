import { hasWitnesses } from '../address/bitcoin.ts';
import { type ChainFamily, type CryptoGate, isToken, isUtxoNetwork, type Network } from '../assets/assets.ts';
import { DomainError } from '../errors.ts';
import { divCeil, maxOf, minOf, mulDivCeil, pow10, roundUpTo } from '../money/money.ts';
import type { Ratio } from '../money/rates.ts';

/** The maximum cost of one payment of a gate under the conditions that a node reported. */
export interface FeeSample {
  /** In minor units of the network's coin. */
  readonly costMinor: bigint;
  /** The same in the gate's own asset; null for tokens that are converted with a rate. */
  readonly ownCostMinor: bigint | null;
  readonly sampledAt: Date;
  readonly ageMs: number;
}

/** The bounds of the fee for one payment, in minor units of the network's coin. */
export interface NetworkFeeBounds {
  readonly minMinor: bigint;
  readonly maxMinor: bigint;
}

/** The network fee of one payment: what the merchant or recipient is charged, and how much the signer may spend. */
export interface NetworkFeeQuote {
  /** In minor units of the gate's asset. */
  readonly chargedMinor: bigint;
  /** In minor units of the network's coin. */
  readonly ceilingMinor: bigint;
  /** The present cost of the payment in minor units of the coin; null without a report of a node. */
  readonly costMinor: bigint | null;
  /** When the node reported the conditions; null if the typical fee is charged. */
  readonly sampledAt: Date | null;
}

export interface FeeConditions {
  readonly sample: FeeSample | null;
  /** For tokens: whole tokens per whole coin of the network; null without a rate. */
  readonly tokensPerCoin: Ratio | null;
  /** Decimals of the network's coin. */
  readonly coinDecimals: number;
  readonly bounds: NetworkFeeBounds;
}

/** After this long without a report of the node, no fee below the typical one is quoted. */
export const SAMPLE_MAX_AGE_MS = 15 * 60_000;

/**
 * Turns the network's conditions into the fee that is charged and the signer's ceiling: cost plus a margin for busier
 * times, within the configured bounds, rounded up to two digits. Coins are charged the ceiling, tokens its value. The
 * typical fee applies without a sample or rate, and when a sample past {@link SAMPLE_MAX_AGE_MS} is lower.
 */
export function quoteNetworkFee(gate: CryptoGate, conditions: FeeConditions): NetworkFeeQuote {
  const typical = typicalFee(gate);
  const { sample } = conditions;
  if (sample === null) return typical;
  const sampled = fromSample(gate, conditions, sample);
  if (sample.ageMs <= SAMPLE_MAX_AGE_MS) return sampled;
  const isHigher = sampled.chargedMinor > typical.chargedMinor;
  return isHigher || sampled.sampledAt === null ? sampled : typical;
}

/**
 * The fee that a person was shown and agreed to, if it still covers the network's present cost. They are charged what
 * they were shown.
 * @throws DomainError `changed_meanwhile` if the network costs more by now: the new fee has to be shown first
 */
export function agreedNetworkFee(agreed: NetworkFeeQuote, present: NetworkFeeQuote): NetworkFeeQuote {
  if (agreed.ceilingMinor >= (present.costMinor ?? 0n)) return agreed;
  throw new DomainError('changed_meanwhile', {
    message: 'The network fee has risen since it was shown. Check the new fee and confirm again.',
  });
}

/**
 * A higher ceiling for a payment that has to spend more of the gateway's coins than the two that are charged, with a
 * few spare ones in case some are gone when it is signed.
 */
export function gatheringQuote(gate: CryptoGate, quote: NetworkFeeQuote, coinsNeeded: number): NetworkFeeQuote {
  const { ceilingMinor } = quote;
  const more = gatheringAllowance({ gate, ceilingMinor, coins: coinsNeeded, payments: 1 });
  return { ...quote, ceilingMinor: ceilingMinor + more };
}

export interface Gathering {
  readonly gate: CryptoGate;
  /** The ceiling of one payment. */
  readonly ceilingMinor: bigint;
  /** How many coins the sum of the payments needs at present. */
  readonly coins: number;
  readonly payments: number;
}

/**
 * The maximum cost of a transaction beyond the ceilings of its payments, because it spends more than two coins for
 * each.
 */
export function gatheringAllowance({ gate, ceilingMinor, coins, payments }: Gathering): bigint {
  const charged = CHARGED_COINS * payments;
  if (coins <= charged) return 0n;
  const more = BigInt(coins - charged + SPARE_COINS);
  const { coinVbytes, paymentVbytes } =
    isUtxoNetwork(gate.network) && !hasWitnesses(gate.network) ? KEY_SIZES : WITNESS_SIZES;
  return mulDivCeil(ceilingMinor, more * coinVbytes, paymentVbytes);
}

const CHARGED_COINS = 2;
const SPARE_COINS = 3;
/** The size of one spent coin, and of a payment that spends two coins and returns change. */
const WITNESS_SIZES = { coinVbytes: 68n, paymentVbytes: 215n };
const KEY_SIZES = { coinVbytes: 149n, paymentVbytes: 377n };

/** The safety margin. The simulator divides its constants by it, so that its fees match the typical ones. */
export function feeMarginBps(family: ChainFamily): bigint {
  return MARGIN_BPS[family];
}

/** From the lowest useful fee to far above busy times; set by `MIN_` and `MAX_NETWORK_FEE_<NETWORK>`. */
export const DEFAULT_NETWORK_FEE_BOUNDS: Readonly<Record<Network, NetworkFeeBounds>> = {
  BTC: { minMinor: 500n, maxMinor: 200_000n },
  LTC: { minMinor: 5_000n, maxMinor: 2_000_000n },
  BCH: { minMinor: 500n, maxMinor: 200_000n },
  ETH: { minMinor: 20_000_000_000_000n, maxMinor: 20_000_000_000_000_000n },
  TRON: { minMinor: 1_100_000n, maxMinor: 100_000_000n },
  XRP: { minMinor: 12n, maxMinor: 1_000_000n },
};

/** TRON's prices change only by vote; the prices of all others follow demand within minutes. */
const MARGIN_BPS: Readonly<Record<ChainFamily, bigint>> = { utxo: 20_000n, evm: 20_000n, tron: 12_500n, xrp: 20_000n };
const BPS = 10_000n;

/** The maximum cost of a token payment in coins without a sample or rate: about the value of the typical fee. */
const TYPICAL_TOKEN_CEILING: Partial<Record<Network, bigint>> = {
  ETH: 200_000_000_000_000n,
  // The first payment to an address takes twice the energy, 13 TRX.
  TRON: 14_000_000n,
};

function typicalFee(gate: CryptoGate): NetworkFeeQuote {
  const chargedMinor = gate.networkFeeMinor;
  const ceilingMinor = isToken(gate) ? (TYPICAL_TOKEN_CEILING[gate.network] ?? 0n) : chargedMinor;
  return { chargedMinor, ceilingMinor, costMinor: null, sampledAt: null };
}

function fromSample(gate: CryptoGate, conditions: FeeConditions, sample: FeeSample): NetworkFeeQuote {
  const { costMinor, ownCostMinor, sampledAt } = sample;
  const { minMinor, maxMinor } = conditions.bounds;
  const withMargin = (minor: bigint) => divCeil(minor * MARGIN_BPS[gate.family], BPS);
  const ceilingMinor = minOf(maxOf(twoDigits(withMargin(costMinor)), minMinor), maxMinor);
  if (!isToken(gate)) return { chargedMinor: ceilingMinor, ceilingMinor, costMinor, sampledAt };
  if (ownCostMinor !== null) {
    return { chargedMinor: twoDigits(withMargin(ownCostMinor)), ceilingMinor, costMinor, sampledAt };
  }
  if (conditions.tokensPerCoin === null) {
    // The cost in coins is known, its value in tokens is not.
    const typical = typicalFee(gate);
    return { ...typical, ceilingMinor: maxOf(typical.ceilingMinor, ceilingMinor), costMinor };
  }
  const { num, den } = conditions.tokensPerCoin;
  const chargedMinor = twoDigits(
    mulDivCeil(ceilingMinor, num * pow10(gate.decimals), den * pow10(conditions.coinDecimals)),
  );
  return { chargedMinor, ceilingMinor, costMinor, sampledAt };
}

/** Rounded up to two significant digits: easy to read, and stable while conditions hardly change. */
function twoDigits(minor: bigint): bigint {
  return roundUpTo(minor, pow10(Math.max(0, minor.toString().length - 2)));
}
