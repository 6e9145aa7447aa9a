import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CardOrder } from '../../../../contract/card-payment.ts';
import { CARD_ORDER_STATUSES } from '../../../../domain/state/card-order-status.ts';
import { ADDRESSES, currencies, draftOf, partner, quoteOf } from '../../../fixtures/card-offer.fixture.ts';
import { compare, sum } from '../../model/decimal.ts';
import { checkAddress, isTag } from './address-check.ts';
import { troubleOf } from './ends.ts';
import { homeOf, prefillOf } from './home.ts';
import { priceLines } from './lines.ts';
import { calculatedText, firstPurchase, firstWhere, judgePurchase, type TypedPurchase } from './purchase-form.ts';
import { furthestStep, isMoving, screenOf, stageOf } from './steps.ts';

const purchase = { gateId: 'BTC', fiat: 'EUR', country: 'DE', method: 'card', nowMs: 0 } as const;
const quote = quoteOf({ ...purchase, amount: { side: 'fiat', text: '100' } });
const draft = draftOf(quote, '0199a5f2-7c4e-7b02-8204-18c3a9d0e511', 0);
const verified = { email_masked: 'a…@example.com', verified: true };
const offer = { partner, currencies };
const typed: TypedPurchase = { side: 'fiat', text: '100', gateId: 'BTC', fiat: 'EUR' };
const where = { country: 'DE', method: 'card' } as const;

describe('the steps of a draft', () => {
  it('come one after the other, and each may be gone back to', () => {
    const addressed = { ...draft, address: ADDRESSES.BTC ?? null };
    expect([null, draft, addressed, { ...addressed, customer: verified }].map(furthestStep)).toEqual([
      'amount',
      'address',
      'email',
      'check',
    ]);
    expect(screenOf({ ...addressed, customer: verified }, 'address')).toBe('address');
    expect(screenOf(draft, 'check')).toBe('address');
    expect(screenOf(null, 'check')).toBe('amount');
  });

  it('ask for no address where an invoice has it', () => {
    const order = { ...draft, invoice_id: draft.id, address: ADDRESSES.BTC ?? null };
    expect(furthestStep(order)).toBe('email');
    expect(screenOf(order, 'address')).toBe('amount');
  });

  it('are over once the order is placed, whatever the history of the tab says', () => {
    for (const status of CARD_ORDER_STATUSES.filter((each) => each !== 'draft')) {
      const order: CardOrder = { ...draft, status };
      expect(screenOf(order, 'amount'), status).not.toMatch(/amount|address|email|check/);
      expect(stageOf(order) === null, status).toBe(screenOf(order, null) === 'ended');
      expect(isMoving(order) && stageOf(order) === null, status).toBe(false);
    }
  });

  it('wait for a person of ours where the coins are not as ordered', () => {
    const sending: CardOrder = { ...draft, status: 'sending' };
    expect(troubleOf(sending)).toBeNull();
    expect(troubleOf({ ...sending, status_reason: 'short' })).toBe('trouble.short');
    expect(troubleOf({ ...sending, status_reason: 'something_new' })).toBe('trouble.overdue');
  });
});

