import { describe, expect, it } from 'vitest';
import type { InvoiceRecord, PaymentRecord, QuoteRow } from '../domain/invoices/record.ts';
import { maskEmail, presentCustomerInvoice } from './customer-invoice.view.ts';
import { presentConfirmations, presentInvoice, presentOtherPayments, trimZeros } from './invoice.view.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));

const quote: QuoteRow = {
  id: 'q',
  gateId: 'BTC',
  network: 'BTC',
  chain: 'main',
  address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  destinationTag: null,
  rateValue: '40000.5',
  rateSource: 'median(kraken, bitstamp)',
  lockedUntil: null,
  lockedAt: at(0),
  amountDueMinor: 150_000n,
  totalMinor: 5_938n,
  networkFeeMinor: 0n,
  conversionFeeMinor: 0n,
};

function paid(minor: bigint, changes: Partial<PaymentRecord> = {}): PaymentRecord {
  return {
    id: 'p',
    key: 'BTC:t:0',
    network: 'BTC',
    txid: 't',
    output: '0',
    assetRef: 'BTC',
    gateId: 'BTC',
    quoteId: 'q',
    amountMinor: minor,
    status: 'seen',
    confirmations: 0,
    requiredConfirmations: 2,
    firstSeenAt: at(1),
    hasLapsed: false,
    blockHeight: null,
    updatedAt: at(1),
    lookedAt: null,
    confirmedAt: null,
    finalized: false,
    seenValueMinor: null,
    confirmedValueMinor: null,
    credited: false,
    creditCount: 0,
    creditedTo: null,
    creditedMinor: 0n,
    ...changes,
  };
}

function record(changes: Partial<InvoiceRecord> = {}): InvoiceRecord {
  return {
    id: 'i',
    merchantId: 'm',
    profileId: 'p',
    mode: 'sandbox',
    version: 3,
    status: 'pending',
    statusReason: null,
    statusBefore: null,
    reasonBefore: null,
    settledBeforeMinor: 0n,
    reference: null,
    referenceLive: true,
    description: null,
    currency: 'EUR',
    items: [],
    priceMinor: 4_990n,
    taxes: [{ name: 'VAT', rateBps: 1_900, type: 'exclusive', amountMinor: 948n }],
    serviceFeeMinor: 0n,
    networkFeeMinor: 0n,
    conversionFeeMinor: 0n,
    conversionFeeBps: 0,
    serviceFeeBps: 100,
    feePayer: 'merchant',
    networkFeePayer: null,
    totalMinor: 5_938n,
    gates: ['BTC', 'LTC'],
    gateId: 'BTC',
    gateLocked: false,
    amountDueMinor: 150_000n,
    amountPaidMinor: 0n,
    amountConfirmedMinor: 0n,
    amountSettledMinor: 0n,
    amountRefundedMinor: 0n,
    amountOwedMinor: 0n,
    excessKeptMinor: 0n,
    convertingMinor: 0n,
    autoconversion: { type: 'none' },
    conversion: null,
    autocomplete: false,
    underpaidPolicy: 'reject',
    underpaidToleranceBps: 0,
    overpaidToleranceBps: 0,
    lateToleranceBps: 0,
    needsOperator: false,
    metadata: {},
    customer: { email: 'jane.doe@example.com' },
    successUrl: null,
    cancelUrl: null,
    notificationUrl: 'https://shop.test/hook',
    checkoutUrl: 'https://pay.test/invoice/i',
    language: null,
    payerClaimedAt: null,
    createdAt: at(0),
    expiresAt: at(15),
    expiryDecidedAt: null,
    completedAt: null,
    canceledAt: null,
    quote,
    payments: [],
    refunds: [],
    rateHeldUntil: null,
    unclaimedMinor: 0n,
    otherGates: [],
    ...changes,
  };
}

