import './refund-words.ts';
import { describe, expect, it } from 'vitest';
import type { RefundForm } from '../../contract/refunds.ts';
import { makeInvoice } from '../testing/fixtures.fixture.ts';
import { makeRequest } from '../testing/mock-refunds.fixture.ts';
import { ADDRESS } from '../testing/payouts.fixture.ts';
import { emptyRefund, initialAmount, type RefundValues, refundRules, toRefundBody, withReason } from './refund-form.ts';

const invoice = makeInvoice();
const form: RefundForm = {
  gate_id: 'BTC',
  currency: 'EUR',
  refundable: '0.00310000',
  excess: '0.00031000',
  available: '0.41820000',
  rate: null,
  service_fee_percent: '5.00',
  fee_payer: 'merchant',
  network_fee: '0.00002000',
  network_fee_at: null,
  takes_tag: false,
  is_settled: true,
  request: null,
  preview: [],
  policy: { approval_required: false, cool_off_seconds: 0 },
  two_fa: { required: false, enabled: true },
};
const filled: RefundValues = { ...emptyRefund(invoice, form), address: ADDRESS };
const problems = (changes: Partial<RefundValues>, of: RefundForm = form) =>
  refundRules(invoice, { form: of, chains: ['regtest'] })({ ...filled, ...changes });

describe('the form of a refund', () => {
  it('begins with who pays the fees by the choice of the profile', () => {
    expect(emptyRefund(invoice, form).fee_payer).toBe('merchant');
    expect(emptyRefund(invoice, { ...form, fee_payer: 'recipient' }).fee_payer).toBe('recipient');
  });

  it('begins with the excess of an overpaid invoice, else with all', () => {
    expect(initialAmount(makeInvoice({ status: 'overpaid' }))).toEqual({ excess: true });
    expect(initialAmount(makeInvoice({ status: 'invalid', completed_at: null }))).toEqual({});
  });

  it('begins with the amount, words and fees that the shop prepared', () => {
    const request = makeRequest({ amount: '10.00', currency: 'EUR', name: 'Refund of order 13', fee_payer: null });
    const begun = emptyRefund(invoice, { ...form, request });
    expect(begun).toMatchObject({ how: 'prepared', reason: 'Refund of order 13', fee_payer: 'merchant' });
    expect(initialAmount({ ...invoice, refund_request: request })).toEqual({ value: '10.00' });
    expect(initialAmount({ ...invoice, refund_request: { ...request, status: 'approved' } })).toEqual({});
    expect(toRefundBody(invoice, begun, { request })).toEqual({
      invoice_id: invoice.id,
      value: '10.00',
      fee_payer: 'merchant',
      request_id: request.id,
    });
    const byShop = makeRequest({ amount: '10.00', currency: 'EUR', name: null, fee_payer: 'recipient' });
    expect(emptyRefund(invoice, { ...form, request: byShop })).toMatchObject({ fee_payer: 'recipient', reason: '' });
  });

  it('finds nothing wrong with all to an address, and refuses a part that cannot be', async () => {
    expect(await problems({ how: 'all' })).toEqual({});
    const amount = async (text: string) => (await problems({ how: 'part', amount: text })).amount;
    expect(await amount('')).toBe('This field is required.');
    expect(await amount('0')).toBe('Amount must be greater than 0');
    expect(await amount('1e-3')).toBe('Enter digits, with a point for decimals: 1.5');
    expect(await amount('0.0031')).toBeUndefined();
    expect(await amount('0.00310001')).toBe('More than was paid and not refunded yet');
  });

  it('refuses what the contract refuses, at its field', async () => {
    expect(await problems({ how: 'all', reason: 'r'.repeat(501) })).toEqual({ reason: expect.stringContaining('500') });
  });

  it('goes to an address or to the one that the payer requested, never to both', async () => {
    expect((await problems({ how: 'all', address: '' })).address).toBe('This field is required.');
    const request = makeRequest();
    expect(await problems({ how: 'all', address: '' }, { ...form, request })).toEqual({});
    expect(toRefundBody(invoice, { ...filled, how: 'all' }, { request })).toEqual({
      invoice_id: invoice.id,
      fee_payer: 'merchant',
      request_id: request.id,
    });
  });

  it('sends a reason only where there is one', () => {
    const body = toRefundBody(invoice, { ...filled, how: 'all' }, form);
    expect(withReason(body, filled)).toEqual(body);
    expect(withReason(body, { reason: 'Sent too much' })).toEqual({ ...body, reason: 'Sent too much' });
  });
});
