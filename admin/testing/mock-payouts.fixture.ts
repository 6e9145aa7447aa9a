import type { SpaMassPayout } from '../../contract/mass-payouts.ts';
import type { PaymentMethod } from '../../contract/payment-methods.ts';
import {
  type BookedAddress,
  type OwnPayoutLimits,
  Payout,
  type PayoutForm,
  type PayoutPolicy,
  type SpaPayout,
  type SpaPayoutRow,
} from '../../contract/payouts.ts';
import { TWO_FA_CODE_REQUIRED, WRONG_TWO_FA_CODE } from '../../domain/accounts/account-rules.ts';
import { CRYPTO_GATES, gates } from '../../domain/assets/assets.ts';
import { formatAmount } from '../../domain/money/money.ts';
import { outflowQuote } from '../outflows/outflow-amount.ts';
import { gateOf, type RequestValues } from '../payouts/request/request-form.ts';
import { sent } from './answers.fixture.ts';
import { idOf } from './fixtures.fixture.ts';
import { type MockCall, RIGHT_CODE } from './mock-accounts.fixture.ts';
import {
  ADDRESS,
  makeBook,
  makeBooked,
  makeMethods,
  makeOwnLimits,
  makePayout,
  makePayoutForm,
  makePayoutRows,
} from './payouts.fixture.ts';

/** The mock's outgoing payments. */
export interface MockPayouts {
  form: PayoutForm;
  rows: SpaPayoutRow[];
  payout: SpaPayout;
  methods: PaymentMethod[];
  policy: PayoutPolicy;
  limits: OwnPayoutLimits;
  book: BookedAddress[];
  mass: SpaMassPayout[];
  /** How lists of payouts answer. */
  lists: 'answer' | 'fail' | 'hang';
}

export function makePayouts(changes: Partial<MockPayouts> = {}): MockPayouts {
  return {
    form: makePayoutForm(),
    rows: makePayoutRows(),
    payout: makePayout(),
    methods: makeMethods(),
    policy: { approval_required: false, cool_off_seconds: 86_400 },
    limits: makeOwnLimits(),
    book: makeBook(),
    mass: [],
    lists: 'answer',
    ...changes,
  };
}

type Answer = [status: number, body: unknown];

/** The calls of the payout rooms; undefined for all others. */
export function payoutAnswer(call: MockCall, state: { payouts: MockPayouts }): Answer | 'hang' | undefined {
  const { payouts } = state;
  const [, method = '', path = ''] = /^(\w+) \/spa\/(?:sandbox|production)(\/.*)$/.exec(call.key) ?? [];
  const query = new URLSearchParams(call.path.split('?')[1] ?? '');
  const request = { method, path, query, body: call.body };
  if (path.startsWith('/payment-methods')) return methodAnswer(request, payouts);
  if (path.startsWith('/address-book')) return bookAnswer(request, payouts);
  if (path === '/payouts/policy') {
    if (method === 'PUT') Object.assign(payouts.policy, call.body);
    return [200, { data: payouts.policy }];
  }
  if (path === '/payouts/limits')
    return method === 'PUT' ? limitsAnswer(call.body, payouts) : [200, { data: payouts.limits }];
  if (path === '/payouts/create') return [200, { data: payouts.form }];
  if (path === '/payouts/create-token') return [202, { data: tokenOf(call.body, payouts.form) }];
  if (path === '/payouts' && method === 'POST') return createAnswer(call.body, payouts);
  if (path === '/mass-payouts') return listOfMass(query, payouts.mass);
  if (path === '/payouts') {
    if (payouts.lists === 'hang') return 'hang';
    return payouts.lists === 'fail'
      ? [500, refusal('internal_error', 'Internal server error')]
      : listOf(query, payouts.rows);
  }
  if (path.startsWith('/payouts/')) return oneAnswer(path, payouts);
  return undefined;
}