describe('the public invoice', () => {
  it('shows amounts as decimal texts and asks the wallet for what is missing', () => {
    const view = presentInvoice(record({ amountPaidMinor: 50_000n, payments: [paid(50_000n)] }));
    expect(view).toMatchObject({
      amount: '49.90',
      taxes: [{ name: 'VAT', rate: '19.00', amount: '9.48' }],
      total: '59.38',
      amount_due: '0.00150000',
      amount_paid: '0.00050000',
      amount_remaining: '0.00100000',
      amount_excess: '0.00000000',
      rate: { value: '40000.50', source: 'median(kraken, bitstamp)' },
    });
    expect(view.payment_uri).toContain('amount=0.001');
  });

  it('has no coins before a choice', () => {
    expect(presentInvoice(record({ quote: null }))).toMatchObject({
      gate_id: null,
      amount_due: null,
      rate: null,
      address: null,
    });
  });

  it('is paid once completed, through a refund, and not in an error', () => {
    const paidIn = (status: InvoiceRecord['status']) => presentInvoice(record({ status, completedAt: at(5) })).paid;
    expect(['done', 'overpaid', 'refund_requested', 'refunded'].map((status) => paidIn(status as 'done'))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(paidIn('error')).toBe(false);
    expect(presentInvoice(record({ status: 'refund_requested' })).paid).toBe(false);
  });

  it('counts the confirmations of the payment that completes the amount, and none that was dropped', () => {
    const payments = [
      paid(100_000n, { id: 'a', confirmations: 9 }),
      paid(50_000n, { id: 'b', confirmations: 1 }),
      paid(1n, { id: 'dust', confirmations: 0 }),
      paid(150_000n, { id: 'gone', status: 'dropped', confirmations: 0 }),
    ];
    expect(presentConfirmations(record({ payments }))).toEqual({ current: 1, required: 2 });
  });
});

describe('the payer’s view', () => {
  const context = {
    merchant: {
      name: 'Shop',
      logo_url: null,
      support_email: null,
      address: null,
      phone: null,
      domain: null,
      website: null,
    },
    offers: new Map([
      [
        'LTC' as const,
        {
          rateValue: '80',
          expiresAt: at(2),
          amountMinor: 74_225_000n,
          networkFeeMinor: 12n,
          costMinor: 5_012n,
          seconds: 900,
        },
      ],
    ]),
    simulated: true,
    rateLockMinutes: 15,
    refundRequest: null,
    payerEmail: undefined,
    isSignedRefundAvailable: false,
    isCardAvailable: false,
    isHelpAvailable: true,
    usedRefundLinks: [],
    isRefundLinkAvailable: false,
    refundOffer: null,
    explorerUrl: () => 'https://explorer.test/t',
    now: at(3),
  };

  it('holds nothing of the merchant’s affairs', () => {
    const text = JSON.stringify(presentCustomerInvoice(record({ metadata: { margin: '40' } }), context));
    for (const secret of ['margin', 'shop.test/hook', 'jane.doe', 'settled']) expect(text).not.toContain(secret);
  });

  it('offers prices where there is a rate, never a guess', () => {
    const { gates } = presentCustomerInvoice(record({ quote: null }), context);
    expect(gates.map(({ gate_id, amount, rate }) => [gate_id, amount, rate])).toEqual([
      ['BTC', null, null],
      ['LTC', '0.74225000', '80.00'],
    ]);
  });

  it('opens no wallet that could send real coins to a simulated or test chain', () => {
    const real = { ...context, simulated: false };
    const linkOf = (quote: object, shown = real) =>
      presentCustomerInvoice(record({ quote: { ...record({}).quote, ...quote } as InvoiceRecord['quote'] }), shown)
        .wallet_link;
    const xrp = {
      gateId: 'XRP',
      network: 'XRP',
      address: 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY',
      destinationTag: 7n,
    } as const;
    expect(linkOf({ ...xrp, chain: 'main' })).toMatch(/^xrpl:rPEPPER.*dt=7$/);
    expect(linkOf({ ...xrp, chain: 'test' })).toBeNull();
    expect(linkOf({ ...xrp, chain: 'main' }, context)).toBeNull();
    expect(linkOf({ gateId: 'ETH', network: 'ETH', chain: 'test' })).toContain('@11155111');
    expect(linkOf({ gateId: 'ETH', network: 'ETH', chain: 'test' }, context)).toBeNull();
  });

  it('says when money came late, and links to no explorer for a simulated chain', () => {
    const late = presentCustomerInvoice(
      record({ status: 'expired', payments: [paid(1n, { firstSeenAt: at(16) })] }),
      context,
    );
    expect(late).toMatchObject({ late: true, transactions: [{ late: true, explorer_url: null }] });
  });
});

it('masks a mail address', () => {
  expect(maskEmail('jane.doe@example.com')).toBe('j•••@example.com');
  expect(maskEmail('@x')).toBe('•••');
});

it('shows a rate with at least two decimals and no idle zeros', () => {
  expect(['40000.500000', '80', '0.2500', '1.23456'].map(trimZeros)).toEqual(['40000.50', '80.00', '0.25', '1.23456']);
});

describe('money of another coin', () => {
  const other = (changes: Partial<PaymentRecord>) => paid(5_000_000n, { gateId: 'LTC', assetRef: 'LTC', ...changes });
  const shown = (payment: PaymentRecord, changes: Partial<InvoiceRecord> = {}) =>
    presentOtherPayments(record({ quote, payments: [payment], ...changes })).map(
      ({ gate_id, amount, status, returned_by }) => [gate_id, amount, status, returned_by],
    );

  it('is what pays none of the chosen quote, and goes back by a refund where it has a quote of its own', () => {
    expect(shown(paid(100n))).toEqual([]);
    const confirmed = other({ quoteId: 'q2', status: 'confirmed' });
    expect(shown(confirmed, { otherGates: ['LTC'] })).toEqual([['LTC', '0.05000000', 'safe', 'refund']]);
    expect(shown(confirmed)).toEqual([['LTC', '0.05000000', 'returned', 'refund']]);
  });

  it('goes back by support where the coin was never chosen, and has no amount where nobody knows its decimals', () => {
    expect(shown(other({ quoteId: null }))).toEqual([['LTC', '0.05000000', 'confirming', 'support']]);
    const token = other({ quoteId: null, gateId: null, assetRef: 'ETH:0xabc', status: 'confirmed' });
    expect(shown(token)).toEqual([[null, null, 'safe', 'support']]);
  });

  it('is none that was dropped, replaced or failed', () => {
    for (const status of ['dropped', 'replaced', 'failed'] as const)
      expect(shown(other({ quoteId: null, status }))).toEqual([]);
  });
});
