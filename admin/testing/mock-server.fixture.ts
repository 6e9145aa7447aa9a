import { randomBytes } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import type { SpaBalance } from '../../contract/balances.ts';

import type { LiveChange } from '../../contract/live.ts';
import type { MerchantReserves } from '../../contract/reserves.ts';
import type { EmulatedPayment } from '../../contract/sandbox.ts';
import type { SpaUser } from '../../contract/session.ts';
import { ShopInvoice, type SpaInvoice, type SpaInvoiceRow } from '../../contract/spa-invoices.ts';
import type { TicketLine } from '../../contract/support.ts';
import type { Verification } from '../../contract/verification.ts';
import { readShopPath } from '../../domain/accounts/shop-path.ts';
import type { LiveEntity } from '../data/live-queries.ts';
import { driftOf, sent } from './answers.fixture.ts';
import { EVENTS, MOVEMENTS, makeBalances, makeInvoice, makeRows, makeUser } from './fixtures.fixture.ts';
import { accountAnswer, authAnswer, type MockAccounts, makeAccounts } from './mock-accounts.fixture.ts';
import { cardOrderAnswer, type MockCardOrders, makeCardOrders } from './mock-card-orders.fixture.ts';
import { conversionAnswer, type MockConversions, makeConversions } from './mock-conversions.fixture.ts';
import { dashboardAnswer, type MockDashboard, makeDashboard } from './mock-dashboard.fixture.ts';
import { depositAnswer, type MockDeposits, makeDeposits } from './mock-deposits.fixture.ts';
import { integrationAnswer, type MockIntegration, makeIntegration } from './mock-integration.fixture.ts';
import {
  type MockPaymentRequests,
  makePaymentRequests,
  paymentRequestAnswer,
} from './mock-payment-requests.fixture.ts';
import { type MockPayouts, makePayouts, payoutAnswer } from './mock-payouts.fixture.ts';
import { type MockRefunds, makeRefunds, refundAnswer } from './mock-refunds.fixture.ts';
import { invitationAnswer, type MockTeam, makeTeam, teamAnswer } from './mock-team.fixture.ts';
import { makeVerification, verificationAnswer } from './mock-verification.fixture.ts';
import { type MockWithdrawals, makeWithdrawals, withdrawalAnswer } from './mock-withdrawals.fixture.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The help articles of the screens, as the site has them. */
const HELP = { '/dashboard': [{ path: '/support/articles/fees-explained', title: 'Fees explained' }] };

/** The mock's data and answers; tests change them between steps. */
export interface MockState {
  signedIn: boolean;
  user: SpaUser;
  rows: SpaInvoiceRow[];
  invoice: SpaInvoice;
  balances: SpaBalance[];
  reserves: MerchantReserves[];
  accounts: MockAccounts;
  team: MockTeam;
  integration: MockIntegration;
  payouts: MockPayouts;
  paymentRequests: MockPaymentRequests;
  refunds: MockRefunds;
  cardOrders: MockCardOrders;
  conversions: MockConversions;
  dashboard: MockDashboard;
  deposits: MockDeposits;
  withdrawals: MockWithdrawals;
  verification: Verification;
  /** Questions to support. */
  tickets: readonly TicketLine[];
  /** How lists of invoices answer. */
  lists: 'answer' | 'fail' | 'hang';
  /** Answers given once, before the usual ones: `POST /auth/login` → [status, body]. */
  once: Map<string, readonly [status: number, body: unknown]>;
  calls: { method: string; path: string; headers: IncomingMessage['headers']; body: unknown }[];
}

export interface MockServer {
  readonly url: string;
  readonly state: MockState;
  /** How answers differed from what the server would send. */
  readonly drift: string[];
  reset(changes?: Partial<MockState>): void;
  /** Sends a change to every open page; of an invoice by default. */
  tell(event: LiveChange, entity?: LiveEntity): void;
  close(): Promise<void>;
}

/**
 * The API as the back office sees it, over typed fixtures, with the page's real Content-Security-Policy.
 * @param dist where the built back office lies.
 */
