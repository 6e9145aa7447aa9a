import type { SpaBalance } from '../../contract/balances.ts';
import type { EventRow, MovementRow } from '../../contract/history.ts';
import { shownItem } from '../../contract/invoice-item.fixture.ts';
import type { SpaUser } from '../../contract/session.ts';
import type { SpaInvoice, SpaInvoiceRow } from '../../contract/spa-invoices.ts';
import type { CryptoGateId } from '../../domain/assets/assets.ts';
import type { InvoiceStatus } from '../../domain/state/invoice-status.ts';

/** The moment the fixtures are made for; pages show times of the day around it. */
/** Newer versions than this person has accepted. */
export const LEGAL_TO_ACCEPT: SpaUser['legal_to_accept'] = [
  {
    document: 'terms',
    title: 'Terms of service',
    version: '2026-11-29',
    accepted_version: '2026-03-01',
    path: '/legal/terms',
  },
  {
    document: 'privacy',
    title: 'Privacy policy',
    version: '2026-11-29',
    accepted_version: '2026-03-01',
    path: '/legal/privacy',
  },
];

export const NOW = '2026-11-20T14:42:00.000Z';

export function makeUser(changes: Partial<SpaUser> = {}): SpaUser {
  return {
    id: '019aa1c4-0000-7000-8000-000000000001',
    email: 'mara@larkspur.example',
    full_name: 'Mara Klein',
    role: 'admin',
    active_profile_type: 'sandbox',
    active_shop_id: null,
    role_after_2fa: null,
    simulated: true,
    '2fa_enabled': false,
    language: 'en',
    subscriptions: { mail_enabled: true, login_attempt: true, product_updates: false },
    permissions: [
      'merchant_merchant_viewAny',
      'merchant_merchant_verification',
      'merchant_user_viewAny',
      'merchant_invoice_viewAny',
      'merchant_invoice_view',
      'merchant_invoice_create',
      'merchant_invoice_done',
      'merchant_profile_production',
    ],
    legal_to_accept: [],
    merchant: {
      id: '019aa1c4-0000-7000-8000-000000000002',
      status: 'verified',
      company_name: 'Larkspur Outdoor',
      can_production_activate: true,
      has_shops: false,
    },
    ...changes,
  };
}

const GATES: readonly CryptoGateId[] = ['BTC', 'ETH', 'USDT_TRC20', 'LTC', 'USDT_ERC20', 'XRP', 'TRX', 'BCH'];
const STATUSES: readonly InvoiceStatus[] = [
  'invalid',
  'pending',
  'done',
  'confirming',
  'partially_paid',
  'processing',
  'overpaid',
  'expired',
  'expired_paid',
  'done',
  'canceled',
  'new',
  'refunded',
  'error',
  'refund_requested',
  'partially_refunded',
];
const AMOUNTS: Readonly<Record<CryptoGateId, string>> = {
  BTC: '0.00312815',
  ETH: '0.022852000000000000',
  USDT_TRC20: '140.220000',
  USDT_ERC20: '4565.220000',
  LTC: '1.00356295',
  XRP: '83.200000',
  TRX: '205.020000',
  BCH: '0.75728155',
};

/** Forty invoices in every status, newest first. */
export function makeRows(count = 40): SpaInvoiceRow[] {
  const newest = Date.parse(NOW);
  return Array.from({ length: count }, (_, index) => {
    const status = STATUSES[index % STATUSES.length] ?? 'done';
    const gate = status === 'new' ? null : (GATES[index % GATES.length] ?? 'BTC');
    const created = new Date(newest - index * 47 * 60_000);
    const settled = status === 'done';
    return {
      id: idOf(index),
      reference: index === 4 ? null : `order-${20933 - index}`,
      status,
      status_reason: status === 'invalid' ? 'underpaid' : null,
      currency: 'EUR',
      price: '249.00',
      total: `${(index * 37 + 45) % 900}.${String((index * 13) % 100).padStart(2, '0')}`,
      gate_id: gate,
      amount_due: gate && AMOUNTS[gate],
      amount_paid: gate && '0',
      fee: settled && gate ? '0.00003128' : null,
      created_at: created.toISOString(),
      expires_at: new Date(created.getTime() + 900_000).toISOString(),
      completed_at: settled ? created.toISOString() : null,
    };
  });
}

export function idOf(index: number): string {
  return `019aa1c4-7b02-7e51-9c3d-${String(index).padStart(12, '0')}`;
}

