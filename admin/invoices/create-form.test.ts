import { describe, expect, it } from 'vitest';
import { resolverOf } from '../forms/rules.ts';
import { emptyDraft, type InvoiceDraft, invoiceRules, toBody } from './create-form.ts';

const resolve = resolverOf(invoiceRules(['BTC', 'TRX']));
/** The form's errors for a draft, by field name. */
async function problems(draft: InvoiceDraft): Promise<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(await wrongOf(draft)).map(([name, error]) => [name, error?.message]));
}

async function wrongOf(draft: InvoiceDraft): Promise<Record<string, { message?: string } | undefined>> {
  const options = { fields: {}, shouldUseNativeValidation: false };
  return (await resolve(draft, undefined, options)).errors as Record<string, { message?: string } | undefined>;
}

const EMPTY_DRAFT = emptyDraft({ invoice_currency: 'EUR', autoconversion: { type: 'none' } });

describe('the form of a new invoice', () => {
  it('asks for an amount in the words of the spec', async () => {
    const amount = async (text: string) => (await problems({ ...EMPTY_DRAFT, amount: text })).amount;
    expect(await amount('')).toBe('This field is required.');
    expect(await amount('0.00')).toBe('Amount must be greater than 0');
    for (const wrong of ['1e3', '-5', '1,50', '007', '$5'])
      expect(await amount(wrong), wrong).toBe('Enter digits, with a point for decimals: 1.5');
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
    expect(await problem('x@y')).toBe('Enter a valid email address.');
    expect(await problem('x@y.example')).toBeUndefined();
    expect(await problem('')).toBeUndefined();
  });

  it('begins in the currency of the profile', () => {
    expect(emptyDraft({ invoice_currency: 'PLN', autoconversion: { type: 'none' } }).currency).toBe('PLN');
  });

  it('converts as the profile says unless something else is chosen, and only what can be converted', async () => {
    const autoconversion = { type: 'partial', gate_id: 'EUR', percent: 40 } as const;
    const draft = { ...emptyDraft({ invoice_currency: 'EUR', autoconversion }), amount: '5' };
    expect(toBody(draft)).not.toHaveProperty('autoconversion');
    const chosen = (changes: Partial<InvoiceDraft['autoconversion']>) => ({
      ...draft,
      autoconversion: { ...draft.autoconversion, ...changes },
    });
    expect(toBody(chosen({ type: 'none' })).autoconversion).toEqual({ type: 'none' });
    expect(toBody(chosen({ type: 'full' })).autoconversion).toEqual({ type: 'full', gate_id: 'EUR' });
    expect(toBody(chosen({ type: 'partial' })).autoconversion).toEqual(autoconversion);
    expect(await problems(chosen({ type: 'full' }))).toEqual({});
    const { autoconversion: wrong } = await wrongOf({ ...chosen({ type: 'full' }), gate_id: 'TRX' });
    expect(wrong).toMatchObject({ gate_id: { message: 'Tron cannot be converted.' } });
    const { autoconversion: half } = await wrongOf(chosen({ type: 'partial', percent: '100' }));
    expect(half).toMatchObject({ percent: { message: 'A whole per cent from 1 to 99.' } });
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
