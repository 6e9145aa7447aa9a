import type { PaymentMethod } from '../../contract/payment-methods.ts';
import type {
  BookedAddress,
  OwnPayoutLimits,
  PayoutForm,
  PayoutGate,
  SpaPayout,
  SpaPayoutRow,
} from '../../contract/payouts.ts';
import { CRYPTO_GATES, type CryptoGateId, gates } from '../../domain/assets/assets.ts';
import { formatAmount, parseAmount } from '../../domain/money/money.ts';
import { largestAmount } from '../../domain/outflows/fees.ts';
import { PAYOUT_STATUSES } from '../../domain/state/payout-status.ts';
import { idOf, NOW } from './fixtures.fixture.ts';

export const ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const TX1 = '7c1e0b94d3f25a6688c07be1a94d20f35e91c8b7420d6fa1e83b5cc9047fa90f';
const TX2 = 'e40a71d5582b9c6f03d18e7ab64c9f2210b7d35ea8916c4f70e2bd8851a3c67d';
const at = (time: string) => `2026-11-20T${time}.000Z`;

const AVAILABLE: Partial<Record<CryptoGateId, string>> = {
  BTC: '0.41820000',
  ETH: '1.960000000000000000',
  USDT_TRC20: '18418.790000',
  LTC: '12.02550000',
};

/** Balances and bounds as the server tells them; nothing of XRP, TRX and BCH is there. */
export function makePayoutForm(changes: Partial<PayoutForm> = {}): PayoutForm {
  return {
    gates: CRYPTO_GATES.map(makeGate),
    currency: 'EUR',
    policy: { approval_required: false, cool_off_seconds: 86_400 },
    two_fa: { required: false, enabled: true },
    preview: [],
    ...changes,
  };
}

function makeGate(id: CryptoGateId): PayoutGate {
  const { decimals, networkFeeMinor } = gates[id];
  const amount = (minor: bigint) => formatAmount(minor, decimals);
  const available = AVAILABLE[id] ?? amount(0n);
  const largest = (feePayer: 'merchant' | 'recipient') =>
    amount(largestAmount(parseAmount(available, decimals), { feePayer, serviceFeeBps: 50, networkFeeMinor }));
  return {
    gate_id: id,
    available,
    frozen: false,
    is_open: true,
    min: amount(2n * networkFeeMinor),
    max: id === 'BTC' ? '1.00000000' : null,
    hourly_left: null,
    daily_left: null,
    largest: { merchant: largest('merchant'), recipient: largest('recipient') },
    service_fee_percent: '0.50',
    network_fee: amount(networkFeeMinor),
    network_fee_at: '2026-10-05T10:00:00.000Z',
    takes_tag: id === 'XRP',
    rate: id === 'BTC' ? '79600.00' : null,
  };
}

/** A payout on its way: sent, with one of its two confirmations, by a transaction that took another one's place. */
export function makePayout(changes: Partial<SpaPayout> = {}): SpaPayout {
  return {
    id: idOf(500),
    version: 5,
    status: 'confirming',
    status_reason: null,
    status_words: null,
    mode: 'sandbox',
    gate_id: 'BTC',
    amount: '0.01250000',
    net_amount: '0.01250000',
    total: '0.01258250',
    fees: { service: '0.00006250', network: '0.00002000', payer: 'merchant' },
    address: ADDRESS,
    destination_tag: null,
    reference: 'supplier-44',
    description: 'Tents, second half',
    txid: TX2,
    confirmations: { current: 1, required: 2 },
    transactions: [
      { txid: TX1, status: 'replaced', confirmations: 0, explorer_url: null },
      { txid: TX2, status: 'mined', confirmations: 1, explorer_url: 'https://mempool.space/tx/e40a' },
    ],
    approval_required: true,
    not_before: at('14:10:00'),
    created_at: at('14:02:11'),
    approved_at: at('14:05:40'),
    completed_at: null,
    canceled_at: null,
    created_by: { kind: 'user', id: 'u-1', name: 'Mara Klein' },
    approved_by: { kind: 'user', id: 'u-2', name: 'Jonas Weber' },
    actions: { approve: false, cancel: false },
    address_url: null,
    method: null,
    timeline: [
      { at: at('14:02:11'), status: 'new', reason: 'awaiting_approval' },
      { at: at('14:05:40'), status: 'pending', reason: 'cooling_off' },
      { at: at('14:10:01'), status: 'queue', reason: null },
      { at: at('14:10:03'), status: 'confirming', reason: null },
    ],
    ledger: [
      {
        at: at('14:02:11'),
        key: 'payout:019aa1c4:hold',
        kind: 'payout',
        debit: 'available',
        credit: 'custody:BTC',
        asset: 'BTC',
        amount: '0.01250000',
        posted: false,
      },
    ],
    ...changes,
  };
}

