import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { PayFromExchange } from '../../../contract/exchanges.ts';
import { separatorsOf } from '../../../domain/money/decimal-text.ts';
import { exchangesOf } from '../../fixtures/exchanges.fixture.ts';
import { views } from '../../fixtures/views.fixture.ts';
import { createNumberFormat, createTimeFormat } from '../i18n/format.ts';
import { createTranslate } from '../i18n/translate.ts';
import { exchangeSteps, readFee } from './exchange.ts';

const english = JSON.parse(readFileSync(new URL('../../../locales/en/invoice-page.json', import.meta.url), 'utf8'));
const words = {
  t: createTranslate('en', english),
  format: { ...createNumberFormat('en-GB', separatorsOf('en-GB')), ...createTimeFormat('en-GB', 'UTC') },
  shop: 'Kestrel Cycles',
};

function stepsOf(id: string, feeText = '', change: Partial<PayFromExchange> = {}, name: 'pay' | 'pay-xrp' = 'pay') {
  const data = exchangesOf(views[name]);
  if (data === null) throw new Error('No coin is chosen');
  const exchange = data.exchanges.find((each) => each.id === id) ?? null;
  return exchangeSteps({ ...data, ...change }, { exchange, feeText }, words);
}

describe('what a payer does at an exchange', () => {
  it('is to enter the grossed-up amount where the deducted fee is known', () => {
    const steps = stepsOf('kraken');
    expect(steps).toMatchObject({ network: 'Bitcoin', asksFee: true, amount: '0.00142597', tooSmall: null });
    expect(steps.feeNote).toBe(
      'Estimate: 0.00002\u00a0BTC, of 12 Nov 2026 (Kraken fee page). If Kraken shows another fee, enter that one.',
    );
    expect(steps.check).toBe('Before you confirm, Kraken must show that 0.00140597\u00a0BTC will be received.');
  });

  it('is to enter the amount unchanged where the fee is added', () => {
    const steps = stepsOf('coinbase', '0.5');
    expect(steps).toMatchObject({ asksFee: false, amount: '0.00140597' });
    expect(steps.tooSmall).toContain('Coinbase does not send less than 0.002\u00a0BTC');
  });

  it('is to enter the fee that the exchange shows where ours is too old, unknown, or charged either way', () => {
    expect(stepsOf('binance').feeNote).toContain('is of 2 Aug 2026 (Binance fees), which is too old to use');
    for (const id of ['binance', 'okx', '']) {
      expect(stepsOf(id).amount, id).toBeNull();
      expect(stepsOf(id, '0,00004').amount, id).toBe('0.00144597');
      expect(stepsOf(id, '0').amount, id).toBe('0.00140597');
      expect(stepsOf(id, 'about 1').amount, id).toBeNull();
    }
    expect(stepsOf('').network).toBe('Bitcoin');
  });

  it('counts the fee that the payer reads there before any estimate', () => {
    expect(stepsOf('kraken', '0.00001').amount).toBe('0.00141597');
    expect(stepsOf('kraken', '-1').amount).toBeNull();
  });

  it('calls the tag what the exchange calls it, and says what happens to a late payment', () => {
    expect(stepsOf('okx', '', {}, 'pay-xrp').tagLabel).toBe('Tag');
    expect(stepsOf('', '', {}, 'pay-xrp').tagLabel).toBe('Destination tag');
    expect(stepsOf('okx').late).toContain('Kestrel Cycles decides');
    expect(stepsOf('okx', '', { late: 'completes' }).late).toContain('still completes your order');
  });

  it.each(['', ' ', '1e3', '-1', '+1', '1.2.3', '0x10', '.5', '1.', '1234567890123', '0.123456789'])(
    'reads no fee from %j',
    (text) => expect(readFee(text)).toBeNull(),
  );
});
