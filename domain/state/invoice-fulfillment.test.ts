import { describe, expect, it } from 'vitest';
import { FULFILLMENTS, fulfillmentOf } from './invoice-fulfillment.ts';
import { INVOICE_STATUSES, UNPAID_STATUSES } from './invoice-status.ts';
import { invoiceTable } from './invoice-table.ts';

const of = (status: (typeof INVOICE_STATUSES)[number], isCompleted: boolean) => fulfillmentOf({ status, isCompleted });

describe('what a shop does with an order', () => {
  it('is said for every status, completed and not', () => {
    const table = INVOICE_STATUSES.map((status) => [status, of(status, true), of(status, false)]);
    expect(table).toEqual([
      ['new', 'wait', 'wait'],
      ['pending', 'wait', 'wait'],
      ['confirming', 'wait', 'wait'],
      ['partially_paid', 'wait', 'wait'],
      ['overpaid', 'ship', 'hold'],
      ['processing', 'wait', 'wait'],
      ['done', 'ship', 'hold'],
      ['expired', 'wait', 'wait'],
      ['expired_paid', 'hold', 'hold'],
      ['invalid', 'hold', 'hold'],
      ['refund_requested', 'hold', 'hold'],
      ['refunded', 'reversed', 'reversed'],
      ['partially_refunded', 'ship', 'hold'],
      ['canceled', 'wait', 'wait'],
      ['error', 'hold', 'hold'],
    ]);
    expect(new Set(table.flat().filter((word) => (FULFILLMENTS as readonly string[]).includes(word))).size).toBe(4);
  });

  it('is never shipping without a completion, nor while the payer can still choose a coin', () => {
    for (const status of INVOICE_STATUSES) {
      expect(of(status, false)).not.toBe('ship');
      if (invoiceTable[status].cancel !== undefined || UNPAID_STATUSES.has(status))
        expect(of(status, true)).toBe('wait');
    }
  });
});
