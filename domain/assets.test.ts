import { describe, expect, test } from 'vitest';
import { assetDecimals, CRYPTO_GATES, gate, gateDecimals, gates, gatesOn, isGateId, NETWORKS } from './assets.ts';
import { CURRENCIES, currencyDecimals, isCurrency } from './currencies.ts';
import { DomainError, fieldError, isDomainError } from './errors.ts';
import { isUuid, newId, parseId } from './ids.ts';

describe('gates', () => {
  test('confirmations are those of the specification (§9)', () => {
    expect(Object.fromEntries(CRYPTO_GATES.map((id) => [id, gates[id].confirmations]))).toEqual({
      BTC: 2,
      LTC: 6,
      BCH: 2,
      ETH: 12,
      USDT_ERC20: 12,
      USDT_TRC20: 21,
      TRX: 21,
      XRP: 1,
    });
  });

  test('each stands under its own id and on a known network', () => {
    for (const id of CRYPTO_GATES) {
      expect(gates[id].id).toBe(id);
      expect(NETWORKS).toContain(gates[id].network);
      expect(assetDecimals(gates[id].asset).decimals).toBe(gates[id].decimals);
    }
  });

  test('a network lists its coin before its tokens', () => {
    expect(gatesOn('ETH').map(({ id }) => id)).toEqual(['ETH', 'USDT_ERC20']);
    expect(gatesOn('TRON').map(({ id }) => id)).toEqual(['TRX', 'USDT_TRC20']);
  });

  test.each(['DOGE', '', 'btc', 'constructor', '__proto__', 'EUR'])('%j is no coin or token', (id) => {
    expect(() => gate(id)).toThrow(expect.objectContaining({ code: 'gate_unknown', status: 422 }));
  });

  test('EUR is a gate of its own', () => {
    expect(isGateId('EUR')).toBe(true);
    expect(gateDecimals('EUR')).toBe(2);
  });
});

describe('currencies', () => {
  test.each([
    ['EUR', 2],
    ['JPY', 0],
    ['KRW', 0],
    ['KWD', 3],
    ['HUF', 2],
    ['ISK', 0],
  ])('%s has %i places (ISO 4217)', (code, places) => expect(currencyDecimals(code)).toBe(places));

  test('there are no doubles, and only codes of three capitals', () => {
    expect(new Set(CURRENCIES).size).toBe(CURRENCIES.length);
    for (const code of CURRENCIES) expect(code).toMatch(/^[A-Z]{3}$/);
    expect(CURRENCIES.length).toBeGreaterThan(140);
  });

  test.each(['eur', 'XAU', 'HRK', 'BTC', ''])('%j is no currency of an invoice', (code) => {
    expect(isCurrency(code)).toBe(false);
    expect(() => currencyDecimals(code)).toThrow(expect.objectContaining({ code: 'currency_unknown' }));
  });
});

describe('ids', () => {
  test('are UUIDs of version 7 in the order of their time', () => {
    const early = newId(1_700_000_000_000);
    expect(early).toMatch(/^018bcfe5-6800-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(early < newId(1_700_000_000_001)).toBe(true);
    expect(isUuid(early)).toBe(true);
  });

  test('have random low bits: neighbours share nothing but the time', () => {
    const tails = Array.from({ length: 1_000 }, () => newId(1).slice(19));
    expect(new Set(tails).size).toBe(1_000);
    const rising = tails.filter((tail, at) => at > 0 && tail > (tails[at - 1] ?? '')).length;
    expect(rising).toBeGreaterThan(300);
    expect(rising).toBeLessThan(700);
  });

  test.each(['', 'x', '../etc/passwd', '018bcfe5-6800-7000-8000-00000000000', "' OR 1=1"])(
    '%j names nothing',
    (text) => {
      expect(() => parseId(text)).toThrow(expect.objectContaining({ code: 'not_found' }));
    },
  );
});

describe('refusals', () => {
  test('carry the status and words of the specification (§8)', () => {
    expect(new DomainError('insufficient_balance')).toMatchObject({
      status: 422,
      message: 'Insufficient balance. Please adjust the amount and try again.',
    });
    expect(new DomainError('rate_unavailable')).toMatchObject({ status: 503, retryAfterSeconds: 5 });
    expect(fieldError('items.0.price', 'x')).toMatchObject({
      status: 422,
      message: 'The given data was invalid',
      fields: { 'items.0.price': ['x'] },
    });
  });

  test('can be told apart', () => {
    expect(isDomainError(new DomainError('not_found'), 'not_found')).toBe(true);
    expect(isDomainError(new DomainError('not_found'), 'conflict')).toBe(false);
    expect(isDomainError(new Error('not_found'))).toBe(false);
  });
});
