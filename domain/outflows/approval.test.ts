import { describe, expect, it } from 'vitest';
import {
  type ApprovedLine,
  type ApprovedMass,
  type ApprovedPayout,
  type ApprovedSlice,
  type ApprovedWithdrawal,
  approvalText,
  type ConfirmedMethod,
  feeRaiseText,
  firstApprovalText,
  firstMethodSealText,
  methodSealText,
  SEALED_WITHDRAWAL_COLUMNS,
  sliceApprovalText,
  withdrawalApprovalText,
} from './approval.ts';

// Approvals that are already stored are checked against these texts, so each is written out here: a change of one voids
// what was approved before.

const notBefore = new Date('2026-10-05T10:00:00.000Z');

const payout: ApprovedPayout = {
  id: 'p1',
  kind: 'payout',
  mode: 'sandbox',
  merchant_id: 'm1',
  profile_id: 'f1',
  gate_id: 'XRP',
  network: 'XRP',
  chain: 'test',
  address: 'a1',
  address_key: 'k1',
  destination_tag: '5',
  amount_minor: '10',
  net_minor: '9',
  service_fee_minor: '2',
  network_fee_minor: '3',
  held_minor: '14',
  fee_ceiling_minor: '7',
  fee_payer: 'merchant',
  invoice_id: 'i1',
  method_id: 'd1',
  mass_payout_id: 's1',
  approval_required: true,
  created_by_kind: 'user',
  created_by: 'ada',
  creators: ['ada', 'mia'],
  not_before: notBefore,
};

describe('the text that an approval of a payout authenticates', () => {
  it('names every column that decides, in one order for good', () => {
    expect(JSON.parse(approvalText(payout, 'bob'))).toEqual([
      'payout-approval-2',
      [
        ['id', 'p1'],
        ['kind', 'payout'],
        ['mode', 'sandbox'],
        ['merchant_id', 'm1'],
        ['profile_id', 'f1'],
        ['gate_id', 'XRP'],
        ['network', 'XRP'],
        ['chain', 'test'],
        ['address', 'a1'],
        ['address_key', 'k1'],
        ['destination_tag', '5'],
        ['amount_minor', '10'],
        ['net_minor', '9'],
        ['service_fee_minor', '2'],
        ['network_fee_minor', '3'],
        ['held_minor', '14'],
        ['fee_ceiling_minor', '7'],
        ['fee_payer', 'merchant'],
        ['invoice_id', 'i1'],
        ['method_id', 'd1'],
        ['mass_payout_id', 's1'],
        ['approval_required', true],
        ['created_by_kind', 'user'],
        ['created_by', 'ada'],
        ['creators', ['ada', 'mia']],
        ['not_before', '2026-10-05T10:00:00.000Z'],
      ],
      'bob',
    ]);
  });

  it('of version 1 names merchant, mode, address and every amount', () => {
    expect(firstApprovalText(payout, 'bob')).toBe(
      '["payout-approval-1","p1","payout","sandbox","m1","XRP","k1","5","9","2","3","14","merchant","bob"]',
    );
  });

  it('of a higher network fee names the payout and the fee', () => {
    expect(feeRaiseText('p1', '900')).toBe('["payout-fee-raise-1","p1","900"]');
  });
});