/** Forty payouts in every status, newest first. */
export function makePayoutRows(count = 40): SpaPayoutRow[] {
  const { method: _, timeline: __, ledger: ___, address_url: _url, transactions, ...row } = makePayout();
  const newest = Date.parse(NOW);
  return Array.from({ length: count }, (_each, index) => {
    const gateId = CRYPTO_GATES[index % CRYPTO_GATES.length] ?? 'BTC';
    return {
      ...row,
      id: idOf(500 + index),
      gate_id: gateId,
      status: PAYOUT_STATUSES[(index + 4) % PAYOUT_STATUSES.length] ?? 'done',
      reference: index === 3 ? null : `supplier-${44 - index}`,
      confirmations: { current: 1, required: gates[gateId].confirmations },
      transactions: transactions.map(({ explorer_url: _url, ...each }) => each),
      created_at: new Date(newest - index * 3 * 3_600_000).toISOString(),
    };
  });
}

export function makeMethods(): PaymentMethod[] {
  return [
    makeMethod({}),
    makeMethod({
      id: idOf(601),
      title: 'Supplier in Hamburg',
      is_default: false,
      automatic: false,
      period: null,
      usable_from: '2099-01-02T14:00:00.000Z',
    }),
    makeMethod({
      id: idOf(602),
      title: 'Exchange account',
      gate_id: 'XRP',
      address: 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe',
      destination_tag: '4021967',
      status: 'paused',
      next_run_at: null,
      last_run: {
        at: at('02:00:00'),
        payout_id: null,
        withdrawal_id: null,
        words: 'Nothing was paid: the balance of 0.000000 XRP is below the minimum of 0.000024 XRP.',
      },
      is_default: false,
      actions: { activate: true, pause: false, update: true, delete: true },
    }),
  ];
}

function makeMethod(changes: Partial<PaymentMethod>): PaymentMethod {
  return {
    id: idOf(600),
    version: 2,
    operation: 'payout',
    type: 'crypto',
    status: 'active',
    status_reason: null,
    title: 'Cold wallet',
    label: 'Safe, second floor',
    gate_id: 'BTC',
    address: ADDRESS,
    destination_tag: null,
    iban: null,
    bic: null,
    account_name: null,
    bank_name: null,
    country: null,
    town: null,
    street: null,
    post_code: null,
    is_default: true,
    automatic: true,
    period: 'week',
    next_run_at: '2026-11-23T02:00:00.000Z',
    last_run: { at: at('02:00:00'), payout_id: idOf(500), withdrawal_id: null, words: 'Paid 0.01250000 BTC.' },
    ownership_confirmed: true,
    correctness_confirmed: true,
    usable_from: at('14:00:00'),
    created_by: 'Mara Klein',
    created_at: at('13:00:00'),
    updated_at: at('13:20:00'),
    actions: { activate: false, pause: true, update: true, delete: true },
    ...changes,
  };
}

/** One with a name, one that cools off, one that was only paid to. */
export function makeBook(): BookedAddress[] {
  return [
    makeBooked({}),
    makeBooked({
      id: idOf(701),
      network: 'XRP',
      label: 'Exchange account of the agency in Rotterdam',
      address: 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe',
      destination_tag: '4021967',
      usable_from: '2099-01-02T14:00:00.000Z',
      last_used_at: null,
    }),
    makeBooked({ id: idOf(702), network: 'ETH', label: null, address: '0x52908400098527886E0F7030069857D2E4169EE7' }),
  ];
}

export function makeBooked(changes: Partial<BookedAddress>): BookedAddress {
  return {
    id: idOf(700),
    network: 'BTC',
    address: ADDRESS,
    destination_tag: null,
    label: 'Landlord',
    usable_from: at('14:00:00'),
    created_at: at('13:00:00'),
    last_used_at: at('14:02:11'),
    ...changes,
  };
}

export function makeOwnLimits(changes: Partial<OwnPayoutLimits> = {}): OwnPayoutLimits {
  return {
    currency: 'EUR',
    per_payout: { amount: '2500.00', next: null },
    per_day: { amount: '10000.00', next: null },
    used: '1234.50',
    ...changes,
  };
}
