import { describe, expect, test } from 'vitest';
import { INVOICE_STATUSES } from '../state/invoice-status.ts';
import { canEnterPayerEmail, isPayerEmailOutcome } from './payer-email.ts';

const facts = { status: 'pending', hasShopEmail: false, hasPayments: false, entered: null } as const;
const before = { isBeforePayment: true };
const after = { isBeforePayment: false };

describe('an address for the payer’s mail', () => {
  test('can be entered and corrected before anything is paid', () => {
    expect(canEnterPayerEmail(facts)).toBe(true);
    expect(canEnterPayerEmail({ ...facts, status: 'new' })).toBe(true);
    expect(canEnterPayerEmail({ ...facts, entered: before })).toBe(true);
  });

  test('is fixed by the first payment, because it may lead to a refund', () => {
    expect(canEnterPayerEmail({ ...facts, hasPayments: true, entered: before })).toBe(false);
  });

  test('can be entered after that for news alone, until the outcome', () => {
    for (const status of ['pending', 'partially_paid', 'confirming', 'processing', 'expired'] as const) {
      expect(canEnterPayerEmail({ ...facts, status, hasPayments: true })).toBe(true);
      expect(canEnterPayerEmail({ ...facts, status, hasPayments: true, entered: after })).toBe(true);
    }
  });

  test('never replaces that of the shop, and is of no use once the invoice has its outcome', () => {
    expect(canEnterPayerEmail({ ...facts, hasShopEmail: true })).toBe(false);
    expect(canEnterPayerEmail({ ...facts, status: 'expired' })).toBe(false);
    for (const status of INVOICE_STATUSES.filter((each) => isPayerEmailOutcome(each) || each === 'canceled')) {
      expect(canEnterPayerEmail({ ...facts, status, hasPayments: true })).toBe(false);
    }
  });

  test('gets a mail about the outcome alone', () => {
    expect(INVOICE_STATUSES.filter(isPayerEmailOutcome).sort()).toEqual([
      'done',
      'expired_paid',
      'invalid',
      'overpaid',
    ]);
  });
});
