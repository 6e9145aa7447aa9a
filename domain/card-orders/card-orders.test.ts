import { describe, expect, test } from 'vitest';
import { PROHIBITED_COUNTRIES } from '../compliance/lists.ts';
import { APPLE_PAY_COUNTRIES, CARD_COUNTRIES, methodsIn } from './countries.ts';
import { type CardOffer, countryWhereSold, limitsOf, OFFER_MS, unoffered } from './offer.ts';
import { isSensible, rateText, usualAmount } from './price.ts';

describe('countries', () => {
  test('there are 190, each once, and none that our own rules prohibit', () => {
    const { countries } = CARD_COUNTRIES;
    expect(new Set(countries).size).toBe(countries.length);
    expect(countries.filter((code) => methodsIn(code).length > 0)).toHaveLength(190);
    for (const code of PROHIBITED_COUNTRIES.flatMap((list) => list.countries))
      expect(methodsIn(code), code).toEqual([]);
    const names = new Intl.DisplayNames(['en'], { type: 'region' });
    for (const code of countries) expect(names.of(code), code).not.toBe(code);
  });

  test('each list says where it comes from, and when', () => {
    for (const { source, publishedOn } of [CARD_COUNTRIES, APPLE_PAY_COUNTRIES]) {
      expect(source).toMatch(/^(ISO 3166|Apple)/);
      expect(publishedOn).toMatch(/^\d{4}-\d{2}$/);
    }
  });

  test('Apple Pay only where banks issue cards for it', () => {
    expect(methodsIn('DE')).toEqual(['card', 'apple_pay', 'google_pay']);
    expect(methodsIn('NP')).toEqual(['card', 'google_pay']);
    expect(methodsIn('de')).toEqual([]);
    for (const code of APPLE_PAY_COUNTRIES.countries) expect(methodsIn(code), code).toContain('apple_pay');
  });
});

const offer: CardOffer = {
  seller: {
    id: 'seller',
    name: 'Seller',
    termsUrl: 'https://seller.example/terms',
    privacyUrl: 'https://seller.example/privacy',
  },
  fiats: [{ currency: 'EUR', methods: [{ method: 'card', min: '2000', max: null }] }],
  coins: [{ gateId: 'BTC', min: null, excluded: ['US'] }],
  countries: ['DE', 'US', 'RU'],
};

describe('an offer', () => {
  const purchase = { gateId: 'BTC', currency: 'EUR', method: 'card', country: 'DE' } as const;

  test('says which field stops a purchase', () => {
    expect(unoffered(offer, purchase)).toBeNull();
    expect(unoffered(offer, { ...purchase, country: 'FR' })).toBe('country');
    // The seller may serve a country that we do not.
    expect(unoffered(offer, { ...purchase, country: 'RU' })).toBe('country');
    expect(unoffered(offer, { ...purchase, country: 'US' })).toBe('gate');
    expect(unoffered(offer, { ...purchase, gateId: 'XRP' })).toBe('gate');
    expect(unoffered(offer, { ...purchase, currency: 'USD' })).toBe('currency');
    expect(unoffered(offer, { ...purchase, method: 'google_pay' })).toBe('currency');
    expect(unoffered({ ...offer, countries: ['NP'] }, { ...purchase, country: 'NP', method: 'apple_pay' })).toBe(
      'method',
    );
  });

  test('names the first of its countries in which a coin is sold so', () => {
    const { country: _, ...pair } = purchase;
    expect(countryWhereSold(offer, pair)).toBe('DE');
    expect(countryWhereSold({ ...offer, countries: ['RU', 'US', 'NP', 'DE'] }, pair)).toBe('NP');
    expect(countryWhereSold({ ...offer, countries: ['RU', 'US'] }, pair)).toBeUndefined();
    expect(countryWhereSold(offer, { ...pair, gateId: 'XRP' })).toBeUndefined();
  });

  test('is of use for half an hour', () => expect(OFFER_MS).toBe(1_800_000));

  test('has limits in minor units', () => {
    expect(limitsOf(offer, { currency: 'EUR', method: 'card' })).toEqual({ min: 2000n, max: null });
    expect(limitsOf(offer, { currency: 'EUR', method: 'apple_pay' })).toBeUndefined();
  });
});

describe('a price', () => {
  const price = { fiatMinor: 10_000n, cryptoMinor: 200_000n, partnerFeeMinor: 190n, networkFeeMinor: 10n };

  test('has a rate before the fees', () => {
    expect(rateText(price, { fiat: 2, coin: 8 })).toBe('49000');
    expect(rateText({ ...price, cryptoMinor: 0n }, { fiat: 2, coin: 8 })).toBe('0');
    expect(rateText(price, { fiat: 0, coin: 8 })).toBe('4900000');
  });

  test('is quoted for a usual amount within the limits', () => {
    const of = { currency: 'EUR', method: 'card' } as const;
    const limited = (min: string | null, max: string | null) => ({
      fiats: [{ currency: 'EUR', methods: [{ method: 'card' as const, min, max }] }],
    });
    expect(usualAmount(limited('2000', null), of)).toBe(10_000n);
    expect(usualAmount(limited('3000', null), of)).toBe(15_000n);
    expect(usualAmount(limited('2000', '5000'), of)).toBe(5_000n);
    expect(usualAmount(limited(null, null), of)).toBe(10_000n);
    expect(usualAmount(limited('0', null), of)).toBe(10_000n);
    expect(usualAmount(limited(null, null), { ...of, method: 'apple_pay' })).toBe(10_000n);
  });

  test('makes sense only with coins, money and fees that are a part of it', () => {
    expect(isSensible(price)).toBe(true);
    expect(isSensible({ ...price, partnerFeeMinor: 0n, networkFeeMinor: 0n })).toBe(true);
    expect(isSensible({ ...price, cryptoMinor: 0n })).toBe(false);
    expect(isSensible({ ...price, fiatMinor: 0n })).toBe(false);
    expect(isSensible({ ...price, partnerFeeMinor: -1n })).toBe(false);
    expect(isSensible({ ...price, networkFeeMinor: -1n })).toBe(false);
    expect(isSensible({ ...price, partnerFeeMinor: 9_990n })).toBe(false);
    expect(isSensible({ ...price, partnerFeeMinor: 9_989n })).toBe(true);
  });
});