describe('a price', () => {
  it('is shown in lines that add up, to the cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 1_500_000 }), (cents) => {
        const price = quoteOf({ ...purchase, gateId: 'ETH', amount: { side: 'fiat', text: String(cents / 100) } });
        const { coins, partner: fee, network, total } = priceLines(price);
        expect(compare(sum([coins, fee, network]), total)).toBe(0);
      }),
    );
  });

  it('is requested once everything is chosen, and never for a purchase that is not offered', () => {
    expect(judgePurchase(typed, where, offer).request).toEqual({
      side: 'fiat',
      amount: '100',
      gateId: 'BTC',
      fiat: 'EUR',
      country: 'DE',
      method: 'card',
    });
    for (const text of ['', '0', '0.00', 'x', '1.234']) {
      expect(judgePurchase({ ...typed, text }, where, offer).request, text).toBeNull();
    }
    for (const country of ['', 'KP', 'XX']) {
      expect(judgePurchase(typed, { ...where, country }, offer).request, country).toBeNull();
    }
    expect(judgePurchase(typed, { country: 'IT', method: 'apple_pay' }, offer).request).toBeNull();
    const excluded = judgePurchase({ ...typed, gateId: 'XRP' }, { ...where, country: 'FR' }, offer);
    expect([excluded.request, excluded.wrong]).toEqual([null, 'excluded']);
  });

  it('is never shown beside another currency than its own', () => {
    const about = { currencies, point: '.' };
    expect(calculatedText(quote, typed, about)).toBe(quote.crypto_amount);
    expect(calculatedText(quote, { ...typed, side: 'crypto' }, about)).toBe('100.00');
    expect(calculatedText(quote, { ...typed, gateId: 'ETH' }, about)).toBe('');
    expect(calculatedText(quote, { ...typed, fiat: 'GBP' }, about)).toBe('');
    expect(calculatedText(quote, { ...typed, text: ' ' }, about)).toBe('');
  });

  it('begins with the values that the shop set, as far as they are sold, and never with an address', () => {
    const prefill = prefillOf('?shop=a&gate_id=ETH&fiat=GBP&fiat_amount=250&address=0xthief');
    expect(firstPurchase(offer, null, { prefill, point: ',' })).toEqual({
      side: 'fiat',
      text: '250',
      gateId: 'ETH',
      fiat: 'GBP',
    });
    expect(prefill).not.toHaveProperty('address');
    const unsold = prefillOf('?gate_id=DOGE&fiat=XXX&fiat_amount=a');
    expect(firstPurchase(offer, null, { prefill: unsold, point: ',' })).toMatchObject({
      gateId: 'BTC',
      fiat: 'EUR',
      text: '100',
    });
  });

  it('guesses the country by the browser’s language, only where it is sold', () => {
    expect(firstWhere(partner, null, ['de', 'de-DE'])).toEqual(where);
    expect(firstWhere(partner, null, ['ko-KP', 'en']).country).toBe('');
    expect(firstWhere(partner, { ...draft, country: 'IT', method: 'apple_pay' }, ['de-DE'])).toEqual({
      country: 'IT',
      method: 'apple_pay',
    });
  });
});

describe('a typed address', () => {
  it('fits its network, or says whose it is', () => {
    const eth = ADDRESSES.ETH ?? '';
    expect(checkAddress(` ${eth} `, 'ETH', false)).toEqual({ kind: 'fits', canonical: eth, tag: null });
    expect(checkAddress(eth, 'TRON', false)).toEqual({ kind: 'elsewhere', networks: ['ETH'] });
    expect(checkAddress(eth.slice(0, -1), 'ETH', false)).toEqual({ kind: 'unreadable' });
    expect(checkAddress(' ', 'ETH', false)).toEqual({ kind: 'empty' });
  });

  it('of a test network fits only where networks are simulated', () => {
    const regtest = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
    expect(checkAddress(regtest, 'BTC', true).kind).toBe('fits');
    expect(checkAddress(regtest, 'BTC', false).kind).toBe('unreadable');
  });

  it('has a tag of 32 bits', () => {
    expect(['0', '4294967295'].map(isTag)).toEqual([true, true]);
    expect(['', '4294967296', '-1', '01', '1.5', '99999999999'].map(isTag)).toEqual(Array(6).fill(false));
  });
});

describe('the address of the page', () => {
  it('finds an order again by path and shop, whatever else it says', () => {
    expect(homeOf('/onramp-iframe', '?lang=de&shop=a&fiat=EUR')).toBe('/onramp-iframe?shop=a');
    expect(homeOf('/card-payment/invoice/1', '?lang=de')).toBe('/card-payment/invoice/1');
  });
});
