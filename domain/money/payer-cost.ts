import { type CryptoGate, type CryptoGateId, coinOf } from '../assets/assets.ts';
import { SAMPLE_MAX_AGE_MS } from '../payouts/network-fee.ts';
import { currencyDecimals } from './currencies.ts';
import { mulDivCeil, pow10 } from './money.ts';
import type { Rate } from './rates.ts';

/** A follower's report of the cost of one payment of a gate, in minor units of the network's coin. */
export interface CostReport {
  readonly gateId: CryptoGateId;
  readonly costMinor: bigint;
  readonly sampledAtMs: number;
}

/** The network fee that a payer's wallet probably takes. Minor units of the invoice's currency, rounded up. */
export interface NetworkFeeEstimate {
  readonly minor: bigint;
  /** From the network's present conditions; false: the usual fee. */
  readonly isMeasured: boolean;
}

/**
 * The fee of one payment now, by the report of the network's node or, without a recent one, the usual fee of the gate.
 * Null where no rate says its value: tokens are sent for a fee in the network's coin.
 */
export function estimateNetworkFee(
  gate: CryptoGate,
  of: { readonly report: CostReport | undefined; readonly rates: readonly Rate[]; readonly nowMs: number },
): NetworkFeeEstimate | null {
  const { report, rates, nowMs } = of;
  const isMeasured = report !== undefined && nowMs - report.sampledAtMs <= SAMPLE_MAX_AGE_MS;
  const paidIn = isMeasured ? coinOf(gate.network) : gate;
  const rate = rates.find(({ asset }) => asset === paidIn.asset);
  if (rate === undefined) return null;
  const feeMinor = isMeasured ? report.costMinor : gate.networkFeeMinor;
  const minor = mulDivCeil(
    feeMinor,
    pow10(currencyDecimals(rate.currency)) * rate.num,
    pow10(paidIn.decimals) * rate.den,
  );
  return { minor, isMeasured };
}

/** Until Ethereum calls a block final: two epochs of 32 slots of twelve seconds, and what is left of the first. */
const FINALITY_SECONDS = 15 * 60;

/** The usual time from sending to paid: blocks to the threshold, and for large amounts the chain's finality. */
export function usualSeconds(gate: CryptoGate, amountMinor: bigint | null): number {
  const seconds = gate.confirmations * gate.blockSeconds;
  const waitsForFinality =
    amountMinor !== null && gate.finalityFromMinor !== null && amountMinor >= gate.finalityFromMinor;
  return waitsForFinality ? Math.max(seconds, FINALITY_SECONDS) : seconds;
}

/** One way to pay that a payer can choose now. */
export interface PayableOffer {
  readonly gateId: CryptoGateId;
  /** The payer's total, network fee included, in minor units of the currency; null if it is unknown. */
  readonly costMinor: bigint | null;
  readonly seconds: number;
}

/**
 * The one cheapest and the one fastest way to pay. Null where there is no choice, where two are alike at the shown
 * precision, and for the cheapest also where the cost of any is unknown: then nobody knows.
 */
export function bestOffers(offers: readonly PayableOffer[]): {
  readonly cheapest: CryptoGateId | null;
  readonly fastest: CryptoGateId | null;
} {
  const costs = offers.flatMap(({ gateId, costMinor }) => (costMinor === null ? [] : [{ gateId, value: costMinor }]));
  return {
    cheapest: costs.length === offers.length ? least(costs) : null,
    fastest: least(offers.map(({ gateId, seconds }) => ({ gateId, value: BigInt(seconds) }))),
  };
}

function least(values: readonly { readonly gateId: CryptoGateId; readonly value: bigint }[]): CryptoGateId | null {
  const [first, second] = values.toSorted((one, other) =>
    one.value < other.value ? -1 : one.value > other.value ? 1 : 0,
  );
  if (first === undefined || second === undefined || first.value === second.value) return null;
  return first.gateId;
}
