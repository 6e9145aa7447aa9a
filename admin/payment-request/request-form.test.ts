import './request-words.ts';
import { describe, expect, it } from 'vitest';
import { resolverOf } from '../forms/rules.ts';
import { emptyDraft, type RequestDraft, requestRules, toBody } from './request-form.ts';

const resolve = resolverOf(requestRules);
const FILLED: RequestDraft = {
  ...emptyDraft({ invoice_currency: 'EUR' }, 'de'),
  recipient_name: 'Jonas Weber',
  recipient_email: 'jonas.weber@example.com',
  description: 'Guided tour',
  amount: '249.00',
};

/** The form's errors for a draft, by field name. */
async function problems(changes: Partial<RequestDraft>): Promise<Record<string, string | undefined>> {
  const options = { fields: {}, shouldUseNativeValidation: false };
  const { errors } = await resolve({ ...FILLED, ...changes }, undefined, options);
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.message?.toString()]));
}

describe('the form of a payment request', () => {
  it('begins in the currency of the profile and the language of its sender, valid for two weeks', () => {
    const { currency, language, valid_days } = emptyDraft({ invoice_currency: 'PLN' }, 'fr');
    expect({ currency, language, valid_days }).toEqual({ currency: 'PLN', language: 'fr', valid_days: '14' });
  });

  it('needs a recipient, a description and an amount', async () => {
    expect(await problems({})).toEqual({});
    const required = 'This field is required.';
    expect(await problems({ recipient_name: ' ', recipient_email: '', description: '', amount: '' })).toEqual({
      recipient_name: required,
      recipient_email: required,
      description: required,
      amount: required,
    });
  });

  it('takes names and email addresses as the API does', async () => {
    expect(await problems({ recipient_email: 'x@y' })).toEqual({ recipient_email: 'Enter a valid email address.' });
    expect(await problems({ recipient_name: 'x'.repeat(101) })).toEqual({
      recipient_name: 'Use at most 100 characters.',
    });
  });

  it('takes amounts above 0 only', async () => {
    expect(await problems({ amount: '0.00' })).toEqual({ amount: 'Amount must be greater than 0' });
    for (const amount of ['1e3', '-5', '1,50', '007', '$5'])
      expect(await problems({ amount }), amount).toEqual({ amount: 'Enter digits, with a point for decimals: 1.5' });
  });

  it('can be valid from 1 to 90 whole days', async () => {
    for (const valid_days of ['1', '14', '90']) expect(await problems({ valid_days }), valid_days).toEqual({});
    for (const valid_days of ['', '0', '91', '1.5', '-1', 'ten', '007'])
      expect(await problems({ valid_days }), valid_days).toEqual({
        valid_days: 'A whole number of days from 1 to 90.',
      });
  });

  it('says what is wrong with the settings that are folded away', async () => {
    expect(await problems({ success_url: 'shop', underpaid_tolerance: '11', overpaid_tolerance: 'a' })).toEqual({
      success_url: 'Website is not valid.',
      underpaid_tolerance: 'Per cent with up to two decimals, from 0 to 10.',
      overpaid_tolerance: 'Per cent with up to two decimals, from 0 to 10.',
    });
  });

  it('leaves out what the profile decides', () => {
    expect(toBody(FILLED)).toEqual({
      recipient_name: 'Jonas Weber',
      recipient_email: 'jonas.weber@example.com',
      language: 'de',
      description: 'Guided tour',
      amount: '249.00',
      currency: 'EUR',
      valid_days: 14,
    });
  });

  it('sends what was chosen for this request, the assets in the usual order', () => {
    expect(
      toBody({
        ...FILLED,
        gates: ['LTC', 'BTC'],
        valid_days: '30',
        success_url: 'https://larkspur.example/thanks',
        service_fee_payer: 'customer',
        network_fee_payer: 'merchant',
        conversion_fee_payer: 'customer',
        refund_fee_payer: 'profile',
        autocomplete: 'manual',
        underpaid_tolerance: '0.5',
        overpaid_tolerance: '1',
      }),
    ).toMatchObject({
      gates: ['BTC', 'LTC'],
      valid_days: 30,
      success_url: 'https://larkspur.example/thanks',
      service_fee_payer: 'customer',
      network_fee_payer: 'merchant',
      conversion_fee_payer: 'customer',
      autocomplete: false,
      underpaid_tolerance: '0.5',
      overpaid_tolerance: '1',
    });
  });
});
