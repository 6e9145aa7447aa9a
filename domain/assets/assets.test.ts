import { describe, expect, test } from 'vitest';
import { CURRENCIES, currencyDecimals, isCurrency } from '../money/currencies.ts';
import {
  assetDecimals,
  CRYPTO_GATES,
  gate,
  gateDecimals,
  gates,
  gatesOn,
  isGateId,
  isUtxoNetwork,
  NETWORKS,
} from './assets.ts';

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

  test('each is stored under its own id and on a known network', () => {
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

  test('the networks that spend coins are those of the family utxo', () => {
    for (const id of CRYPTO_GATES) expect(isUtxoNetwork(gates[id].network), id).toBe(gates[id].family === 'utxo');
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
