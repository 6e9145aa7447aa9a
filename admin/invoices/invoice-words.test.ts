import { describe, expect, it } from 'vitest';
import { INVOICE_STATUSES } from '../../domain/state/invoice-status.ts';
import { t } from '../i18n/translate.ts';
import { makeInvoice } from '../testing/fixtures.fixture.ts';
import { makeRequest } from '../testing/mock-refunds.fixture.ts';
import { amountFigures, meterParts, worthOf } from './amounts.ts';
import { decisionOf } from './decision.ts';
import { suggestedAmount } from './emulation.ts';
import { accountName, entryName } from './ledger-words.ts';
import { timelineItems } from './timeline.ts';
import { answerOf, attemptLines } from './webhook-attempts.ts';

describe('the figures of an invoice', () => {
  it('say what is due, came, is confirming and is missing', () => {
    expect(amountFigures(makeInvoice())).toEqual([
      { key: 'due', amount: '0.00312815' },
      { key: 'on_time', amount: '0.00280000' },
      { key: 'late_confirming', amount: '0.00030000' },
      { key: 'missing', amount: '0.00002815' },
    ]);
  });

  it('tell nothing of time where all came in time', () => {
    const invoice = makeInvoice({ expires_at: '2026-11-21T00:00:00.000Z' });
    expect(amountFigures(invoice).map(({ key }) => key)).toEqual(['due', 'confirmed', 'confirming', 'missing']);
  });

  it('are worth what the locked rate says; what is due is the total itself', () => {
    const invoice = makeInvoice();
    expect(amountFigures(invoice).map((figure) => worthOf(figure, invoice))).toEqual([
      '€249.00',
      '€222.88',
      '€23.88',
      '€2.24',
    ]);
    expect(worthOf({ key: 'missing', amount: '1' }, makeInvoice({ rate: null }))).toBeNull();
  });

  it('are none before an asset is chosen', () => {
    expect(amountFigures(makeInvoice({ amount_due: null }))).toEqual([]);
  });

  it('fill the meter exactly, overpaid or not', () => {
    for (const amount_confirmed of ['0', '0.00280000', '0.00312815', '9']) {
      const parts = meterParts(makeInvoice({ amount_confirmed, amount_paid: amount_confirmed }));
      expect(parts.reduce((sum, { permille }) => sum + permille, 0)).toBe(1000);
    }
  });

  it('show what was confirmed late apart from what came in time', () => {
    const invoice = makeInvoice();
    const [payment] = invoice.transactions;
    if (payment === undefined) throw new Error('The invoice of the tests has a payment.');
    const late = {
      ...payment,
      status: 'confirmed',
      first_seen_at: invoice.expires_at.replace(/^\d+/, '9999'),
    } as const;
    const parts = meterParts({
      ...invoice,
      transactions: [late],
      amount_confirmed: late.amount,
      amount_paid: late.amount,
    });
    expect(parts.map(({ kind, permille }) => permille > 0 && kind).filter(Boolean)).toEqual(['late', 'missing']);
  });
});

describe('the decision about an invoice', () => {
  it('is offered only where something may be done', () => {
    const none = { complete: false, cancel: false, emulate: true, refund: false };
    for (const status of INVOICE_STATUSES) {
      const decision = decisionOf(makeInvoice({ status, actions: none }));
      // An error is shown even then: the merchant must not deliver on it.
      if (status === 'error') expect(decision?.choices).toEqual([]);
      else expect(decision, status).toBeNull();
    }
  });

  it('has words for every status that can be decided, and at most one filled button', () => {
    for (const status of INVOICE_STATUSES) {
      const decision = decisionOf(
        makeInvoice({ status, actions: { complete: true, cancel: true, emulate: false, refund: false } }),
      );
      expect(decision?.title, status).toBeTruthy();
      expect(decision?.choices.filter(({ primary }) => primary)).toHaveLength(1);
    }
  });

  it('says what is missing, and why it waits', () => {
    const text = decisionOf(makeInvoice())?.text;
    expect(text).toContain('0.00002815 BTC of 0.00312815 BTC is missing');
    expect(text).toContain('Underpaid at the deadline.');
  });

  it('says that money of another coin is safe and how it goes back, also where nothing else is to be decided', () => {
    const none = { complete: false, cancel: false, emulate: false, refund: false };
    const payment = {
      txid: 'ab',
      output: '0',
      network: 'ETH',
      gate_id: 'USDT_ERC20',
      amount: '137.005323',
      status: 'safe',
      returned_by: 'support',
      first_seen_at: '2026-01-01T00:00:00.000Z',
    } as const;
    const expired = makeInvoice({ status: 'expired', actions: none, other_payments: [payment] });
    expect(decisionOf(expired)?.text).toMatch(/^137\.005323 USDT arrived in another coin\. It is safe .* support team/);
    const refundable = { ...payment, gate_id: 'LTC', network: 'LTC', returned_by: 'refund' } as const;
    const done = makeInvoice({
      status: 'done',
      actions: { ...none, refund: true },
      refund_gates: ['LTC'],
      other_payments: [refundable],
    });
    expect(decisionOf(done)?.choices.map(({ kind }) => kind)).toEqual(['refund']);
    expect(decisionOf({ ...done, other_payments: [{ ...refundable, status: 'returned' }] })).toBeNull();
    expect(decisionOf(makeInvoice({ other_payments: [payment] }))?.text).toContain('137.005323 USDT');
  });

  it('speaks of the excess where too much was paid', () => {
    const decision = decisionOf(makeInvoice({ status: 'overpaid', amount_excess: '0.001' }));
    expect(decision?.choices[0]?.title).toBe('Keep the excess');
    expect(decision?.choices[0]?.text).toContain('0.00100000 BTC');
  });

  it('speaks of what is left where a part of an excess went back', () => {
    const decision = decisionOf(makeInvoice({ status: 'done', amount_excess: '0.001', amount_untaken: '0.0004' }));
    expect(decision?.text).toContain('0.00040000 BTC');
    expect(decision?.choices[0]?.text).toContain('0.00040000 BTC');
  });
});

