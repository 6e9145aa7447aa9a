import type { CryptoGateId } from '../assets/assets.ts';
import { canConvert } from '../conversion/pairs.ts';
import { type ConversionPrice, lockedMidPrice, priceFrom } from '../conversion/price.ts';
import { splitSettlement } from './fees.ts';
import { priceInvoice } from './pricing.ts';
import { assetMinorFor, type Rate } from './rates.ts';

export interface Calculation {
  readonly priceMinor: bigint;
  readonly gateId: CryptoGateId;
  /** Euro for one coin. */
  readonly rate: Rate;
  /** The plan's, paid by the merchant. */
  readonly serviceFeeBps: number;
  /** The plan's fee where what arrives becomes euro; null: the merchant keeps the coins. */
  readonly conversionFeeBps: number | null;
  readonly nowMs: number;
}

/** Amounts in minor units: of the coin, and with a conversion of euro. */
export interface Calculated {
  /** The amount that the customer sends. */
  readonly dueMinor: bigint;
  readonly serviceFeeMinor: bigint;
  /** The merchant's amount of the coin, before a conversion. */
  readonly netMinor: bigint;
  readonly conversion: ConversionPrice | null;
}

/**
 * The amount that arrives of a price in euro that is paid in time. The steps are those of an invoice: its price, the
 * amount due at the rate, the settlement's split, and the conversion at the locked rate, each with its own rounding.
 * @throws DomainError `amount_invalid` for no price, `rate_unavailable` where a rate is too small to convert by
 */
export function calculate(calculation: Calculation): Calculated {
  const { priceMinor, gateId, rate, serviceFeeBps, conversionFeeBps, nowMs } = calculation;
  const fees = { serviceBps: serviceFeeBps, servicePayer: 'merchant', networkPayer: 'merchant' } as const;
  const tax = { name: '', rateBps: 0, type: 'exempt' } as const;
  const { totalMinor } = priceInvoice({ priceMinor, tax, fees: { ...fees, networkFeeMinor: 0n } });
  const dueMinor = assetMinorFor(totalMinor, rate);
  const terms = { serviceFeeBps, serviceFeeMinor: 0n, networkFeeMinor: 0n, totalMinor };
  const { serviceFeeMinor, netMinor } = splitSettlement(dueMinor, terms);
  // A price in euro that is settled in euro has no spread: the rate was promised with the invoice.
  const euro = (feeBps: number) =>
    priceFrom({ from: gateId, to: 'EUR' }, netMinor, lockedMidPrice('EUR', rate, [], nowMs), { spreadBps: 0, feeBps });
  const conversion = conversionFeeBps === null || !canConvert(gateId, 'EUR') ? null : euro(conversionFeeBps);
  return { dueMinor, serviceFeeMinor, netMinor, conversion };
}
