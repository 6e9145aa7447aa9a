import { describe, expect, test } from 'vitest';
import { paysByCard } from './invoice-offer.ts';
import type { CardOffer } from './offer.ts';

const offer: CardOffer = {
  seller: { id: 'seller', name: 'Seller', termsUrl: 'https://seller.example', privacyUrl: 'https://seller.example' },
  fiats: [
    { currency: 'EUR', methods: [{ method: 'card', min: '2000', max: '1000000' }] },
    { currency: 'JPY', methods: [{ method: 'apple_pay', min: null, max: null }] },
  ],
  coins: [
    { gateId: 'BTC', min: null, excluded: [] },
    { gateId: 'XRP', min: null, excluded: ['DE', 'FR'] },
  ],
  countries: ['DE', 'FR'],
};
const invoice = { gates: ['BTC', 'LTC'], currency: 'EUR', totalMinor: 5_000n } as const;

describe('an invoice can be paid by card', () => {
  test.each([
    ['for a coin that is sold', invoice],
    ['in a currency that cards are not charged in', { ...invoice, currency: 'CHF', totalMinor: 1n }],
    ['in one that is charged by another method only', { ...invoice, currency: 'JPY', totalMinor: 1n }],
    ['for an amount that its fees lift to the minimum', { ...invoice, totalMinor: 1_600n }],
    ['for the maximum', { ...invoice, totalMinor: 1_000_000n }],
  ])('%s', (_what, each) => {
    expect(paysByCard(offer, each)).toBe(true);
  });

  test.each([
    ['for less than any fee lifts to the minimum', { ...invoice, totalMinor: 1_599n }],
    ['for more than the maximum', { ...invoice, totalMinor: 1_000_001n }],
    ['for coins that are not sold', { ...invoice, gates: ['LTC', 'ETH'] as const }],
    ['for a coin that is sold in no country of the offer', { ...invoice, gates: ['XRP'] as const }],
    ['without a coin', { ...invoice, gates: [] }],
  ])('but not %s', (_what, each) => {
    expect(paysByCard(offer, each)).toBe(false);
  });

  test('but not of a seller that charges no cards', () => {
    expect(paysByCard({ ...offer, fiats: [] }, invoice)).toBe(false);
  });
});