describe('a refund', () => {
  const kinds = (changes: Parameters<typeof makeInvoice>[0]) =>
    decisionOf(makeInvoice(changes))?.choices.map(({ kind }) => kind);

  it('is offered beside completing, with what it costs', () => {
    const decision = decisionOf(makeInvoice());
    expect(decision?.choices.map(({ kind, primary }) => [kind, primary])).toEqual([
      ['complete', true],
      ['refund', false],
    ]);
    expect(decision?.choices[1]?.text).toBe(
      'All or part goes back in BTC at today’s rate. The payer pays the refund fee of 5% and the network fee, as your profile says; you can pay them instead.',
    );
    expect(decisionOf(makeInvoice({ refund_fee_payer: 'merchant' }))?.choices[1]?.text).toContain(
      'You pay the refund fee of 5% and the network fee, as your profile says',
    );
  });

  it('is offered with the payer’s request instead, where one waits', () => {
    expect(kinds({ refund_request: makeRequest() })).toEqual(['complete']);
  });

  it('is no decision of its own for an order that is paid, nor for who may not', () => {
    const actions = { ...makeInvoice().actions, complete: false };
    expect(kinds({ status: 'done', actions })).toBeUndefined();
    expect(kinds({ actions: { ...actions, complete: true, refund: false } })).toEqual(['complete']);
  });
});

describe('the timeline', () => {
  it('tells the newest first, with live transactions where they were first seen', () => {
    const items = timelineItems(makeInvoice());
    expect(items.map(({ title }) => title)).toEqual([
      'Late payment seen',
      'Marked invalid',
      'Payment confirmed and credited',
      'Partially paid',
      'Payment seen',
      'Customer chose Bitcoin, rate locked',
      'Invoice created',
    ]);
    expect(items[0]?.transaction?.status).toBe('mined');
    expect(items[1]?.detail).toBe('Underpaid at the deadline.');
    expect(items[5]?.detail).toBe('€79,600.00 for 1 BTC, median of kraken, bitstamp, coinbase');
  });

  it('shows a moment it has no words for by its status', () => {
    const timeline = [
      { at: '2026-11-20T14:00:00.000Z', kind: 'status', status: 'done', text_key: 'brand_new', data: {} },
    ] as const;
    expect(timelineItems(makeInvoice({ timeline: [...timeline] }))[0]?.title).toBe('Done');
  });

  it('says when the customer claimed to have paid', () => {
    const timeline = [
      { at: '2026-11-20T14:00:00.000Z', kind: 'payment', text_key: 'payer_claimed', data: {} },
    ] as const;
    expect(timelineItems(makeInvoice({ timeline: [...timeline] }))[0]?.title).toBe('Customer says they have paid');
  });

  it('calls a status what its chip calls it', () => {
    const named = ['partially_paid', 'overpaid', 'expired_paid', 'refund_requested', 'refunded', 'canceled'] as const;
    for (const status of named) {
      const timeline = [
        { at: '2026-11-20T14:00:00.000Z', kind: 'status', text_key: 'status', status, data: {} },
      ] as const;
      expect(timelineItems(makeInvoice({ timeline: [...timeline] }))[0]?.title).toBe(t(`status.${status}`));
    }
  });
});

describe('webhook attempts', () => {
  it('are listed newest first, and only the newest of each delivery can be sent again', () => {
    const lines = attemptLines(makeInvoice().webhooks);
    expect(lines.map(({ delivery, attempt }) => `${delivery.type} ${attempt?.attempt}`)).toEqual([
      'invoice.invalid 3',
      'invoice.invalid 2',
      'invoice.invalid 1',
      'invoice.partially_paid 2',
      'invoice.partially_paid 1',
      'invoice.pending 1',
    ]);
    expect(lines.filter(({ newest }) => newest)).toHaveLength(3);
  });

  it('succeed with any 2xx only', () => {
    const attempt = { attempt: 1, started_at: '', duration_ms: 1, http_status: 204, error: null, answer: null };
    expect(answerOf(attempt).tone).toBe('success');
    expect(answerOf({ ...attempt, http_status: 301 }).tone).toBe('error');
    expect(answerOf({ ...attempt, http_status: null, error: 'timeout' })).toMatchObject({
      tone: 'error',
      text: 'Timed out',
    });
    expect(answerOf(null).text).toBe('Not sent yet');
  });
});

it('names accounts and entries of the ledger', () => {
  expect(accountName('custody:BTC')).toBe('Custody, BTC wallet');
  expect(accountName('custody:bank:main')).toBe('Bank account');
  expect(accountName('position')).toBe('Conversion');
  expect(accountName('unheard_of')).toBe('unheard_of');
  expect(entryName({ kind: 'settle', credit: 'fees:service' })).toBe('Service fee');
  expect(entryName({ kind: 'settle', credit: 'available' })).toBe('Settled');
});

it('an emulated payment offers the missing amount for the plain scenario only', () => {
  expect(suggestedAmount(makeInvoice(), 'paid')).toBe('0.00002815');
  expect(suggestedAmount(makeInvoice(), 'over')).toBe('');
});
