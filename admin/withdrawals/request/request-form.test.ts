import '../../i18n/back-office-words.ts';
import '../withdrawal-words.ts';
import { describe, expect, it } from 'vitest';
import { outflowQuote } from '../../outflows/outflow-amount.ts';
import { makeWithdrawalForm } from '../../testing/withdrawals.fixture.ts';
import {
  emptyWithdrawal,
  gateOf,
  openGates,
  type WithdrawalDraft,
  wholeBalance,
  withdrawalProblems,
} from './request-form.ts';

const form = makeWithdrawalForm();
const gates = openGates(form);
const [euro] = gates;
const draft = (changes: Partial<WithdrawalDraft> = {}): WithdrawalDraft => ({
  ...emptyWithdrawal(gates, { gateId: 'EUR', methodId: null }),
  amount: '100',
  ...changes,
});

describe('a withdrawal', () => {
  it('is possible where a gate is open, not suspended, and has a method', () => {
    const closed = form.gates.map((gate) => (gate.gate_id === 'BTC' ? { ...gate, is_open: false } : gate));
    expect(openGates({ gates: closed }).map(({ gate_id }) => gate_id)).toEqual(['EUR']);
    const frozen = form.gates.map((gate) => ({ ...gate, frozen: true }));
    expect(openGates({ gates: frozen })).toEqual([]);
    expect(openGates({ gates: form.gates.map((gate) => ({ ...gate, method: null })) })).toEqual([]);
  });

  it('begins with the asset or the method that the address names', () => {
    const gateFor = (named: Parameters<typeof emptyWithdrawal>[1]) =>
      gateOf(emptyWithdrawal(gates, named), gates)?.gate_id;
    expect(gateFor({ gateId: 'BTC', methodId: null })).toBe('BTC');
    expect(gateFor({ gateId: null, methodId: gates[1]?.method.id ?? '' })).toBe('BTC');
    expect(gateFor({ gateId: null, methodId: null })).toBe('EUR');
  });

  it.each([
    ['', 'This field is required.'],
    ['0', 'Amount must be greater than 0'],
    ['1,5', 'Enter digits, with a point for decimals: 1.5'],
    ['9.99', 'Amount is less than the minimum value'],
    ['4800', 'Insufficient balance. Please adjust the amount and try again.'],
  ])('of %j is refused in the words of the spec', (amount, words) => {
    expect(withdrawalProblems(draft({ amount }), gates)).toEqual({ amount: expect.stringContaining(words) as string });
  });

  it('of the whole balance leaves nothing uncovered, whichever side pays the fees', () => {
    if (euro === undefined) throw new Error('The fixture has euro.');
    for (const fee_payer of ['merchant', 'recipient'] as const) {
      const whole = draft({ fee_payer, amount: wholeBalance({ fee_payer }, euro) });
      expect(withdrawalProblems(whole, gates)).toEqual({ amount: undefined });
      expect(outflowQuote(whole, euro)?.heldMinor).toBeLessThanOrEqual(482_050n);
      expect(outflowQuote(whole, euro)?.heldMinor).toBeGreaterThanOrEqual(482_049n);
    }
  });
});
