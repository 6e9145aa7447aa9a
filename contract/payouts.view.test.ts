import { describe, expect, it } from 'vitest';
import type { PayoutRow } from '../domain/payouts/record.ts';
import { presentPayout } from './payouts.view.ts';

const ASKED = new Date('2026-03-01T10:00:00.000Z');

const record: PayoutRow = {
  id: 'p-1',
  kind: 'payout',
  merchantId: 'm-1',
  profileId: 's-1',
  mode: 'sandbox',
  version: 3,
  status: 'new',
  statusReason: 'awaiting_approval',
  statusWords: 'The signer says more.',
  needsOperator: false,
  gateId: 'BTC',
  network: 'BTC',
  amountMinor: 150_000_000n,
  netMinor: 149_990_000n,
  serviceFeeMinor: 8_000n,
  networkFeeMinor: 2_000n,
  heldMinor: 150_000_001n,
  feeCeilingMinor: null,
  feeSampledAt: null,
  feeRaiseMinor: null,
  feeRaiseMac: null,
  feePayer: 'recipient',
  hold: 'open',
  address: 'mfWxJ45yp2SFn7UciZyNpvDKrzbhyfKrY8',
  addressKey: 'mfWxJ45yp2SFn7UciZyNpvDKrzbhyfKrY8',
  destinationTag: null,
  reference: 'salary',
  description: 'March',
  invoiceId: null,
  approvalRequired: true,
  createdByKind: 'user',
  createdBy: 'u-1',
  creators: [],
  approvedByKind: null,
  approvedBy: null,
  approvalMac: null,
  methodId: null,
  chain: 'test',
  notBefore: null,
  createdAt: ASKED,
  approvedAt: null,
  signedAt: null,
  massPayoutId: null,
  completedAt: null,
  canceledAt: null,
  transactions: [],
};

describe('a payout as the public sees it', () => {
  it('shows amounts with the decimals of its gate, and what nobody has done yet as null', () => {
    expect(presentPayout(record)).toEqual({
      id: 'p-1',
      version: 3,
      status: 'new',
      status_reason: 'awaiting_approval',
      status_words: null,
      mode: 'sandbox',
      gate_id: 'BTC',
      amount: '1.50000000',
      net_amount: '1.49990000',
      total: '1.50000001',
      fees: { service: '0.00008000', network: '0.00002000', payer: 'recipient' },
      address: record.address,
      destination_tag: null,
      reference: 'salary',
      description: 'March',
      txid: null,
      confirmations: { current: 0, required: 2 },
      transactions: [],
      approval_required: true,
      not_before: null,
      created_at: ASKED.toISOString(),
      approved_at: null,
      completed_at: null,
      canceled_at: null,
    });
  });

  it('shows its newest transaction, and the confirmations of the one that has most', () => {
    const transactions = [
      { txid: 'first', status: 'replaced', confirmations: 4 },
      { txid: 'second', status: 'replaced', confirmations: 0 },
      { txid: 'third', status: 'mined', confirmations: 1 },
    ] as const;
    expect(presentPayout({ ...record, transactions, destinationTag: 7n })).toMatchObject({
      txid: 'third',
      confirmations: { current: 4, required: 2 },
      transactions,
      destination_tag: '7',
    });
  });

  it('shows when it was done', () => {
    const at = (hour: number) => new Date(Date.UTC(2026, 2, 1, hour));
    const times = { notBefore: at(11), approvedAt: at(12), completedAt: at(13), canceledAt: at(14) };
    expect(presentPayout({ ...record, ...times })).toMatchObject({
      not_before: '2026-03-01T11:00:00.000Z',
      approved_at: '2026-03-01T12:00:00.000Z',
      completed_at: '2026-03-01T13:00:00.000Z',
      canceled_at: '2026-03-01T14:00:00.000Z',
    });
  });

  it('explains to merchants only why an address cannot be paid', () => {
    expect(presentPayout({ ...record, statusReason: 'address_refused' }).status_words).toBe('The signer says more.');
    expect(presentPayout({ ...record, statusReason: 'no_funds' }).status_words).toBeNull();
  });
});
