import type { PaymentMethod } from '../../contract/payment-methods.ts';
import {
  type SpaWithdrawal,
  type SpaWithdrawalRow,
  Withdrawal,
  type WithdrawalForm,
} from '../../contract/withdrawals.ts';
import { TWO_FA_CODE_REQUIRED, WRONG_CODE } from '../../domain/accounts/account-rules.ts';
import { gateDecimals } from '../../domain/assets/assets.ts';
import { formatAmount } from '../../domain/money/money.ts';
import { outflowQuote } from '../outflows/outflow-amount.ts';
import { openGates, type WithdrawalDraft } from '../withdrawals/request/request-form.ts';
import { sent } from './answers.fixture.ts';
import { idOf } from './fixtures.fixture.ts';
import { type MockCall, RIGHT_CODE } from './mock-accounts.fixture.ts';
import {
  makeWithdrawal,
  makeWithdrawalForm,
  makeWithdrawalMethods,
  makeWithdrawalRows,
} from './withdrawals.fixture.ts';

/** The mock's withdrawals. */
export interface MockWithdrawals {
  form: WithdrawalForm;
  rows: SpaWithdrawalRow[];
  withdrawal: SpaWithdrawal;
  methods: PaymentMethod[];
}

export function makeWithdrawals(changes: Partial<MockWithdrawals> = {}): MockWithdrawals {
  return {
    form: makeWithdrawalForm(),
    rows: makeWithdrawalRows(),
    withdrawal: makeWithdrawal(),
    methods: makeWithdrawalMethods(),
    ...changes,
  };
}

type Answer = [status: number, body: unknown];

/** The calls of withdrawals and of their methods; undefined for all others. */
export function withdrawalAnswer(call: MockCall, state: { withdrawals: MockWithdrawals }): Answer | undefined {
  const { withdrawals } = state;
  const [, method = '', path = ''] = /^(\w+) \/spa\/production(\/.*)$/.exec(call.key) ?? [];
  const query = new URLSearchParams(call.path.split('?')[1] ?? '');
  if (path.startsWith('/payment-methods')) return methodAnswer({ method, path, query, body: call.body }, withdrawals);
  if (path === '/withdrawals/create') return [200, { data: withdrawals.form }];
  if (path === '/withdrawals/create-token') return [202, { data: tokenOf(call.body, withdrawals.form) }];
  if (path === '/withdrawals' && method === 'POST') return created(call.body, withdrawals);
  if (path === '/withdrawals') return listOf(query, withdrawals.rows);
  if (path.startsWith('/withdrawals/')) return oneAnswer(path, call.body, withdrawals);
  return undefined;
}

interface MockRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Record<string, unknown>;
}

function methodAnswer({ method, path, query, body }: MockRequest, withdrawals: MockWithdrawals): Answer | undefined {
  const [, , id, act] = path.split('/');
  if (id === undefined && method === 'GET') {
    if (query.get('operation') !== 'withdrawal') return undefined;
    const found = withdrawals.methods.filter(({ automatic }) => query.get('automatic') !== 'true' || automatic);
    return [200, { data: found, pagination: { total: found.length, page: 1, per_page: 100 } }];
  }
  if (id === undefined) {
    if (body.operation !== 'withdrawal') return undefined;
    if (body.two_fa_code !== RIGHT_CODE) return [422, refused({ two_fa_code: [TWO_FA_CODE_REQUIRED] })];
    const [first] = makeWithdrawalMethods();
    const { two_fa_code: _code, ...fields } = body;
    const made = { ...first, ...fields, id: idOf(1102) } as PaymentMethod;
    withdrawals.methods = [...withdrawals.methods, made];
    return [201, { data: made }];
  }
  const known = withdrawals.methods.find((each) => each.id === id);
  if (known === undefined) return undefined;
  if (method === 'DELETE') {
    if (body.two_fa_code !== RIGHT_CODE) return [422, refused({ two_fa_code: [TWO_FA_CODE_REQUIRED] })];
    withdrawals.methods = withdrawals.methods.filter((each) => each !== known);
    return [204, null];
  }
  if (act !== undefined) Object.assign(known, { status: act === 'pause' ? 'paused' : 'active' });
  else if (method === 'PUT') Object.assign(known, body, { version: known.version + 1 });
  return [200, { data: known }];
}

function oneAnswer(path: string, body: Record<string, unknown>, withdrawals: MockWithdrawals): Answer {
  const [, , id, act] = path.split('/');
  if (id !== withdrawals.withdrawal.id) {
    return [404, { message: 'Nothing found', code: 'not_found', request_id: 'req-7f3a91' }];
  }
  if (act === 'answer-name' && body.two_fa_code !== RIGHT_CODE) {
    return [422, refused({ two_fa_code: [TWO_FA_CODE_REQUIRED] })];
  }
  const status = act === 'cancel' ? 'canceled' : act === undefined ? withdrawals.withdrawal.status : 'queue';
  if (act !== undefined) {
    const actions = { approve: false, cancel: false, answer_name: false };
    withdrawals.withdrawal = { ...withdrawals.withdrawal, status, status_reason: null, actions };
  }
  return [200, { data: act === undefined ? withdrawals.withdrawal : sent(Withdrawal, withdrawals.withdrawal) }];
}

/** The mail and what its code would pay, calculated as the page does. */
function tokenOf(body: Record<string, unknown>, form: WithdrawalForm) {
  const draft = body as unknown as WithdrawalDraft;
  const gate = openGates(form).find(({ method }) => method.id === draft.method_id);
  const quote = gate && outflowQuote(draft, gate);
  if (!gate || !quote) throw new Error('The mock was asked for a withdrawal without an amount.');
  const amount = (minor: bigint) => formatAmount(minor, gateDecimals(gate.gate_id));
  return {
    email: 'mara@larkspur.example',
    expires_in_seconds: 600,
    resend_in_seconds: 60,
    gate_id: gate.gate_id,
    fee_payer: draft.fee_payer,
    net_amount: amount(quote.netMinor),
    total: amount(quote.heldMinor),
    fees: { service: amount(quote.serviceFeeMinor), network: amount(quote.networkFeeMinor) },
    not_before: '2099-01-02T14:00:00.000Z',
    approval_required: true,
    two_fa_required: true,
  };
}

function created(body: Record<string, unknown>, withdrawals: MockWithdrawals): Answer {
  if (body.code !== RIGHT_CODE) return [422, refused({ code: [WRONG_CODE] })];
  if (body.two_fa_code !== RIGHT_CODE) return [422, refused({ two_fa_code: [TWO_FA_CODE_REQUIRED] })];
  return [201, { data: sent(Withdrawal, withdrawals.withdrawal) }];
}

function listOf(query: URLSearchParams, rows: readonly SpaWithdrawalRow[]): Answer {
  const [page, perPage] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 25)];
  const statuses = query.get('status')?.split(',');
  const search = query.get('search') ?? '';
  const found = rows
    .filter(({ status }) => !statuses || statuses.includes(status))
    .filter(({ method }) => [null, method.id].includes(query.get('method_id')))
    .filter(({ method }) => method.title.includes(search));
  const shown = found.slice((page - 1) * perPage, page * perPage);
  return [200, { data: shown, pagination: { total: found.length, page, per_page: perPage } }];
}

function refused(errors: Record<string, string[]>) {
  return { message: 'The given data was invalid', code: 'validation_failed', request_id: 'req-7f3a91', errors };
}
