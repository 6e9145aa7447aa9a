import { describe, expect, it } from 'vitest';
import '../words.ts';
import { type LimitDraft, limitDraft, limitRules, toLimitsBody } from './limit-form.ts';

const ETH = { mode: 'production', asset: 'ETH' } as const;
const LIMITS = { asset: 'ETH', threshold: '500.00', max_order: '25000.00', position: '100000.00' } as const;
const draft = limitDraft({ ...LIMITS, max_age_seconds: 300, bound_bps: 50 });
const problems = (more: Partial<LimitDraft>) => limitRules(ETH)({ ...draft, reason: 'More volume.', ...more });

describe('the form of new limits', () => {
  it('begins with the limits as they are, the worst price in percent, and sends them as the API takes them', async () => {
    expect(draft).toMatchObject({ threshold: '500.00', max_age_seconds: '300', bound_bps: '0.5' });
    expect(toLimitsBody({ ...draft, bound_bps: '0.29', reason: 'x' }, ETH)).toEqual({
      ...ETH,
      threshold: '500.00',
      max_order: '25000.00',
      position: '100000.00',
      max_age_seconds: 300,
      bound_bps: 29,
      reason: 'x',
    });
    expect(await problems({})).toEqual({});
  });

  it('asks for a reason, and for numbers that the contract allows', async () => {
    expect(await problems({ reason: '' })).toEqual({ reason: 'A reason is required.' });
    expect(Object.keys(await problems({ threshold: '1e3' }))).toEqual(['threshold']);
    expect(Object.keys(await problems({ max_age_seconds: '1.5' }))).toEqual(['max_age_seconds']);
    expect(Object.keys(await problems({ max_age_seconds: '0' }))).toEqual(['max_age_seconds']);
    for (const bound_bps of ['', '11', '0.001', 'abc'])
      expect(Object.keys(await problems({ bound_bps }))).toEqual(['bound_bps']);
  });

  it('says what the server would say of limits that make no sense', async () => {
    expect(await problems({ position: '499.99' })).toEqual({
      position: 'The position limit must not be below the threshold.',
    });
    expect(await problems({ max_order: '0' })).toEqual({ max_order: 'The largest order must be more than zero.' });
  });
});
