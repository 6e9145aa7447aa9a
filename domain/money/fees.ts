import type { CryptoGate } from '../assets/assets.ts';
import { currencyDecimals } from './currencies.ts';
import { bpsFloor, bpsHalfUp, mulDivCeil, mulDivFloor, pow10 } from './money.ts';
import type { Rate } from './rates.ts';

export type FeePayer = 'merchant' | 'customer';

/** The kinds of fees in a plan (spec §3). */
export type FeeOperation =
  | 'invoice'
  | 'deposit'
  | 'conversion'
  | 'payout'
  | 'mass_payout'
  | 'withdrawal'
  | 'refund'
  | 'balance_recovery';

/**
 * The service fee that a paying customer finds on the invoice, in minor units of its currency: a share of price and
 * exclusive taxes, rounded to the nearest.
 */
export function customerServiceFee(subtotalMinor: bigint, feeBps: number): bigint {
  return bpsHalfUp(subtotalMinor, feeBps);
}

/**
 * A payer's network fee, in minor units of the rate's currency, rounded up: the gate's typical fee. Not today's, so
 * that the total which a shop shows before the payer chooses an asset does not depend on how busy a network is at that
 * moment.
 */
export function networkFeeInFiat(gate: CryptoGate, rate: Rate): bigint {
  return mulDivCeil(
    gate.networkFeeMinor,
    rate.num * pow10(currencyDecimals(rate.currency)),
    rate.den * pow10(gate.decimals),
  );
}

export interface SettlementTerms {
  /** The plan's rate when the invoice was created. */
  readonly serviceFeeBps: number;
  /** Fiat minor units the customer pays for the service; 0 when the merchant does. */
  readonly serviceFeeMinor: bigint;
  /** Fiat minor units the customer pays for the network; 0 when the merchant does. */
  readonly networkFeeMinor: bigint;
  /** Fiat minor units of the whole invoice. */
  readonly totalMinor: bigint;
}

export interface SettlementSplit {
  readonly serviceFeeMinor: bigint;
  readonly networkFeeMinor: bigint;
  /** The merchant's part; the three sum to the settled amount. */
  readonly netMinor: bigint;
}

/**
 * Splits what is settled (asset minor units, without excess) into fees and the merchant's part. A fee that the customer
 * pays is the same share of the settled amount as it is of the invoice's total, so the merchant is left with price and
 * taxes; a service fee that the merchant pays is the plan's share of the settled amount without the network fee. Fees
 * are rounded down: the merchant keeps the remainder.
 */
export function splitSettlement(settledMinor: bigint, terms: SettlementTerms): SettlementSplit {
  const networkFeeMinor = mulDivFloor(settledMinor, terms.networkFeeMinor, terms.totalMinor);
  const serviceFeeMinor =
    terms.serviceFeeMinor > 0n
      ? mulDivFloor(settledMinor, terms.serviceFeeMinor, terms.totalMinor)
      : bpsFloor(settledMinor - networkFeeMinor, terms.serviceFeeBps);
  return { serviceFeeMinor, networkFeeMinor, netMinor: settledMinor - serviceFeeMinor - networkFeeMinor };
}
