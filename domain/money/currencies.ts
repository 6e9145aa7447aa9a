import { DomainError } from '../errors.ts';

/** An ISO 4217 alphabetic code of a circulating currency. */
export type Currency = string;

/**
 * Minor-unit places by currency: the circulating national currencies of ISO 4217 (list one), without funds codes,
 * metals and withdrawn codes. The places are ISO's, not the fewer that some display libraries use (HUF has two).
 */
const PLACES: ReadonlyMap<Currency, number> = new Map([
  ...codes(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'),
  ...codes(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...codes(
    2,
    `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP
     CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES
     KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK
     NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB
     TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG`,
  ),
]);

/** Every currency an invoice may be priced in, in alphabetic order. */
export const CURRENCIES: readonly Currency[] = [...PLACES.keys()].sort();

/** True for an upper-case code an invoice may be priced in. */
export function isCurrency(code: string): boolean {
  return PLACES.has(code);
}

/**
 * Decimal places of a currency's minor unit: 2 for EUR, 0 for JPY, 3 for KWD.
 * @throws DomainError `currency_unknown`
 */
export function currencyDecimals(code: Currency): number {
  const places = PLACES.get(code);
  if (places === undefined) {
    throw new DomainError('currency_unknown', { fields: { currency: ['This currency is not known.'] } });
  }
  return places;
}

function codes(places: number, list: string): [Currency, number][] {
  return list.split(/\s+/).map((code) => [code, places]);
}
