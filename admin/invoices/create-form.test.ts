import { describe, expect, it } from 'vitest';
import { schemaCheck } from '../forms/body-rules.ts';
import { resolverOf } from '../forms/rules.ts';
import { emptyDraft, type InvoiceDraft, invoiceRules, toBody } from './create-form.ts';

await schemaCheck;

const resolve = resolverOf(invoiceRules);
/** What the form says of a draft, by the name of the field. */
async function problems(draft: InvoiceDraft): Promise<Record<string, string | undefined>> {
  const options = { fields: {}, shouldUseNativeValidation: false };
  const { errors } = await resolve(draft, undefined, options);
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.message]));
}

const EMPTY_DRAFT = emptyDraft({ invoice_currency: 'EUR' });

describe('the form of a new invoice', () => {
  it('asks for an amount in the words of the spec', async () => {
    const amount = async (text: string) => (await problems({ ...EMPTY_DRAFT, amount: text })).amount;
    expect(await amount('')).toBe('This field is required.');
    expect(await amount('0.00')).toBe('Amount must be greater than 0');
    for (const wrong of ['1e3', '-5', '1,50', '007', '$5'])
      expect(await amount(wrong), wrong).toBe('Numbers and a decimal point only');
    expect(await amount(' 49.90 ')).toBeUndefined();
  });

  it('refuses what the contract of the API refuses, at the field', async () => {
    const long = await problems({ ...EMPTY_DRAFT, amount: '5', reference: 'x'.repeat(256) });
    expect(long).toEqual({ reference: 'Use at most 255 characters.' });
    expect(await problems({ ...EMPTY_DRAFT, amount: '5', currency: 'euro' })).toEqual({
      currency: 'The format is not valid.',
    });
  });

  it('takes mail addresses as the API does', async () => {
    const problem = async (customer_email: string) =>
      (await problems({ ...EMPTY_DRAFT, amount: '5', customer_email })).customer_email;
    expect(await problem('x@y')).toBe('Enter a valid e-mail address.');
    expect(await problem('x@y.example')).toBeUndefined();
    expect(await problem('')).toBeUndefined();
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
