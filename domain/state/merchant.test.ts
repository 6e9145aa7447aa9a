import { describe, expect, it } from 'vitest';
import { ruleFor } from '../process/table.ts';
import { MERCHANT_STATUSES, type MerchantEvent, type MerchantStatus, merchantTable } from './merchant.ts';

function next(status: MerchantStatus, event: MerchantEvent['type'], hasCompany = false) {
  return ruleFor(merchantTable, { status, event, position: { hasCompany } }).to;
}

describe('the status of a merchant', () => {
  it('goes from the mail address to the company to production, and back when it closes', () => {
    expect(next('new', 'email_confirmed')).toBe('email_verified');
    expect(next('email_verified', 'company_named')).toBe('active');
    expect(next('active', 'production_opens')).toBe('verified');
    expect(next('verified', 'production_closes')).toBe('active');
  });

  it.each([
    ['email_confirmed', 'new'],
    ['production_opens', 'active'],
    ['production_closes', 'verified'],
  ] as const)('stays at %s everywhere but in %s', (event, from) => {
    for (const status of MERCHANT_STATUSES) if (status !== from) expect(next(status, event)).toBe('same');
  });

  it('takes the name of the company once, after the mail address', () => {
    expect(() => next('email_verified', 'company_named', true)).toThrow(expect.objectContaining({ code: 'conflict' }));
    for (const status of MERCHANT_STATUSES) {
      if (status === 'email_verified') continue;
      expect(() => next(status, 'company_named')).toThrow(expect.objectContaining({ code: 'conflict' }));
    }
  });
});