/** As the server does: lower ones at once, higher ones a day later and with the code. */
function limitsAnswer(body: Record<string, unknown>, payouts: MockPayouts): Answer {
  const { limits } = payouts;
  const changed = (name: 'per_payout' | 'per_day') => {
    const { amount } = limits[name];
    const requested = body[name] as string | null;
    const isHigher = amount !== null && (requested === null || Number(requested) > Number(amount));
    return isHigher ? { amount, next: { amount: requested, from: LATER } } : { amount: requested, next: null };
  };
  const next = { ...limits, per_payout: changed('per_payout'), per_day: changed('per_day') };
  const waits = next.per_payout.next !== null || next.per_day.next !== null;
  if (waits && body.two_fa_code !== RIGHT_CODE) return [422, twoFaRefusal(body)];
  payouts.limits = next;
  return [200, { data: next }];
}

const LATER = '2026-11-27T10:15:00.000Z';

interface MockRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Record<string, unknown>;
}

function createAnswer(body: Record<string, unknown>, payouts: MockPayouts): Answer {
  if (body.code !== RIGHT_CODE) {
    const message = 'The entered verification code is incorrect or has expired. Please try again.';
    return [422, refusal('validation_failed', message, { code: [message] })];
  }
  if (body.two_fa_code !== RIGHT_CODE) return [422, twoFaRefusal(body)];
  return [201, { data: sent(Payout, payouts.payout) }];
}

function oneAnswer(path: string, payouts: MockPayouts): Answer {
  const [, , id, act] = path.split('/');
  const row = payouts.rows.find((each) => each.id === id);
  if (act === 'cancel' && row !== undefined) Object.assign(row, { status: 'canceled', actions: NOTHING });
  if (id !== payouts.payout.id)
    return row
      ? [200, { data: act === undefined ? row : sent(Payout, row) }]
      : [404, refusal('not_found', 'Nothing found')];
  if (act === 'cancel') payouts.payout = { ...payouts.payout, status: 'canceled', actions: NOTHING };
  if (act === 'approve') payouts.payout = { ...payouts.payout, status: 'queue', actions: NOTHING };
  return [200, { data: act === undefined ? payouts.payout : sent(Payout, payouts.payout) }];
}

const NOTHING = { approve: false, cancel: false };

function methodAnswer({ method, path, query, body }: MockRequest, payouts: MockPayouts): Answer {
  const [, , id, act] = path.split('/');
  if (id === undefined && method === 'GET') {
    const automaticFilter = query.get('automatic');
    const found = payouts.methods.filter(
      ({ automatic }) => automaticFilter === null || String(automatic) === automaticFilter,
    );
    return [200, { data: found, pagination: { total: found.length, page: 1, per_page: 100 } }];
  }
  const [first] = payouts.methods.length > 0 ? payouts.methods : makeMethods();
  if (id === undefined) {
    const made = { ...(first as PaymentMethod), ...body, status: 'active' as const };
    payouts.methods = [...payouts.methods, made as PaymentMethod];
    return [201, { data: made }];
  }
  const known = payouts.methods.find((each) => each.id === id);
  if (known === undefined) return [404, refusal('not_found', 'Nothing found')];
  if (method === 'DELETE') {
    if (body.two_fa_code !== RIGHT_CODE) return [422, twoFaRefusal(body)];
    payouts.methods = payouts.methods.filter((each) => each !== known);
    return [204, null];
  }
  const isPaused = act === 'pause';
  if (act !== undefined) {
    const actions = { ...known.actions, pause: !isPaused, activate: isPaused };
    Object.assign(known, { status: isPaused ? 'paused' : 'active', actions });
  } else if (method === 'PUT') Object.assign(known, body, { version: known.version + 1 });
  return [200, { data: known }];
}

