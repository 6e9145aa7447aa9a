import { type GateId, gateDecimals } from '../../../domain/assets/assets.ts';
import { currencyOfGate } from '../../../domain/transfers/places.ts';
import { type Exact, exactOf, minorOf, times } from '../../../domain/treasury/exact.ts';
import { isHedgedAsset } from '../../../domain/treasury/exchanges.ts';

/** The value of an amount, in euro cents; null without a current rate. */
export function euroValue(gateId: GateId, minor: bigint, mids: ReadonlyMap<string, Exact>): bigint | null {
  if (gateId === 'EUR') return minor;
  const currency = currencyOfGate(gateId);
  const mid = isHedgedAsset(currency) ? mids.get(currency) : undefined;
  return mid === undefined ? null : minorOf(times(exactOf(minor, gateDecimals(gateId)), mid), 2);
}
