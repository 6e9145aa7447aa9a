import { describe, expect, test } from 'vitest';
import { CRYPTO_GATES } from '../assets/assets.ts';
import { paymentMethodOf, readPaymentMethod } from './payment-methods.ts';

describe('names of payment methods', () => {
  test('every gate has one, which is read back in every spelling', () => {
    expect(new Set(CRYPTO_GATES.map(paymentMethodOf)).size).toBe(CRYPTO_GATES.length);
    for (const id of CRYPTO_GATES) {
      const name = paymentMethodOf(id);
      for (const spelling of [name, name.replaceAll('-', '_'), name.toLowerCase(), ` ${name} `, id]) {
        expect([spelling, readPaymentMethod(spelling)]).toEqual([spelling, id]);
      }
    }
  });

  test.each([
    ['BTC', 'BTC'],
    ['BTC_CHAIN', 'BTC'],
    ['BTC-CHAIN', 'BTC'],
    ['BTC_OnChain', 'BTC'],
    ['btc_btclike', 'BTC'],
    ['USDT_TRC20', 'USDT_TRC20'],
    ['USDT-TRC20-CHAIN', 'USDT_TRC20'],
    ['BTC-LightningNetwork', 'elsewhere'],
    ['BTC_LN', 'elsewhere'],
    ['BTC-LNURL', 'elsewhere'],
    // Which network of the two is not said.
    ['USDT', undefined],
    ['DOGE_CHAIN', undefined],
    ['', undefined],
    ['BTC-CHAIN-2', undefined],
  ])('%s is %s', (name, gate) => {
    expect(readPaymentMethod(name)).toBe(gate);
  });
});