function bookAnswer({ method, path, query, body }: MockRequest, payouts: MockPayouts): Answer {
  const [, , id] = path.split('/');
  if (method === 'GET') {
    const search = (query.get('search') ?? '').toLowerCase();
    const gateId = query.get('gate_id');
    const network = CRYPTO_GATES.find((each) => each === gateId);
    const found = payouts.book
      .filter((each) => network === undefined || each.network === gates[network].network)
      .filter(({ label, address }) => `${label} ${address}`.toLowerCase().includes(search));
    return [200, { data: found, pagination: { total: found.length, page: 1, per_page: 25 } }];
  }
  if (id === undefined) {
    if (body.two_fa_code !== RIGHT_CODE) return [422, twoFaRefusal(body)];
    const gate = CRYPTO_GATES.find((each) => each === body.gate_id) ?? 'BTC';
    const { gate_id: _gate, two_fa_code: _code, ...typed } = body;
    const made = { ...makeBooked({ id: idOf(720), network: gates[gate].network }), ...typed };
    payouts.book = [...payouts.book, made];
    return [201, { data: made }];
  }
  if (method === 'DELETE') {
    payouts.book = payouts.book.filter((each) => each.id !== id);
    return [204, null];
  }
  payouts.book = payouts.book.map((each) => (each.id === id ? { ...each, ...body } : each));
  return [200, { data: payouts.book.find((each) => each.id === id) }];
}

/** The mail and what its code would send, reckoned as the page does. */
function tokenOf(body: Record<string, unknown>, form: PayoutForm) {
  const values = body as unknown as RequestValues;
  const gate = gateOf(values, form.gates);
  const quote = gate && outflowQuote(values, gate);
  if (!gate || !quote) throw new Error('The mock was asked for a payout without an amount.');
  const coins = (minor: bigint) => formatAmount(minor, gates[gate.gate_id].decimals);
  return {
    email: 'mara@larkspur.example',
    expires_in_seconds: 600,
    resend_in_seconds: 60,
    fee_payer: values.fee_payer,
    net_amount: coins(quote.netMinor),
    total: coins(quote.heldMinor),
    fees: { service: coins(quote.serviceFeeMinor), network: coins(quote.networkFeeMinor) },
    address: typeof body.address === 'string' ? body.address : ADDRESS,
    destination_tag: body.destination_tag ?? null,
    not_before: '2099-01-02T14:00:00.000Z',
    approval_required: form.policy.approval_required,
    two_fa_required: true,
    network_fee_at: '2026-10-05T10:00:00.000Z',
  };
}

function listOf(query: URLSearchParams, rows: readonly SpaPayoutRow[]): Answer {
  const page = Number(query.get('page') ?? 1);
  const perPage = Number(query.get('per_page') ?? 25);
  const statuses = query.get('status')?.split(',');
  const ids = query.get('ids')?.split(',');
  const search = query.get('search') ?? '';
  const found = rows
    .filter(({ status }) => !statuses || statuses.includes(status))
    .filter(({ id }) => !ids || ids.includes(id))
    // Rows do not say by which method they were made: by each, the first two were.
    .filter((_, at) => !query.has('method_id') || at < 2)
    .filter(({ reference }) => (reference ?? '').includes(search));
  const shown = found.slice((page - 1) * perPage, page * perPage);
  return [200, { data: shown, pagination: { total: found.length, page, per_page: perPage } }];
}

function listOfMass(query: URLSearchParams, rows: readonly SpaMassPayout[]): Answer {
  const statuses = query.get('status')?.split(',');
  const found = rows.filter(({ status }) => !statuses || statuses.includes(status));
  return [200, { data: found, pagination: { total: found.length, page: 1, per_page: 100 } }];
}

function twoFaRefusal(body: Record<string, unknown>) {
  return refusal('validation_failed', 'The given data was invalid', {
    two_fa_code: [body.two_fa_code ? WRONG_TWO_FA_CODE : TWO_FA_CODE_REQUIRED],
  });
}

function refusal(code: string, message: string, errors?: Record<string, string[]>) {
  return { message, code, request_id: 'req-7f3a91', errors };
}
