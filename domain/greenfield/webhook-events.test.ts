import { describe, expect, test } from 'vitest';
import { INVOICE_STATUSES } from '../state/invoice-status.ts';
import { type EventInvoice, eventTypesFor, GREENFIELD_EVENTS, greenfieldMessages } from './webhook-events.ts';

const payment = (more: object = {}) => ({
  txid: 'ab'.repeat(32),
  output: '0',
  gate_id: 'BTC',
  amount: '0.001',
  status: 'seen',
  first_seen_at: '2026-11-20T12:00:00.000Z',
  ...more,
});
const invoice = (status: string, more: Partial<EventInvoice> = {}): EventInvoice => ({
  id: 'id',
  version: 3,
  status,
  status_reason: null,
  address: 'bc1q',
  gate_id: 'BTC',
  amount_excess: '0.00000000',
  transactions: [],
  refunds: [],
  ...more,
});
const sent = (of: EventInvoice) => greenfieldMessages(of, null);
const types = (of: EventInvoice) => sent(of).map(({ type }) => type);

describe('what is sent when an invoice enters a status', () => {
  const confirmed = [payment({ status: 'confirmed' })];
  test.each<[EventInvoice, object[]]>([
    [invoice('new', { version: 1 }), [{ type: 'InvoiceCreated' }]],
    [invoice('pending', { version: 1 }), [{ type: 'InvoiceCreated' }]],
    [invoice('pending'), []],
    [
      invoice('partially_paid', { transactions: [payment()] }),
      [{ type: 'InvoiceReceivedPayment', afterExpiration: false }],
    ],
    [
      invoice('confirming', { transactions: [payment()] }),
      [
        { type: 'InvoiceReceivedPayment', afterExpiration: false },
        { type: 'InvoiceProcessing', overPaid: false },
      ],
    ],
    [
      invoice('confirming', { transactions: [payment()], amount_excess: '0.00001000' }),
      [{ type: 'InvoiceReceivedPayment' }, { type: 'InvoiceProcessing', overPaid: true }],
    ],
    [invoice('processing', { transactions: confirmed }), []],
    [
      invoice('done', { transactions: confirmed }),
      [
        { type: 'InvoicePaymentSettled', afterExpiration: false },
        { type: 'InvoiceSettled', manuallyMarked: false, overPaid: false },
      ],
    ],
    [
      invoice('overpaid', { transactions: confirmed }),
      [{ type: 'InvoicePaymentSettled' }, { type: 'InvoiceSettled', manuallyMarked: false, overPaid: true }],
    ],
    [
      invoice('done', { status_reason: 'completed_by_merchant' }),
      [{ type: 'InvoiceSettled', manuallyMarked: true, overPaid: false }],
    ],
    [invoice('expired'), [{ type: 'InvoiceExpired', partiallyPaid: false }]],
    [invoice('invalid', { status_reason: 'underpaid' }), [{ type: 'InvoiceExpired', partiallyPaid: true }]],
    [
      invoice('expired_paid', { transactions: confirmed }),
      [
        { type: 'InvoiceReceivedPayment', afterExpiration: true },
        { type: 'InvoicePaymentSettled', afterExpiration: true },
      ],
    ],
    [invoice('invalid', { status_reason: 'underpaid_late' }), [{ type: 'InvoiceInvalid', manuallyMarked: false }]],
    [invoice('canceled'), [{ type: 'InvoiceInvalid', manuallyMarked: true }]],
    [invoice('error', { status_reason: 'reorganised' }), [{ type: 'InvoiceInvalid', manuallyMarked: false }]],
    [invoice('refund_requested', { refunds: [{}] }), []],
    [invoice('refunded', { refunds: [{}] }), []],
    [invoice('partially_refunded', { refunds: [{}] }), []],
    // After a refund of the excess it is done, which the shop knows.
    [invoice('done', { refunds: [{}], transactions: confirmed }), []],
  ])('%j', (of, expected) => {
    expect(sent(of)).toHaveLength(expected.length);
    expect(sent(of)).toMatchObject(expected);
  });

  test('no status is left out, and one that nobody knows sends nothing', () => {
    for (const status of INVOICE_STATUSES) expect(Array.isArray(types(invoice(status)))).toBe(true);
    expect(types(invoice('test'))).toEqual([]);
  });

  test('a payment is the newest that counts, in BTCPay’s shape', () => {
    const transactions = [
      payment({ txid: 'aa', first_seen_at: '2026-11-20T12:00:01.000Z' }),
      payment({ txid: 'bb', first_seen_at: '2026-11-20T12:00:02.000Z' }),
      payment({ txid: 'cc', first_seen_at: '2026-11-20T12:00:03.000Z', status: 'replaced' }),
      payment({ txid: 'dd', first_seen_at: '2026-11-20T12:00:04.000Z', gate_id: 'LTC' }),
    ];
    expect(sent(invoice('partially_paid', { transactions }))).toEqual([
      {
        type: 'InvoiceReceivedPayment',
        afterExpiration: false,
        paymentMethodId: 'BTC-CHAIN',
        payment: {
          id: 'bb-0',
          receivedDate: 1_795_176_002,
          value: '0.001',
          fee: '0.0',
          status: 'Processing',
          destination: 'bc1q',
        },
      },
    ]);
  });

  test('dust makes no flood of messages', () => {
    const transactions = Array.from({ length: 50 }, (_, n) => payment({ txid: `t${n}`, status: 'confirmed' }));
    expect(types(invoice('done', { transactions }))).toHaveLength(6);
  });
});

describe('the events that an endpoint wants', () => {
  test('are served by the statuses that may send them', () => {
    expect(eventTypesFor(['InvoiceSettled'])).toEqual(['invoice.overpaid', 'invoice.done']);
    expect(eventTypesFor(['InvoiceCreated'])).toEqual(['invoice.new', 'invoice.pending']);
    for (const event of GREENFIELD_EVENTS) expect(eventTypesFor([event]).length).toBeGreaterThan(0);
    expect(eventTypesFor(null)).not.toContain('invoice.refunded');
  });

  test('and no others are sent', () => {
    const done = invoice('done', { transactions: [payment({ status: 'confirmed' })] });
    expect(greenfieldMessages(done, ['InvoiceSettled']).map(({ type }) => type)).toEqual(['InvoiceSettled']);
    expect(greenfieldMessages(done, ['InvoiceExpired'])).toEqual([]);
  });

  test('the table names what it sends', () => {
    const transactions = [payment({ status: 'confirmed' })];
    for (const status of INVOICE_STATUSES) {
      for (const version of [1, 2]) {
        for (const status_reason of ['underpaid', null]) {
          for (const { type } of sent(invoice(status, { version, status_reason, transactions }))) {
            expect(eventTypesFor([type])).toContain(`invoice.${status}`);
          }
        }
      }
    }
  });
});
