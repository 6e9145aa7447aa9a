import type { RefundRequest } from '../../contract/refund-request.ts';
import { Refund, type RefundForm, type RefundPreview, type SpaRefundRow } from '../../contract/refunds.ts';
import type { SpaInvoice } from '../../contract/spa-invoices.ts';
import { TWO_FA_CODE_REQUIRED, WRONG_CODE } from '../../domain/accounts/account-rules.ts';
import { formatAmount, parseAmount } from '../../domain/money/money.ts';
import { sent } from './answers.fixture.ts';
import { idOf, NOW } from './fixtures.fixture.ts';
import { type MockCall, RIGHT_CODE } from './mock-accounts.fixture.ts';
import { ADDRESS, makePayout } from './payouts.fixture.ts';

/** The mock's refunds. */
export interface MockRefunds {
  rows: SpaRefundRow[];
  /** The payer's request that waits. */
  request: RefundRequest | null;
}

export function makeRefunds(changes: Partial<MockRefunds> = {}): MockRefunds {
  return { rows: [], request: null, ...changes };
}

export function makeRequest(prepared: RefundRequest['prepared'] = null): RefundRequest {
  return {
    id: idOf(700),
    status: 'open',
    gate_id: 'BTC',
    address: ADDRESS,
    destination_tag: null,
    note: null,
    prepared,
    created_at: NOW,
  };
}

/** A refund on its way, by default with one of two confirmations. */
export function makeRefund(changes: Partial<SpaRefundRow> = {}): SpaRefundRow {
  const {
    reference: _none,
    description: _nothing,
    address_url: _page,
    method,
    timeline,
    ledger,
    ...payout
  } = makePayout();
  const { transactions, ...shared } = payout;
  return {
    ...shared,
    transactions: transactions.map(({ txid, status, confirmations }) => ({ txid, status, confirmations })),
    amount: '0.00100000',
    net_amount: '0.00093000',
    explorer_url: null,
    invoice_id: idOf(0),
    reason: 'Sent too much',
    ...changes,
  };
}

/** How an invoice lists it. */
export function listed({ id, status, gate_id, amount, net_amount, txid, created_at }: SpaRefundRow) {
  return { id, status, gate_id, amount, net_amount, covered_amount: null, txid, created_at };
}

type Answer = [status: number, body: unknown];

/** The calls of refunds; undefined for all others. */
export function refundAnswer(call: MockCall, state: { refunds: MockRefunds; invoice: SpaInvoice }): Answer | undefined {
  const { refunds } = state;
  const path = /^\w+ \/spa\/(?:sandbox|production)(\/.*)$/.exec(call.key)?.[1] ?? '';
  const query = new URLSearchParams(call.path.split('?')[1] ?? '');
  if (path === '/refunds/create') return [200, { data: formOf(query, refunds) }];
  if (path === '/refunds/create-token') return [202, { data: tokenOf(call.body) }];
  if (path === '/refunds' && call.key.startsWith('POST')) return created(call.body, state);
  if (path === '/refunds') {
    const statuses = query.get('status')?.split(',');
    const found = refunds.rows.filter(({ status }) => !statuses || statuses.includes(status));
    return [200, { data: found, pagination: { total: found.length, page: 1, per_page: 100 } }];
  }
  if (path.endsWith('/refund-link')) return [200, { data: { sent_to: 'm•••@mail.example' } }];
  if (path.endsWith('/reject-refund')) {
    const rejected = { ...makeRequest(), status: 'rejected' as const };
    state.invoice = { ...state.invoice, version: state.invoice.version + 1, refund_request: rejected };
    return [200, { data: rejected }];
  }
  return undefined;
}

function formOf(query: URLSearchParams, { request }: MockRefunds): RefundForm {
  if (query.get('gate_id') === 'LTC') {
    const own = formOf(new URLSearchParams({ amount: '0.50000000' }), { request: null, rows: [] });
    return { ...own, gate_id: 'LTC', refundable: '0.50000000', excess: '0.00000000', is_settled: true };
  }
  const inCoins = query.has('value') ? '0.00012563' : (query.get('amount') ?? '0.00310000');
  const requested = query.get('excess') === 'true' ? '0.00031000' : inCoins;
  return {
    gate_id: 'BTC',
    currency: 'EUR',
    refundable: '0.00310000',
    excess: '0.00031000',
    available: '0.41820000',
    rate: '79600.00',
    service_fee_percent: '5.00',
    fee_payer: 'recipient',
    network_fee: '0.00002000',
    network_fee_at: '2026-10-05T10:00:00.000Z',
    takes_tag: false,
    is_settled: false,
    request,
    policy: { approval_required: false, cool_off_seconds: 0 },
    two_fa: { required: false, enabled: true },
    preview: [previewOf(requested, 'merchant'), previewOf(requested, 'recipient')],
  };
}

function previewOf(amount: string, fee_payer: 'merchant' | 'recipient'): RefundPreview {
  const minor = parseAmount(amount, 8);
  const fees = minor / 20n + 2_000n;
  const [net, total] = fee_payer === 'merchant' ? [minor, minor + fees] : [minor - fees, minor];
  return {
    fee_payer,
    amount: formatAmount(minor, 8),
    net_amount: formatAmount(net, 8),
    total: formatAmount(total, 8),
    fees: { service: formatAmount(minor / 20n, 8), network: '0.00002000' },
    value: '246.76',
    problem: null,
  };
}

function tokenOf(body: Record<string, unknown>) {
  const payer = body.fee_payer === 'merchant' ? 'merchant' : 'recipient';
  const {
    value: _value,
    problem: _problem,
    ...quote
  } = previewOf(body.value === undefined ? String(body.amount ?? '0.00310000') : '0.00012563', payer);
  return {
    ...quote,
    email: 'mara@larkspur.example',
    expires_in_seconds: 600,
    resend_in_seconds: 60,
    address: body.address ?? ADDRESS,
    destination_tag: null,
    not_before: null,
    approval_required: true,
    two_fa_required: true,
    network_fee_at: '2026-10-05T10:00:00.000Z',
  };
}

function created(body: Record<string, unknown>, state: { refunds: MockRefunds; invoice: SpaInvoice }): Answer {
  if (body.code !== RIGHT_CODE) return [422, refused({ code: [WRONG_CODE] })];
  if (body.two_fa_code !== RIGHT_CODE) return [422, refused({ two_fa_code: [TWO_FA_CODE_REQUIRED] })];
  const refund = makeRefund({ status: 'pending', txid: null, actions: { approve: false, cancel: true } });
  state.refunds = { rows: [refund], request: null };
  state.invoice = {
    ...state.invoice,
    version: state.invoice.version + 1,
    status: 'refund_requested',
    refunds: [listed(refund)],
    actions: { ...state.invoice.actions, complete: false, refund: false },
  };
  return [201, { data: sent(Refund, refund) }];
}

function refused(errors: Record<string, string[]>) {
  return { message: 'The given data was invalid', code: 'validation_failed', request_id: 'req-7f3a91', errors };
}
