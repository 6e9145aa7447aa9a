import { describe, expect, it } from 'vitest';
import { checkDraft, EMPTY_DRAFT, toBody } from './create-form.ts';

describe('the form of a new invoice', () => {
  it('asks for an amount in the words of the spec', () => {
    const amount = (text: string) => checkDraft({ ...EMPTY_DRAFT, amount: text }).amount;
    expect(amount('')).toBeTruthy();
    expect(amount('0.00')).toBe('Amount must be greater than 0');
    for (const wrong of ['1e3', '-5', '1,50', '007', '$5'])
      expect(amount(wrong), wrong).toBe('Numbers and a decimal point only');
    expect(amount('49.90')).toBeUndefined();
  });

  it('sends only what was filled in, the amount as text', () => {
    expect(toBody({ ...EMPTY_DRAFT, amount: '49.90' })).toEqual({ amount: '49.90', currency: 'EUR' });
    expect(toBody({ ...EMPTY_DRAFT, amount: '5', gate_id: 'BTC', customer_email: 'a@b.example' })).toEqual({
      amount: '5',
      currency: 'EUR',
      gate_id: 'BTC',
      customer_email: 'a@b.example',
    });
  });
});
