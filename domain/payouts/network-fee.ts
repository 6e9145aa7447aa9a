import { type ChainFamily, type CryptoGate, isToken, type Network } from '../assets.ts';
import { DomainError } from '../errors.ts';
import { divCeil, maxOf, minOf, mulDivCeil, pow10, roundUpTo } from '../money.ts';
import type { Ratio } from '../rates.ts';

/** What one payment of a gate takes at the most under the conditions that a node reported. */
export interface FeeSample {
  /** In minor units of the network's coin. */
  readonly costMinor: bigint;
  /** The same in the gate's own asset; null: for a token, rates say it. */
  readonly ownCostMinor: bigint | null;
  readonly sampledAt: Date;
  readonly ageMs: number;
}

/** Bounds of what is charged for one payment, in minor units of the network's coin. */
export interface NetworkFeeBounds {
  readonly minMinor: bigint;
  readonly maxMinor: bigint;
}

/**
 * The network fee of one payment: what the merchant or recipient is charged, and the most that the signer may spend for
 * it.
 */
export interface NetworkFeeQuote {
  /** In minor units of the gate's asset. */
  readonly chargedMinor: bigint;
  /** In minor units of the network's coin. */
  readonly ceilingMinor: bigint;
  /** What the payment takes at present, in the coin; null where no node has said it. */
  readonly costMinor: bigint | null;
  /** When the node reported the conditions; null: the typical fee is charged. */
  readonly sampledAt: Date | null;
}

export interface FeeConditions {
  readonly sample: FeeSample | null;
  /** For tokens: whole units of the token for one whole coin of its network; null without a rate. */
  readonly tokensPerCoin: Ratio | null;
  /** Decimals of the network's coin. */
  readonly coinDecimals: number;
  readonly bounds: NetworkFeeBounds;
}

/** After this long without news from the node, no fee below the typical one is quoted. */
export const SAMPLE_MAX_AGE_MS = 15 * 60_000;

/**
 * Turns the network's present conditions into the fee that is charged and the ceiling that the signer keeps. The
 * ceiling has a margin for a network that gets busier while the payout waits, lies within the configured bounds and is
 * rounded up to two digits. Coins are charged their ceiling, tokens its value. Without a sample, or without a rate for
 * a token, the typical fee holds; a sample older than {@link SAMPLE_MAX_AGE_MS} only counts where it is higher than
 * that.
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
 * The fee that somebody was shown and agreed to, if it still covers what the network asks for; what was shown is then
 * what is charged.
 * @throws DomainError `changed_meanwhile` when the network asks for more by now: the new fee has to be shown first
 */
export function agreedNetworkFee(agreed: NetworkFeeQuote, present: NetworkFeeQuote): NetworkFeeQuote {
  if (agreed.ceilingMinor >= (present.costMinor ?? 0n)) return agreed;
  throw new DomainError('changed_meanwhile', {
    message: 'The network fee has risen since it was shown. Check the new fee and confirm again.',
  });
}

/**
 * A higher ceiling for a payment that has to spend more coins of the gateway than the two that are charged; a few may
 * be gone by the time it is signed.
 */
export function gatheringQuote(gate: CryptoGate, quote: NetworkFeeQuote, coinsNeeded: number): NetworkFeeQuote {
  const { ceilingMinor } = quote;
  const more = gatheringAllowance({ gate, ceilingMinor, coins: coinsNeeded, payments: 1 });
  return { ...quote, ceilingMinor: ceilingMinor + more };
}

export interface Gathering {
  readonly gate: CryptoGate;
  /** Of one payment. */
  readonly ceilingMinor: bigint;
  /** As many as the sum of the payments needs at present. */
  readonly coins: number;
  readonly payments: number;
}

/**
 * What one transaction of several payments may cost beyond their ceilings, because it has to spend more coins than the
 * two that each is charged.
 */
export function gatheringAllowance({ gate, ceilingMinor, coins, payments }: Gathering): bigint {
  const charged = CHARGED_COINS * payments;
  if (coins <= charged) return 0n;
  const more = BigInt(coins - charged + SPARE_COINS);
  const { coinVbytes, paymentVbytes } = gate.network === 'BCH' ? CASH_SIZES : WITNESS_SIZES;
  return mulDivCeil(ceilingMinor, more * coinVbytes, paymentVbytes);
}

const CHARGED_COINS = 2;
const SPARE_COINS = 3;
/** Of one coin that is spent, and of a payment that spends two and gives change. */
const WITNESS_SIZES = { coinVbytes: 68n, paymentVbytes: 215n };
const CASH_SIZES = { coinVbytes: 149n, paymentVbytes: 377n };

/** The margin that the simulator's constants are divided by, so that its fees are the typical ones. */
export function feeMarginBps(family: ChainFamily): bigint {
  return MARGIN_BPS[family];
}

/**
 * From the lowest that was ever worth charging to far above busy times; set by `MIN_NETWORK_FEE_<NETWORK>` and
 * `MAX_NETWORK_FEE_<NETWORK>`.
 */
export const DEFAULT_NETWORK_FEE_BOUNDS: Readonly<Record<Network, NetworkFeeBounds>> = {
  BTC: { minMinor: 500n, maxMinor: 200_000n },
  LTC: { minMinor: 5_000n, maxMinor: 2_000_000n },
  BCH: { minMinor: 500n, maxMinor: 200_000n },
  ETH: { minMinor: 20_000_000_000_000n, maxMinor: 20_000_000_000_000_000n },
  TRON: { minMinor: 1_100_000n, maxMinor: 100_000_000n },
  XRP: { minMinor: 12n, maxMinor: 1_000_000n },
};

/** TRON's prices change by vote only; all others follow demand within minutes. */
const MARGIN_BPS: Readonly<Record<ChainFamily, bigint>> = { utxo: 20_000n, evm: 20_000n, tron: 12_500n, xrp: 20_000n };
const BPS = 10_000n;

/**
 * What a token's payment may cost in coins while neither node nor rates say anything: about what its typical fee is
 * worth.
 */
const TYPICAL_TOKEN_CEILING: Partial<Record<Network, bigint>> = {
  ETH: 200_000_000_000_000n,
  // A first payment to an address takes twice the energy, 13 TRX.
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
    // What the network takes is known, what that is worth is not.
    const typical = typicalFee(gate);
    return { ...typical, ceilingMinor: maxOf(typical.ceilingMinor, ceilingMinor), costMinor };
  }
  const { num, den } = conditions.tokensPerCoin;
  const chargedMinor = twoDigits(
    mulDivCeil(ceilingMinor, num * pow10(gate.decimals), den * pow10(conditions.coinDecimals)),
  );
  return { chargedMinor, ceilingMinor, costMinor, sampledAt };
}

/** Rounded up to two significant digits: easy to read, and the same while conditions hardly move. */
function twoDigits(minor: bigint): bigint {
  return roundUpTo(minor, pow10(Math.max(0, minor.toString().length - 2)));
}