const at = (time: string) => `2026-11-20T${time}.000Z`;
const TX1 = '7c1e0b94d3f25a6688c07be1a94d20f35e91c8b7420d6fa1e83b5cc9047fa90f';
const TX2 = 'e40a71d5582b9c6f03d18e7ab64c9f2210b7d35ea8916c4f70e2bd8851a3c67d';

/** An invoice paid short and topped up late: the longest story there is. */
export function makeInvoice(changes: Partial<SpaInvoice> = {}): SpaInvoice {
  return {
    ...basics(),
    timeline: [
      { at: at('14:02:11'), kind: 'status', status: 'new', text_key: 'created', data: {} },
      {
        at: at('14:02:40'),
        kind: 'quote',
        text_key: 'gate_chosen',
        data: {
          gate_id: 'BTC',
          amount: '0.00312815',
          rate: '79600',
          currency: 'EUR',
          source: 'median(kraken, bitstamp, coinbase)',
        },
      },
      { at: at('14:06:52'), kind: 'payment', text_key: 'payment_seen', data: { txid: TX1, amount: '0.00280000' } },
      { at: at('14:06:53'), kind: 'status', status: 'partially_paid', text_key: 'status', data: {} },
      {
        at: at('14:16:20'),
        kind: 'ledger',
        text_key: 'payment_confirmed',
        data: { amount: '0.00280000', asset: 'BTC' },
      },
      { at: at('14:17:11'), kind: 'status', status: 'invalid', text_key: 'status', data: { reason: 'underpaid' } },
      { at: at('14:31:05'), kind: 'payment', text_key: 'payment_late_seen', data: { txid: TX2, amount: '0.00030000' } },
    ],
    ledger: [
      {
        at: at('14:16:20'),
        key: `BTC:${TX1}:0:credit:1`,
        kind: 'payment_credit',
        debit: 'custody:BTC',
        credit: 'unsettled',
        asset: 'BTC',
        amount: '0.00280000',
        posted: true,
      },
    ],
    webhooks: makeDeliveries(),
    refund_request: null,
    refund_gates: ['BTC'],
    amount_untaken: '0.00280000',
    refund_fee_percent: '5.00',
    refund_fee_payer: 'customer',
    actions: { complete: true, cancel: false, emulate: true, refund: true },
    ...changes,
  };
}

function basics(): Omit<
  SpaInvoice,
  | 'timeline'
  | 'ledger'
  | 'webhooks'
  | 'refund_request'
  | 'refund_gates'
  | 'amount_untaken'
  | 'refund_fee_percent'
  | 'refund_fee_payer'
  | 'actions'
> {
  return {
    id: idOf(0),
    version: 6,
    status: 'invalid',
    status_reason: 'underpaid',
    paid: false,
    fulfillment: 'hold',
    mode: 'sandbox',
    reference: 'order-20933',
    description: 'Trail tent for two',
    items: [shownItem('Trail tent 2P', '249.00')],
    currency: 'EUR',
    price: '249.00',
    taxes: [{ name: 'VAT', rate: '19.00', amount: '39.76' }],
    fees: { service: '2.49', network: '0.00', conversion: '0.00', payer: 'merchant' },
    total: '249.00',
    gates: ['BTC', 'LTC', 'ETH'],
    gate_id: 'BTC',
    amount_due: '0.00312815',
    amount_paid: '0.00310000',
    amount_confirmed: '0.00280000',
    amount_remaining: '0.00002815',
    amount_excess: '0.00000000',
    amount_refunded: '0.00000000',
    rate: {
      value: '79600.00',
      source: 'median(kraken, bitstamp, coinbase)',
      locked_at: at('14:02:40'),
      expires_at: at('14:17:11'),
    },
    address: 'bcrt1qexample7mockaddress0donotpay4k2v8xw3e5',
    destination_tag: null,
    payment_uri: 'bitcoin:bcrt1qexample7mockaddress0donotpay4k2v8xw3e5?amount=0.00312815',
    confirmations: { current: 1, required: 2 },
    other_payments: [],
    transactions: [
      {
        txid: TX1,
        output: '0',
        gate_id: 'BTC',
        amount: '0.00280000',
        confirmations: 2,
        status: 'confirmed',
        first_seen_at: at('14:06:52'),
        explorer_url: `https://mempool.space/tx/${TX1}`,
      },
      {
        txid: TX2,
        output: '1',
        gate_id: 'BTC',
        amount: '0.00030000',
        confirmations: 1,
        status: 'mined',
        first_seen_at: at('14:31:05'),
        explorer_url: null,
      },
    ],
    refunds: [],
    autoconversion: { type: 'none' },
    conversion: null,
    autocomplete: false,
    metadata: { channel: 'web', cart: '88213' },
    customer: { email: 'jonas.weber@example.com', name: 'Jonas Weber' },
    success_url: null,
    cancel_url: null,
    notification_url: 'https://larkspur.example/hooks/tidegate',
    checkout_url: `http://127.0.0.1/invoice/${idOf(0)}`,
    created_at: at('14:02:11'),
    expires_at: at('14:17:11'),
    completed_at: null,
  };
}