describe('the text that an approval of a slice of a mass payout authenticates', () => {
  const mass: ApprovedMass = {
    id: 's1',
    merchant_id: 'm1',
    profile_id: 'f1',
    mode: 'production',
    fee_payer: 'recipient',
    approval_required: false,
    run_by_kind: 'user',
    run_by: 'ada',
    creators: ['mia'],
    not_before: null,
  };
  const slice: ApprovedSlice = {
    slice: 2,
    gate_id: 'BTC',
    network: 'BTC',
    chain: 'main',
    lines: 1,
    net_minor: '9',
    service_fee_minor: '2',
    network_fee_minor: '3',
  };
  const line: ApprovedLine = {
    number: 4,
    gate_id: 'BTC',
    address: 'a1',
    address_key: 'k1',
    destination_tag: null,
    amount_minor: '14',
    net_minor: '9',
    service_fee_minor: '2',
    network_fee_minor: '3',
    fee_ceiling_minor: '7',
  };

  it('names the columns of the mass payout, of the slice and of each line', () => {
    const lineText = [
      ['number', 4],
      ['gate_id', 'BTC'],
      ['address', 'a1'],
      ['address_key', 'k1'],
      ['destination_tag', null],
      ['amount_minor', '14'],
      ['net_minor', '9'],
      ['service_fee_minor', '2'],
      ['network_fee_minor', '3'],
      ['fee_ceiling_minor', '7'],
    ];
    const lines = [line, { ...line, number: 5 }];
    expect(JSON.parse(sliceApprovalText({ mass, slice, lines }, 'bob'))).toEqual([
      'mass-payout-approval-2',
      [
        ['id', 's1'],
        ['merchant_id', 'm1'],
        ['profile_id', 'f1'],
        ['mode', 'production'],
        ['fee_payer', 'recipient'],
        ['approval_required', false],
        ['run_by_kind', 'user'],
        ['run_by', 'ada'],
        ['creators', ['mia']],
        ['not_before', null],
      ],
      [
        ['slice', 2],
        ['gate_id', 'BTC'],
        ['network', 'BTC'],
        ['chain', 'main'],
        ['lines', 1],
        ['net_minor', '9'],
        ['service_fee_minor', '2'],
        ['network_fee_minor', '3'],
      ],
      [lineText, [['number', 5], ...lineText.slice(1)]],
      'bob',
    ]);
  });
});

describe('the text that an approval of a withdrawal to a bank account authenticates', () => {
  it('names every column that decides, in one order for good', () => {
    const values = SEALED_WITHDRAWAL_COLUMNS.map((column) => [column, `${column} of the row`]);
    const withdrawal = Object.fromEntries(values) as unknown as ApprovedWithdrawal;
    expect(JSON.parse(withdrawalApprovalText(withdrawal, 'bob'))).toEqual(['withdrawal-approval-1', values, 'bob']);
    expect(SEALED_WITHDRAWAL_COLUMNS).toEqual([
      'id',
      'mode',
      'merchant_id',
      'profile_id',
      'gate_id',
      'amount_minor',
      'net_minor',
      'service_fee_minor',
      'held_minor',
      'fee_payer',
      'method_id',
      'iban',
      'bic',
      'account_name',
      'country',
      'town',
      'street',
      'post_code',
      'approval_required',
      'created_by_kind',
      'created_by',
      'creators',
      'not_before',
    ]);
  });
});

describe('the text that the confirmation of a payment method authenticates', () => {
  const method: ConfirmedMethod = {
    id: 'd1',
    merchant_id: 'm1',
    profile_id: 'f1',
    mode: 'sandbox',
    operation: 'payout',
    type: 'crypto',
    status: 'active',
    gate_id: 'BTC',
    address: 'a1',
    address_key: 'k1',
    destination_tag: null,
    iban: 'DE1',
    bic: 'COBA',
    account_name: 'Ada',
    country: 'DE',
    town: 'Bonn',
    street: 'Am Hof 1',
    post_code: '53111',
    automatic: true,
    period: 'week',
    created_by: 'ada',
    changed_by: 'mia',
  };
  const target = [
    ['id', 'd1'],
    ['merchant_id', 'm1'],
    ['profile_id', 'f1'],
    ['mode', 'sandbox'],
    ['operation', 'payout'],
    ['type', 'crypto'],
    ['status', 'active'],
    ['gate_id', 'BTC'],
    ['address', 'a1'],
    ['address_key', 'k1'],
    ['destination_tag', null],
    ['iban', 'DE1'],
    ['bic', 'COBA'],
    ['account_name', 'Ada'],
    ['country', 'DE'],
  ];
  const address = [
    ['town', 'Bonn'],
    ['street', 'Am Hof 1'],
    ['post_code', '53111'],
  ];
  const schedule = [
    ['automatic', true],
    ['period', 'week'],
    ['created_by', 'ada'],
    ['changed_by', 'mia'],
  ];

  it('names where the money goes, when, and who decided it', () => {
    expect(JSON.parse(methodSealText(method))).toEqual(['payment-method-2', [...target, ...address, ...schedule]]);
  });

  it('of version 1 names the same without the address of the account holder', () => {
    expect(JSON.parse(firstMethodSealText(method))).toEqual(['payment-method-1', [...target, ...schedule]]);
  });
});
