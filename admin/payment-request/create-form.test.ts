import { describe, expect, it } from 'vitest';
import { checkDraft, emptyDraft, toBody } from './create-form.ts';

const EMPTY_DRAFT = emptyDraft({ invoice_currency: 'EUR' });

describe('the form of a new invoice', () => {
  it('asks for an amount in the words of the spec', () => {
    const amount = (text: string) => checkDraft({ ...EMPTY_DRAFT, amount: text }).amount;
    expect(amount('')).toBeTruthy();
    expect(amount('0.00')).toBe('Amount must be greater than 0');
    for (const wrong of ['1e3', '-5', '1,50', '007', '$5'])
      expect(amount(wrong), wrong).toBe('Numbers and a decimal point only');
    expect(amount('49.90')).toBeUndefined();
  });

  it('takes mail addresses as the API does', () => {
    const problem = (customer_email: string) =>
      checkDraft({ ...EMPTY_DRAFT, amount: '5', customer_email }).customer_email;
    expect(problem('x@y')).toBe('Enter a valid e-mail address.');
    expect(problem('x@y.example')).toBeUndefined();
    expect(problem('')).toBeUndefined();
  });

  it('begins in the currency of the profile', () => {
    expect(emptyDraft({ invoice_currency: 'PLN' }).currency).toBe('PLN');
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