function makeDeliveries(): SpaInvoice['webhooks'] {
  const delivery = (index: number, type: string, attempts: SpaInvoice['webhooks'][number]['attempts']) => ({
    id: `019aa1c4-7b02-7e51-9c3e-${String(index).padStart(12, '0')}`,
    type,
    event_id: `019aa1c4-7b02-7e51-9c3e-${String(index).padStart(12, '0')}`,
    endpoint_id: null,
    invoice_id: idOf(0),
    object: 'invoice' as const,
    object_id: idOf(0),
    url: 'https://larkspur.example/hooks/tidegate',
    status: 'delivered' as const,
    attempt_count: attempts.length,
    next_attempt_at: null,
    delivered_at: at('14:19:43'),
    created_at: at('14:02:41'),
    attempts,
  });
  const tried = (attempt: number, time: string, duration_ms: number, answer: number | string) => ({
    attempt,
    started_at: at(time),
    duration_ms,
    http_status: typeof answer === 'number' ? answer : null,
    error: typeof answer === 'string' ? answer : null,
    answer: null,
  });
  return [
    delivery(3, 'invoice.invalid', [
      tried(1, '14:17:13', 10_000, 'timeout'),
      tried(2, '14:17:43', 31, 'connect'),
      tried(3, '14:19:43', 188, 200),
    ]),
    delivery(2, 'invoice.partially_paid', [tried(1, '14:06:53', 1200, 503), tried(2, '14:07:23', 201, 200)]),
    delivery(1, 'invoice.pending', [tried(1, '14:02:41', 164, 200)]),
  ];
}

export function makeBalances(): SpaBalance[] {
  const none = { held: '0', frozen: false, currency: 'EUR', value: null };
  return [
    { gate_id: 'BTC', asset: 'BTC', available: '0.41820000', pending: '0.00280000', ...none, value: '33511.60' },
    { gate_id: 'ETH', asset: 'ETH', available: '1.960000000000000000', pending: '0.000000000000000000', ...none },
    {
      gate_id: 'USDT_TRC20',
      asset: 'USDT',
      available: '18418.790000',
      pending: '140.220000',
      ...none,
      held: '2000.000000',
      value: '18918.40',
    },
    { gate_id: 'LTC', asset: 'LTC', available: '12.02550000', pending: '0.00000000', ...none },
    { gate_id: 'XRP', asset: 'XRP', available: '0.000000', pending: '83.200000', ...none, frozen: true },
  ];
}

/** Balance changes of an invoice and a payout, newest first. */
export const MOVEMENTS: readonly MovementRow[] = (
  [
    ['withdrawal', '-0.00010000', '0.01150000', '-4.99'],
    ['conversion', '-0.00030000', '0.01160000', '-14.97'],
    ['payout', '-0.00060000', '0.01190000', '-29.94'],
    ['settle', '0.00100000', '0.01250000', '49.90'],
  ] as const
).map(([kind, amount, balance, value], index) => ({
  id: String(4 - index),
  at: NOW,
  gate_id: 'BTC',
  kind,
  amount,
  balance,
  value,
  currency: 'EUR',
  invoice_id: kind === 'settle' ? idOf(0) : null,
  payout_id: kind === 'payout' ? idOf(1) : null,
  withdrawal_id: kind === 'withdrawal' ? idOf(2) : null,
  conversion_id: kind === 'conversion' ? idOf(3) : null,
  refund_id: null,
  mass_payout_id: null,
  deposit_id: null,
  reference: kind === 'settle' ? 'order-20933' : null,
}));

/** Events of an invoice and a payout, newest first. */
export const EVENTS: readonly EventRow[] = [
  {
    id: idOf(901),
    at: NOW,
    type: 'payout.done',
    entity_id: idOf(1),
    invoice_id: null,
    deposit_id: null,
    reference: 'salary-11',
    amount: '0.00060000',
    currency: 'BTC',
  },
  {
    id: idOf(900),
    at: NOW,
    type: 'invoice.done',
    entity_id: idOf(0),
    invoice_id: idOf(0),
    deposit_id: null,
    reference: 'order-20933',
    amount: '49.90',
    currency: 'EUR',
  },
];