export async function startMockServer(dist: string): Promise<MockServer> {
  const state = freshState();
  const streams = new Set<ServerResponse>();
  const drift: string[] = [];
  const server = createServer((request, response) => {
    response.on(DRIFT, (difference: string) => drift.push(difference));
    void answer({ request, response, state, streams, dist }).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    state,
    drift,
    reset: (changes = {}) => void Object.assign(state, freshState(), changes),
    tell(event, entity = 'invoice') {
      for (const stream of streams) stream.write(`event: ${entity}\ndata: ${JSON.stringify(event)}\n\n`);
    },
    async close() {
      for (const stream of streams) stream.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function freshState(): MockState {
  return {
    signedIn: true,
    user: makeUser(),
    rows: makeRows(),
    invoice: makeInvoice(),
    balances: makeBalances(),
    reserves: [],
    accounts: makeAccounts(),
    team: makeTeam(),
    integration: makeIntegration(),
    payouts: makePayouts(),
    paymentRequests: makePaymentRequests(),
    refunds: makeRefunds(),
    cardOrders: makeCardOrders(),
    conversions: makeConversions(),
    dashboard: makeDashboard(),
    deposits: makeDeposits(),
    withdrawals: makeWithdrawals(),
    verification: makeVerification('integrating'),
    tickets: [],
    lists: 'answer',
    once: new Map(),
    calls: [],
  };
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  state: MockState;
  streams: Set<ServerResponse>;
  dist: string;
}

async function answer({ request, response, state, streams, dist }: Exchange) {
  const url = new URL(request.url ?? '/', 'http://mock');
  if (url.pathname.startsWith('/admin-assets/'))
    return sendFile(response, `${dist}${url.pathname.replaceAll('..', '')}`);
  if (url.pathname.endsWith('/live')) return openStream(request, response, streams);
  if (!isApi(request, url.pathname)) return sendPage(response, `${dist}/index.html`);
  const body = await readBody(request);
  state.calls.push({
    method: request.method ?? 'GET',
    path: `${url.pathname}${url.search}`,
    headers: request.headers,
    body,
  });
  const key = `${request.method} ${url.pathname}`;
  const once = state.once.get(key);
  if (once) {
    state.once.delete(key);
    return send(response, once[0], once[1]);
  }
  return api(request, response, { url, body, state });
}

function isApi({ method, headers }: IncomingMessage, path: string): boolean {
  // A page and a call may share an address (`/auth/first-password`): a browser asks for the page as text/html.
  const isPage = method === 'GET' && (headers.accept ?? '').includes('text/html');
  return (
    path.startsWith('/spa/') ||
    path === '/help-by-screen.json' ||
    method !== 'GET' ||
    (path.startsWith('/auth/') && !isPage)
  );
}

interface ApiCall {
  url: URL;
  body: unknown;
  state: MockState;
}

function api(request: IncomingMessage, response: ServerResponse, { url, body, state }: ApiCall) {
  const path = url.pathname;
  if (path === '/auth/csrf-cookie') {
    response.setHeader('set-cookie', 'XSRF-TOKEN=token-1; Path=/; SameSite=Lax');
    return send(response, 204, null);
  }
  if (request.method === 'POST' && request.headers['x-xsrf-token'] !== 'token-1')
    return fail(response, 419, 'csrf_mismatch');
  const call = {
    key: `${request.method} ${path}`,
    path: `${path}${url.search}`,
    body: (body ?? {}) as Record<string, unknown>,
  };
  const open = authAnswer(call, state) ?? invitationAnswer(call, state);
  if (open) return send(response, ...open);
  if (path === '/auth/login') {
    state.signedIn = true;
    return send(response, 200, { data: state.user });
  }
  if (path === '/auth/logout') {
    state.signedIn = false;
    return send(response, 204, null);
  }
  if (path === '/help-by-screen.json') return send(response, 200, HELP);
  if (!state.signedIn) return fail(response, 401, 'unauthenticated');
  const own =
    withdrawalAnswer(call, state) ??
    payoutAnswer(call, state) ??
    paymentRequestAnswer(call, state) ??
    refundAnswer(call, state) ??
    cardOrderAnswer(call, state) ??
    conversionAnswer(call, state) ??
    dashboardAnswer(call, state) ??
    depositAnswer(call, state) ??
    accountAnswer(call, state) ??
    teamAnswer(call, state) ??
    verificationAnswer(call, state) ??
    integrationAnswer(call, state);
  if (own === 'hang') return;
  if (own) return send(response, ...own);
  if (path === '/spa/user') return send(response, 200, { data: state.user });
  if (path.startsWith('/spa/profile/activate/')) {
    const { mode, shopId } = readShopPath(path.split('/').at(-1) ?? '');
    state.user = { ...state.user, active_profile_type: mode, active_shop_id: shopId };
    return send(response, 200, { data: state.user });
  }
  const happened = { '/history/transactions': MOVEMENTS, '/history/events': EVENTS };
  for (const [end, data] of Object.entries(happened)) {
    if (!path.endsWith(end)) continue;
    return send(response, 200, { data, pagination: { total: data.length, page: 1, per_page: 25 } });
  }
  if (path === '/spa/tickets') {
    const pagination = { total: state.tickets.length, page: 1, per_page: 15 };
    return send(response, 200, { data: state.tickets, pagination });
  }
  if (path.endsWith('/balances')) return send(response, 200, { data: state.balances });
  if (path.endsWith('/reserves')) return send(response, 200, { data: state.reserves });
  if (/\/invoices$/.test(path) && request.method === 'GET') return list(response, url.searchParams, state);
  return invoiceRoute(request, response, path, state);
}

const PAID: Omit<EmulatedPayment, 'invoice_id'> = {
  scenario: 'paid',
  txid: 'ab'.repeat(32),
  replaced_by: null,
  network: 'BTC',
  gate_id: 'BTC',
  output: '0',
  address: 'bcrt1qsimulated',
  destination_tag: null,
  amount: '0.00002815',
};

function invoiceRoute(request: IncomingMessage, response: ServerResponse, path: string, state: MockState) {
  const { invoice } = state;
  if (request.method === 'GET') {
    return path.endsWith(invoice.id) ? send(response, 200, { data: invoice }) : fail(response, 404, 'not_found');
  }
  if (path.endsWith('/done')) {
    state.invoice = {
      ...invoice,
      status: 'done',
      version: invoice.version + 1,
      actions: { ...invoice.actions, complete: false },
    };
    return send(response, 200, { data: sent(ShopInvoice, state.invoice) });
  }
  if (path.endsWith('/payments')) return send(response, 202, { data: { ...PAID, invoice_id: invoice.id } });
  if (path.endsWith('/blocks')) return send(response, 202, { data: { network: 'BTC', count: 1 } });
  if (path.endsWith('/fees')) return send(response, 202, { data: { network: 'BTC', percent: 500, seconds: 300 } });
  if (path.endsWith('/invoices')) return send(response, 201, { data: sent(ShopInvoice, invoice) });
  return fail(response, 404, 'not_found');
}

function list(response: ServerResponse, query: URLSearchParams, state: MockState) {
  if (state.lists === 'hang') return;
  if (state.lists === 'fail') return fail(response, 500, 'internal_error');
  const page = Number(query.get('page') ?? 1);
  const perPage = Number(query.get('per_page') ?? 25);
  const statuses = query.get('status')?.split(',');
  const ids = query.get('ids')?.split(',');
  const search = query.get('search') ?? '';
  const gate = query.get('gate_id');
  const found = state.rows
    .filter(({ status }) => !statuses || statuses.includes(status))
    .filter(({ id }) => !ids || ids.includes(id))
    .filter(({ gate_id }) => !gate || gate_id === gate)
    .filter(({ reference }) => (reference ?? '').includes(search));
  if (query.get('order') === 'asc') found.reverse();
  send(response, 200, {
    data: found.slice((page - 1) * perPage, page * perPage),
    pagination: { total: found.length, page, per_page: perPage },
  });
}

/** Emitted by a response whose body the real server would not send. */
const DRIFT = 'drift';

function send(response: ServerResponse, status: number, body: unknown) {
  const { method, url = '/' } = response.req;
  const path = url.split('?')[0] ?? url;
  const difference = /^\/(spa|auth)\//.test(path) ? driftOf({ call: `${method} ${path}`, status, body }) : null;
  if (difference !== null) response.emit(DRIFT, difference);
  response.statusCode = status;
  response.setHeader('content-type', 'application/json');
  response.end(body === null ? undefined : JSON.stringify(body));
}

export function errorBody(code: string, message = 'Something went wrong!', errors?: Record<string, string[]>) {
  return { message, code, request_id: 'req-7f3a91', errors };
}

function fail(response: ServerResponse, status: number, code: string) {
  send(response, status, errorBody(code));
}

function openStream(request: IncomingMessage, response: ServerResponse, streams: Set<ServerResponse>) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.write(': open\n\n');
  streams.add(response);
  request.on('close', () => streams.delete(response));
}

function sendFile(response: ServerResponse, path: string) {
  response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream');
  // Their names change with what is in them.
  response.setHeader('cache-control', 'public, max-age=31536000, immutable');
  createReadStream(path)
    .on('error', () => response.writeHead(404).end())
    .pipe(response);
}

/** The policy of the real server, so that what it would refuse fails here. */
function sendPage(response: ServerResponse, path: string) {
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  response.setHeader('content-security-policy', policy.join('; '));
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(readFileSync(path, 'utf8').replaceAll('__CSP_NONCE__', nonce));
}

function readBody(request: IncomingMessage): Promise<unknown> {
  return new Promise((resolve) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    const isJson = request.headers['content-type']?.startsWith('application/json') ?? false;
    // Files come as they are.
    request.on('end', () => resolve(text === '' ? null : isJson ? JSON.parse(text) : text));
  });
}
