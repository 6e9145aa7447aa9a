import '../payout-words.ts';
import { describe, expect, it } from 'vitest';
import { outflowQuote } from '../../outflows/outflow-amount.ts';
import { makePayoutForm } from '../../testing/payouts.fixture.ts';
import { emptyRequest, fiatOf, requestProblems, toCreateBody, toTokenBody, wholeBalance } from './request-form.ts';

const form = makePayoutForm();
const rules = { gates: form.gates, chains: ['regtest'] as const };
const [btc] = form.gates;
if (btc === undefined) throw new Error('The fixture has no gate.');
const ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const filled = { ...emptyRequest(form, { gateId: 'BTC' }), address: ADDRESS, amount: '0.01' };
const amountError = async (amount: string) => (await requestProblems({ ...filled, amount }, rules)).amount;

describe('a request for a payout', () => {
  it('asks for the asset before anything else', async () => {
    expect(await requestProblems({ ...filled, gate_id: '' }, rules)).toEqual({ gate_id: 'This field is required.' });
  });

  it('finds nothing wrong with what can be paid', async () => {
    expect(Object.values(await requestProblems(filled, rules)).filter(Boolean)).toEqual([]);
  });

  it('refuses amounts in the words of the spec', async () => {
    expect(await amountError('0')).toBe('Amount must be greater than 0');
    expect(await amountError('1,5')).toBe('Enter digits, with a point for decimals: 1.5');
    expect(await amountError('0.00001')).toBe('Amount is less than the minimum value');
    expect(await amountError('2')).toBe('Amount is greater than the maximum value');
    expect(await amountError('0.5')).toBe('Insufficient balance. Please adjust the amount and try again.');
    expect(await amountError('0.123456789')).toBe('The amount may have at most 8 decimal places.');
  });

  it('counts the fees on top of the amount, or takes them out of it', () => {
    const merchant = outflowQuote(filled, btc);
    expect(merchant).toEqual({
      netMinor: 1_000_000n,
      serviceFeeMinor: 5_000n,
      networkFeeMinor: 2_000n,
      heldMinor: 1_007_000n,
    });
    expect(outflowQuote({ ...filled, fee_payer: 'recipient' }, btc)).toMatchObject({
      netMinor: 993_000n,
      heldMinor: 1_000_000n,
    });
  });

  it('takes the whole balance by who pays the fees', async () => {
    for (const fee_payer of ['merchant', 'recipient'] as const) {
      const amount = wholeBalance({ fee_payer }, btc);
      expect(amount).toBe(btc.largest[fee_payer]);
      expect((await requestProblems({ ...filled, fee_payer, amount }, rules)).amount).toBeUndefined();
    }
  });

  it('refuses what the contract refuses, at its field', async () => {
    expect(await requestProblems({ ...filled, reference: 'r'.repeat(256) }, rules)).toEqual({
      reference: expect.stringContaining('255'),
    });
  });

  it('tells what it is worth, rounded down to the cent', () => {
    expect(fiatOf(1_007_000n, { ...btc, rate: '79600.00' })).toBe('801.57');
    expect(fiatOf(1_007_000n, { ...btc, rate: null })).toBeNull();
  });

  it('binds the code to a method or an address, never to both, and sends only what was filled in', () => {
    expect(toTokenBody(filled, btc)).toEqual({
      gate_id: 'BTC',
      amount: '0.01',
      fee_payer: 'merchant',
      address: ADDRESS,
    });
    expect(toTokenBody({ ...filled, method_id: 'm-1' }, btc)).toEqual({
      gate_id: 'BTC',
      amount: '0.01',
      fee_payer: 'merchant',
      method_id: 'm-1',
    });
    expect(toCreateBody({ ...filled, reference: 'r-1' }, btc, { code: '123456' })).toMatchObject({
      reference: 'r-1',
      code: '123456',
    });
  });
});
