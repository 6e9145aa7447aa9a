import { describe, expect, it } from 'vitest';
import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import { INVOICE_STATUSES } from '../../../domain/state/invoice-status.ts';
import { chosen, fresh, type ViewName, viewNames, views } from '../../fixtures/views.fixture.ts';
import { looks, type ScreenName, screenOf } from './screen.ts';

const expected: Readonly<Record<ViewName, ScreenName>> = {
  choose: 'choose',
  'choose-card': 'choose',
  'choose-no-rate': 'choose',
  // The page lets the payer choose again.
  'rate-over': 'pay',
  'rate-over-no-rate': 'pay',
  pay: 'pay',
  'pay-ltc': 'pay',
  'pay-bch': 'pay',
  'pay-eth': 'pay',
  'pay-usdt-erc20': 'pay',
  'pay-usdt-trc20': 'pay',
  'pay-trx': 'pay',
  'pay-xrp': 'pay',
  partial: 'partial',
  checking: 'checking',
  confirming: 'confirming',
  'confirming-many': 'confirming',
  processing: 'processing',
  paid: 'paid',
  overpaid: 'overpaid',
  expired: 'expired',
  'expired-unchosen': 'expired',
  'expired-partial': 'expired_partial',
  'late-confirming': 'late_confirming',
  'paid-late': 'paid_late',
  'slow-confirming': 'late_confirming',
  'confirmed-late': 'paid_late',
  invalid: 'invalid',
  'invalid-after-cancel': 'invalid',
  'refund-requested': 'refund_requested',
  refunded: 'refunded',
  'partly-refunded': 'partly_refunded',
  error: 'error',
  'error-reorganised': 'error',
  canceled: 'canceled',
  'refund-approved': 'refund_requested',
  'refund-rejected': 'invalid',
  'canceled-paid': 'canceled_paid',
  sandbox: 'pay',
  'sandbox-xrp': 'pay',
  'other-coin': 'pay',
  'other-coin-confirming': 'pay',
  'other-coin-expired': 'expired',
  'paid-in-two-coins': 'paid',
  'paid-twice': 'paid',
  demo: 'pay',
  plain: 'pay',
};

describe('the screen of an invoice', () => {
  it.each(viewNames)('%s', (name) => {
    const view: CustomerInvoice = views[name];
    const timeUp = Date.parse(view.server_time) >= Date.parse(view.expires_at);
    expect(screenOf(view, timeUp)).toBe(expected[name]);
  });

  it('is covered by the fixtures for every status and every look', () => {
    const statuses = new Set(Object.values<CustomerInvoice>(views).map(({ status }) => status));
    expect([...statuses].sort()).toEqual([...INVOICE_STATUSES].sort());
    expect([...new Set(Object.values(expected))].sort()).toEqual(Object.keys(looks).sort());
  });

  it('never says expired by the clock of the page alone', () => {
    expect(screenOf(fresh, true)).toBe('checking');
    expect(screenOf(chosen('BTC'), true)).toBe('checking');
    expect(screenOf(views.partial, true)).toBe('checking');
  });

  it('keeps a payment that came in time confirming past the deadline', () => {
    expect(screenOf(views.confirming, true)).toBe('confirming');
  });

  it('goes back to paying when the only payment was dropped or replaced', () => {
    const [transaction] = views['late-confirming'].transactions;
    if (transaction === undefined) throw new Error('the fixture has a transaction');
    const dropped: CustomerInvoice = {
      ...views['late-confirming'],
      transactions: [{ ...transaction, status: 'dropped' }],
    };
    expect(screenOf(dropped, true)).toBe('expired');
  });

  it('does not count money of another coin than the chosen one', () => {
    const [transaction] = views['late-confirming'].transactions;
    if (transaction === undefined) throw new Error('the fixture has a transaction');
    const other: CustomerInvoice = {
      ...views.canceled,
      transactions: [{ ...transaction, gate_id: 'LTC' }],
    };
    expect(screenOf(other, false)).toBe('canceled');
  });
});
