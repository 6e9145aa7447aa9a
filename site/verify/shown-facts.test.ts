import { describe, expect, it } from 'vitest';
import { shownFacts } from './shown-facts.ts';

/** As they are in a proof: in the order of their names. */
const RECEIPT = {
  amount_paid: '0.00060767',
  currency: 'EUR',
  gate_id: 'BTC',
  id: '0199a5f2-7c4e-7b02-8204-18c3a9d0e511',
  kind: 'receipt',
  mode: 'production',
  paid_at: '2026-11-28T14:56:49.721Z',
  reference: 'KC-20418',
  seller: 'Kestrel Cycles',
  total: '49.90',
};

describe('the facts of a document', () => {
  it('are in the order of the paper, with units and a time that people read', () => {
    const shown = shownFacts(RECEIPT, 'en').map(([name, text]) => `${name}: ${text.replaceAll('\u00a0', ' ')}`);
    expect(shown.slice(0, 5)).toEqual([
      'kind: receipt',
      'seller: Kestrel Cycles',
      'total: €49.90',
      'amount_paid: 0.00060767 BTC',
      'gate_id: Bitcoin',
    ]);
    expect(shown[5]).toMatch(/^paid_at: Nov 28, 2026, \d\d:56 [AP]M \S+$/);
    expect(shown[6]).toBe('reference: KC-20418');
    expect(shown.join()).not.toContain('currency');
  });

  it('stay exact, however many places they have', () => {
    const facts = { ...RECEIPT, gate_id: 'ETH', amount_paid: '123456.040627260000000001' };
    expect(Object.fromEntries(shownFacts(facts, 'de')).amount_paid).toBe('123.456,040627260000000001\u00a0ETH');
  });

  it('are shown as they are where they have another form', () => {
    const facts = { total: 'much', currency: 'EUR', paid_at: 'some day', amount: '1e9', gate_id: 'XMR', other: 'x' };
    expect(Object.fromEntries(shownFacts(facts, 'en'))).toEqual(facts);
  });

  it('of a statement in euro are euro', () => {
    const shown = Object.fromEntries(shownFacts({ kind: 'statement', gate_id: 'EUR', closing: '1204.50' }, 'en'));
    expect(shown.closing).toBe('€1,204.50');
  });
});
