import type { PaymentMethod } from '../../contract/payment-methods.ts';
import type { SpaWithdrawal, SpaWithdrawalRow, WithdrawalForm, WithdrawalGate } from '../../contract/withdrawals.ts';
import { gateDecimals } from '../../domain/assets/assets.ts';
import { formatAmount, parseAmount } from '../../domain/money/money.ts';
import { largestAmount } from '../../domain/outflows/fees.ts';
import { PAYOUT_STATUSES } from '../../domain/state/payout-status.ts';
import { idOf, NOW } from './fixtures.fixture.ts';
import { ADDRESS, makeMethods } from './payouts.fixture.ts';

export const IBAN = 'DE89370400440532013000';
const at = (time: string) => `2026-11-20T${time}.000Z`;

/** A withdrawal to a bank account that the bank has. */
export function makeWithdrawal(changes: Partial<SpaWithdrawal> = {}): SpaWithdrawal {
  return {
    id: idOf(1000),
    version: 5,
    gate_id: 'EUR',
    mode: 'production',
    status: 'confirming',
    status_reason: null,
    status_words: null,
    amount: '1200.00',
    net_amount: '1200.00',
    total: '1206.00',
    fees: { service: '6.00', network: '0.00', payer: 'merchant' },
    method: { id: idOf(1100), title: 'Main account', type: 'fiat' },
    recipient: { address: null, destination_tag: null, iban: 'DE89 … 3000', account_name: 'Larkspur Outdoor GmbH' },
    bank_reference: 'TG-7B02-7E51',
    payee_name: null,
    txid: null,
    approval_required: true,
    not_before: null,
    created_at: at('14:02:11'),
    approved_at: at('14:05:40'),
    completed_at: null,
    canceled_at: null,
    created_by: { kind: 'user', id: 'u-1', name: 'Mara Klein' },
    approved_by: { kind: 'user', id: 'u-2', name: 'Jonas Weber' },
    actions: { approve: false, cancel: false, answer_name: false },
    explorer_url: null,
    timeline: [
      { at: at('14:02:11'), status: 'new', reason: 'awaiting_approval' },
      { at: at('14:05:40'), status: 'pending', reason: null },
      { at: at('14:10:01'), status: 'queue', reason: null },
      { at: at('14:30:00'), status: 'confirming', reason: null },
    ],
    ledger: [],
    ...changes,
  };
}

/** Twenty-four withdrawals in every status, newest first; every third one in coins. */
export function makeWithdrawalRows(count = 24): SpaWithdrawalRow[] {
  const { explorer_url: _url, timeline: _timeline, ledger: _ledger, ...row } = makeWithdrawal();
  const newest = Date.parse(NOW);
  return Array.from({ length: count }, (_, index) => ({
    ...row,
    ...(index % 3 === 2 ? IN_COINS : {}),
    id: idOf(1000 + index),
    status: PAYOUT_STATUSES[(index + 3) % PAYOUT_STATUSES.length] ?? 'done',
    created_at: new Date(newest - index * 26 * 3_600_000).toISOString(),
  }));
}

const IN_COINS = {
  gate_id: 'BTC',
  amount: '0.05000000',
  net_amount: '0.05000000',
  total: '0.05027000',
  bank_reference: null,
  method: { id: idOf(1101), title: 'Cold wallet', type: 'crypto' },
  recipient: { address: ADDRESS, destination_tag: null, iban: null, account_name: null },
} as const;

export function makeWithdrawalForm(changes: Partial<WithdrawalForm> = {}): WithdrawalForm {
  return {
    gates: [
      makeGate({
        gate_id: 'EUR',
        available: '4820.50',
        min: '10.00',
        method: { id: idOf(1100), title: 'Main account' },
      }),
      makeGate({
        gate_id: 'BTC',
        available: '0.41820000',
        min: '0.00040000',
        network_fee: '0.00002000',
        method: { id: idOf(1101), title: 'Cold wallet' },
      }),
    ],
    policy: { approval_required: false, cool_off_seconds: 86_400 },
    two_fa: { required: true, enabled: true },
    preview: [],
    ...changes,
  };
}

function makeGate(changes: Partial<WithdrawalGate> & Pick<WithdrawalGate, 'gate_id' | 'available'>): WithdrawalGate {
  const { gate_id, available, network_fee = '0' } = changes;
  const minor = (amount: string) => parseAmount(amount, gateDecimals(gate_id));
  const terms = { serviceFeeBps: 50, networkFeeMinor: minor(network_fee) };
  const largest = (feePayer: 'merchant' | 'recipient') =>
    formatAmount(largestAmount(minor(available), { ...terms, feePayer }), gateDecimals(gate_id));
  return {
    frozen: false,
    is_open: true,
    min: '0',
    max: null,
    service_fee_percent: '0.50',
    network_fee,
    method: null,
    largest: { merchant: largest('merchant'), recipient: largest('recipient') },
    ...changes,
  };
}

/** An automatic bank account, and a wallet that is paused. */
export function makeWithdrawalMethods(): PaymentMethod[] {
  const [payout] = makeMethods();
  if (payout === undefined) throw new Error('The fixture of payouts has methods.');
  const account: PaymentMethod = {
    ...payout,
    id: idOf(1100),
    operation: 'withdrawal',
    type: 'fiat',
    title: 'Main account',
    label: null,
    gate_id: 'EUR',
    address: null,
    iban: IBAN,
    bic: 'COBADEFFXXX',
    account_name: 'Larkspur Outdoor GmbH',
    bank_name: 'Commerzbank',
    country: 'DE',
    town: 'Köln',
    street: null,
    post_code: null,
    is_default: false,
    last_run: { at: at('02:00:00'), payout_id: null, withdrawal_id: idOf(1000), words: 'Withdrew 1200.00 EUR.' },
  };
  const wallet: PaymentMethod = {
    ...payout,
    id: idOf(1101),
    operation: 'withdrawal',
    is_default: false,
    automatic: false,
    period: null,
    status: 'paused',
    next_run_at: null,
    last_run: null,
    actions: { activate: true, pause: false, update: true, delete: true },
  };
  return [account, wallet];
}
