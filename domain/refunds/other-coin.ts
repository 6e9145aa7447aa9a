import type { CryptoGateId, GateId } from '../assets/assets.ts';
import { canConvert } from '../conversion/pairs.ts';
import { type ConversionTerms, type MidPrice, priceFrom } from '../conversion/price.ts';
import type { Autoconversion, CoveredCoins } from '../invoices/record.ts';

/** The coins of its invoice that a refund returns: its own, unless the payer took another coin. */
export function returnedBy(refund: {
  readonly gateId: CryptoGateId;
  readonly amountMinor: bigint;
  readonly covers: CoveredCoins | null;
}): CoveredCoins {
  return refund.covers ?? { gateId: refund.gateId, minor: refund.amountMinor };
}

/** Where the money of an invoice is. */
export interface SettledMoney {
  readonly own: CryptoGateId;
  readonly autoconversion: Autoconversion;
  /** The target of its settlement's conversion; null: nothing was converted. */
  readonly convertedTo: GateId | null;
  /** Settled, and not yet converted as it should be. */
  readonly convertingMinor: bigint;
  /** Still in the invoice's account: not the merchant's until it is settled. */
  readonly unsettledMinor: bigint;
}

/**
 * The balance that pays a refund in another coin: the one that got the invoice's money. Null where that is not one
 * balance alone: while money of the invoice is unsettled or waits for its conversion, or was converted to a part.
 */
export function payingBalance({ own, ...money }: SettledMoney): GateId | null {
  if (money.unsettledMinor > 0n || money.convertingMinor > 0n) return null;
  if (money.convertedTo === null) return own;
  return money.autoconversion.type === 'full' ? money.convertedTo : null;
}

/** Whether money of this balance can refund coins of the invoice in another one (spec §5). */
export function canPayIn(to: CryptoGateId, { own, from }: { readonly own: CryptoGateId; readonly from: GateId }) {
  return to !== own && canConvert(own, to) && (from === to || canConvert(from, to));
}

/**
 * The amount in another coin: what the refund's own coins buy at the present price. So the payer who chooses it pays
 * spread and fee, and a refund costs the merchant no more than in the coin that was paid. Rounded down.
 * @throws DomainError `rate_unavailable` where the price is too small to write
 */
export function amountInstead(
  pair: { readonly from: CryptoGateId; readonly to: CryptoGateId },
  ownMinor: bigint,
  mid: MidPrice,
  terms: ConversionTerms,
): bigint {
  return priceFrom(pair, ownMinor, mid, terms).amountToMinor;
}
