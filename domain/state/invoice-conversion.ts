import type { CryptoGateId, GateId } from '../assets/assets.ts';
import { splitSettlement } from '../money/fees.ts';
import { maxOf, minOf, mulDivFloor } from '../money/money.ts';
import type { InvoicePosition } from './invoice-facts.ts';

/** The amounts that a settlement converts, or a reorganization takes back; minor units of the invoice's gate. */
export type ConversionEffect =
  | {
      readonly type: 'convert';
      readonly gateId: CryptoGateId;
      readonly to: GateId;
      /** Due, paid in time and settled without anybody's choice: at the rate locked for the invoice. */
      readonly lockedMinor: bigint;
      /** Late, more than was due, or settled on a day that somebody chose: at the rate of the moment. */
      readonly presentMinor: bigint;
    }
  | {
      readonly type: 'unconvert';
      readonly gateId: CryptoGateId;
      readonly minor: bigint;
      /** How much stays converted at the locked rate, at the most. */
      readonly lockedLeftMinor: bigint;
    };

/**
 * The conversion that belongs to moving an invoice's settled amount (before fees) to a new one. Only what reaches the
 * merchant converts: all of it, or the whole units of a percentage. Computed on totals, so that partial settlements add
 * up exactly.
 */
export function conversionOf(at: InvoicePosition, targetMinor: bigint): ConversionEffect | null {
  const { quote, facts } = at;
  const { autoconversion } = facts;
  if (quote === null || autoconversion.type === 'none' || autoconversion.gate_id === quote.gateId) return null;
  const percent = autoconversion.type === 'full' ? 100n : BigInt(autoconversion.percent);
  const terms = { serviceFeeBps: facts.serviceFeeBps, serviceFeeMinor: facts.serviceFeeMinor, ...quote };
  const netOf = (settledMinor: bigint) => {
    const { serviceFeeMinor, networkFeeMinor } = splitSettlement(minOf(settledMinor, at.amountDueMinor), terms);
    return settledMinor - serviceFeeMinor - networkFeeMinor;
  };
  const shareOf = (minor: bigint) => mulDivFloor(minor, percent, 100n);
  const [before, after] = [netOf(facts.amountSettledMinor), netOf(targetMinor)];
  const { gateId } = quote;
  const lockedOf = (settledMinor: bigint, onTimeMinor: bigint) =>
    keepsLockedRate(at, onTimeMinor) ? netOf(minOf(settledMinor, minOf(at.amountDueMinor, onTimeMinor))) : 0n;
  const lockedAfterMinor = lockedOf(targetMinor, at.confirmedOnTimeMinor);
  if (after < before) {
    const minor = minOf(facts.convertedMinor, shareOf(before) - shareOf(after));
    return minor > 0n ? { type: 'unconvert', gateId, minor, lockedLeftMinor: shareOf(lockedAfterMinor) } : null;
  }
  // An error took back what was lost: what was left of it is what is still credited.
  const onTimeBeforeMinor = facts.status === 'error' ? at.creditedOnTimeMinor : at.confirmedOnTimeMinor;
  const lockedNetMinor = lockedAfterMinor - lockedOf(facts.amountSettledMinor, onTimeBeforeMinor);
  const minor = shareOf(after) - shareOf(before);
  if (minor <= 0n) return null;
  const isLocked = lockedNetMinor === after - before;
  const lockedMinor = isLocked ? minor : minOf(minor, shareOf(maxOf(0n, lockedNetMinor)));
  return { type: 'convert', gateId, to: autoconversion.gate_id, lockedMinor, presentMinor: minor - lockedMinor };
}

/**
 * True for money that the rules alone settle. Whether and when a shortfall or a canceled invoice settles is chosen by
 * the merchant, or by a payer who sends the rest late: at the locked rate, that choice would be an option on the rate
 * without an end, at the gateway's cost.
 */
function keepsLockedRate({ facts, dueMinor }: InvoicePosition, onTimeMinor: bigint): boolean {
  if (facts.canceledAtMs !== null) return false;
  return onTimeMinor >= dueMinor || facts.underpaidPolicy === 'accept';
}
