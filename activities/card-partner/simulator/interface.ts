import { randomBytes } from 'node:crypto';
import { simChainsTable } from '../../../db/simulator/rows.ts';
import { parseAddress } from '../../../domain/assets/addresses.ts';
import { CRYPTO_GATES, type CryptoGateId, gate } from '../../../domain/assets/assets.ts';
import { DomainError } from '../../../domain/errors.ts';
import { currencyDecimals } from '../../../domain/money/currencies.ts';
import { coinCodeOf, gateOfCoin } from '../codes.ts';
import type { PurchaseAmount } from '../port.ts';
import { isAuthorized } from '../signature.ts';
import { type Json, minorIn, objectIn, parseLossless, textIn } from '../values.ts';
import { type Answer, jsonAnswer, type SimulatedAccount, type SimulatorContext } from './context.ts';
import { countryList } from './countries.ts';
import type { CallFault, CallScope } from './faults.ts';
import { FIATS, outsideLimits, type Price, priceOf } from './prices.ts';
import { announceCustomer } from './progress.ts';
import type { SimulatedOrder } from './state.ts';

export interface InterfaceCall {
  readonly method: string;
  /** With the query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Uint8Array;
}

interface Requested {
  readonly context: SimulatorContext;
  readonly account: SimulatedAccount;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: { readonly [name: string]: Json | undefined };
  readonly fault: CallFault | undefined;
}

/** Which faults concern a call. */
export function scopeOf({ method, target }: Pick<InterfaceCall, 'method' | 'target'>): CallScope {
  const path = new URL(target, 'http://simulator').pathname;
  if (path.endsWith('/v2/buy')) return 'create';
  if (path.endsWith('/v2/orders')) return 'orders';
  if (path.includes('/v2/orders/')) return 'order';
  if (path.includes('/v2/quotes/')) return 'quote';
  return method === 'POST' ? 'identity' : 'lists';
}

/** Answers a call of the published interface. */
export async function answerCall(
  context: SimulatorContext,
  account: SimulatedAccount,
  call: InterfaceCall,
  fault: CallFault | undefined,
): Promise<Answer> {
  const url = new URL(call.target, 'http://simulator');
  const path = url.pathname.slice(`/${account.partner}`.length);
  if (call.headers['x-api-key'] !== account.key) return jsonAnswer(401, { message: 'Unauthenticated' });
  let body: Requested['body'];
  try {
    body = objectIn(parseLossless(Buffer.from(call.body).toString() || '{}'));
  } catch {
    return jsonAnswer(400, { code: '4002', message: 'Validation error' });
  }
  const requested: Requested = { context, account, path, query: url.searchParams, body, fault };
  switch (`${call.method} ${path}`) {
    case 'GET /v2/fiats/buy':
      return jsonAnswer(200, fiats());
    case 'GET /v2/crypto/buy':
      return jsonAnswer(200, await coins(requested));
    case 'GET /v2/countries':
      return jsonAnswer(200, countryList());
    case 'GET /v2/quotes/buy':
      return quote(requested);
    case 'POST /v2/buy':
      return create(requested);
    case 'GET /v2/orders':
      return listOrders(requested);
    case 'POST /v2/identities/token/share':
      return share(requested, call);
    default:
      return oneOrder(requested, call.method);
  }
}

function fiats() {
  const method = (id: string, name: string, { min, max }: { readonly min: number; readonly max: number }) => ({
    id,
    name,
    minimum: String(min),
    maximum: String(max),
  });
  return Object.entries(FIATS).map(([id, limits]) => ({
    id,
    description: limits.title,
    supportedPaymentMethods: [
      method('debit-credit-card', 'Credit or Debit Card', limits),
      method('apple-pay', 'Apple Pay', limits),
      method('sepa-bank-transfer', 'SEPA', limits),
    ],
  }));
}

/** The coins whose chains are simulated: the others could not be delivered. */
async function coins({ context, account }: Requested) {
  const chains = await simChainsTable.find(context.db, { mode: account.mode });
  const networks = new Set(chains.map(({ network }) => network));
  const sold = CRYPTO_GATES.filter((id) => networks.has(gate(id).network));
  const codes = new Set(sold.map((id) => coinCodeOf(id).crypto));
  return [...codes].map((crypto) => ({
    id: crypto,
    description: crypto,
    blockchains: sold
      .filter((id) => coinCodeOf(id).crypto === crypto)
      .map((id, index) => ({
        id: coinCodeOf(id).blockchain,
        description: gate(id).networkTitle,
        isDefaultBlockchain: index === 0,
        minimum: '0',
        unsupportedCountries: crypto === 'USDT' ? { CA: [], US: ['NY'] } : [],
      })),
  }));
}

interface Purchase {
  readonly gateId: CryptoGateId;
  readonly currency: string;
  readonly amount: PurchaseAmount;
}

/** The purchase in a query or a body, or the refusal of it. */
function purchaseIn(given: (name: string) => string | null): Purchase | Answer {
  const gateId = gateOfCoin(given('crypto') ?? '', given('blockchain') ?? '');
  const currency = given('fiat') ?? '';
  if (gateId === null) return refusal('The cryptocurrency is not supported on this blockchain.');
  if (FIATS[currency] === undefined) return refusal('The fiat currency is not supported.');
  // If both are given, the published rule is that the amount of coins counts.
  const coinsMinor = minorIn(given('cryptoAmount') ?? '', gate(gateId).decimals, 'exact');
  const moneyMinor = minorIn(given('fiatAmount') ?? '', currencyDecimals(currency), 'exact');
  if (coinsMinor) return { gateId, currency, amount: { kind: 'crypto', minor: coinsMinor } };
  if (moneyMinor) return { gateId, currency, amount: { kind: 'fiat', minor: moneyMinor } };
  return refusal('Either fiatAmount or cryptoAmount must be provided.');
}

async function quote({ context, account, query }: Requested): Promise<Answer> {
  const purchase = purchaseIn((name) => query.get(name));
  if ('status' in purchase) return purchase;
  const price = await priceWithin(context, account, purchase, 0n);
  if ('status' in price) return price;
  return jsonAnswer(200, { paymentMethodId: query.get('paymentMethodId'), ...price });
}

const MOVED_BPS = 200n;

async function create({ context, account, body, fault }: Requested): Promise<Answer> {
  const given = (name: string) => textIn(body[name], 2_000);
  const purchase = purchaseIn(given);
  if ('status' in purchase) return purchase;
  const required = ['walletAddress', 'redirectUrl', 'externalCustomerId'].find((name) => given(name) === null);
  if (required !== undefined) return refusal(`The ${required} field is required.`);
  const { network, tag } = gate(purchase.gateId);
  try {
    parseAddress(network, given('walletAddress') ?? '', 'regtest');
  } catch (error) {
    if (error instanceof DomainError) return refusal('The wallet address is not valid for this blockchain.');
    throw error;
  }
  if (tag === 'required' && given('walletAddressTag') === null) return refusal('The wallet address needs a tag.');
  const price = await priceWithin(context, account, purchase, fault === 'rate_moves' ? MOVED_BPS : 0n);
  if ('status' in price) return price;
  const order = newOrder(context, account, { ...purchase, price, given });
  context.state.add(order);
  context.state.save();
  const checkoutUrl = `${context.url()}/checkout/${order.checkoutToken}`;
  return jsonAnswer(200, { ...orderBody(context, order), checkoutUrl });
}

function newOrder(
  { nowMs, pace, state }: SimulatorContext,
  { mode }: SimulatedAccount,
  made: Purchase & { readonly price: Price; readonly given: (name: string) => string | null },
): SimulatedOrder {
  const { gateId, currency, price, given } = made;
  const customerId = given('externalCustomerId') ?? '';
  const email = given('email');
  const isKnown = state.known.has(customerId);
  return {
    id: randomBytes(16).toString('hex'),
    mode,
    reference: given('externalOrderId'),
    customerId,
    gateId,
    ...coinCodeOf(gateId),
    fiat: currency,
    method: given('paymentMethodId') ?? 'debit-credit-card',
    ...price,
    address: given('walletAddress') ?? '',
    tag: given('walletAddressTag'),
    returnUrl: given('redirectUrl') ?? '',
    metadata: given('metadata'),
    createdAtMs: nowMs(),
    pageToken: randomBytes(24).toString('base64url'),
    checkoutToken: randomBytes(24).toString('base64url'),
    checkoutUntilMs: nowMs() + pace.checkoutLifeMs,
    email,
    name: null,
    step: email === null ? 'email' : isKnown ? 'card' : 'identity',
    behavior: null,
    status: 'pendingPayment',
    statusAtMs: nowMs(),
    expiresAtMs: nowMs() + pace.orderLifeMs,
    nextAtMs: null,
    transactionHash: '0',
  };
}

async function priceWithin(
  { db, nowMs }: SimulatorContext,
  { mode }: SimulatedAccount,
  purchase: Purchase,
  extraBps: bigint,
): Promise<Price | Answer> {
  const price = await priceOf(db, { ...purchase, mode, nowMs: nowMs(), extraBps });
  if (price === null) return jsonAnswer(503, { message: 'No price at present' });
  const outside = outsideLimits(price.fiatAmount, purchase.currency);
  if (outside === 'below') return refusal('The amount is below the minimum of this payment method.');
  if (outside === 'above') return refusal('The amount exceeds the maximum of this payment method.');
  return price;
}

function listOrders({ context, account, query, fault }: Requested): Answer {
  const [start, end] = [query.get('start'), query.get('end')];
  if (start === null || end === null) return refusal('The start and end fields are required.');
  const until = Date.parse(end) + 86_400_000;
  const customerId = query.get('externalCustomerId');
  const status = query.get('status');
  const all = [...context.state.orders.values()]
    .filter((order) => order.mode === account.mode)
    .filter(({ createdAtMs }) => createdAtMs >= Date.parse(start) && createdAtMs < until)
    .filter((order) => (customerId === null || order.customerId === customerId) && (!status || order.status === status))
    .reverse()
    .slice(fault === 'hidden' ? 1 : 0);
  const skip = Number(query.get('skip') ?? 0);
  const orders = all.slice(skip, skip + Math.min(Number(query.get('limit') ?? 10), 100));
  return jsonAnswer(200, {
    orders: orders.map((order) => orderBody(context, order)),
    pageTotal: orders.length,
    total: all.length,
  });
}

function oneOrder({ context, account, path }: Requested, method: string): Answer {
  const id = /^\/v2\/orders\/([\w-]+)$/.exec(path)?.[1] ?? '';
  const order = context.state.orders.get(id);
  if (method !== 'GET' || order?.mode !== account.mode) return jsonAnswer(404, { message: 'Not found' });
  return jsonAnswer(200, orderBody(context, order));
}

function share({ context, account, path, body }: Requested, call: InterfaceCall): Answer {
  const authorization = call.headers.authorization;
  const request = { method: 'POST', path: `/${account.partner}${path}`, body: call.body };
  const known = { secret: account.secret, nowMs: context.nowMs(), windowMs: 60_000 };
  if (typeof authorization !== 'string' || !isAuthorized(authorization, request, known))
    return jsonAnswer(401, { message: 'Unauthenticated' });
  const customerId = textIn(body.externalCustomerId);
  const provider = objectIn(body.provider);
  if (customerId === null || textIn(body.email) === null || textIn(body.mobileNumber) === null)
    return refusal('Validation error');
  if (textIn(provider.vendor) !== 'sumsub') return jsonAnswer(400, { code: '4005', message: 'Feature is not enabled' });
  context.state.known.add(customerId);
  announceCustomer(context, account.mode, customerId);
  context.state.save();
  return jsonAnswer(202, { externalCustomerId: customerId });
}

/** Only money and texts, never a float: every number of the interface is a text. */
function orderBody({ url }: SimulatorContext, order: SimulatedOrder) {
  return {
    id: order.id,
    externalId: order.reference,
    externalCustomerId: order.customerId,
    country: 'DE',
    orderType: 'BUY',
    orderStatusUrl: `${url()}/order/${order.pageToken}`,
    status: order.status,
    createdAt: new Date(order.createdAtMs).toISOString(),
    updatedAt: new Date(order.statusAtMs).toISOString(),
    crypto: { id: order.crypto, blockchain: order.blockchain },
    fiat: order.fiat,
    fiatAmount: order.fiatAmount,
    // With more places than the coin has, as they write it.
    cryptoAmount: order.cryptoAmount.includes('.') ? order.cryptoAmount.padEnd(20, '0') : order.cryptoAmount,
    paymentMethodId: order.method,
    processingFee: order.processingFee,
    networkFee: order.networkFee,
    partnerFee: '',
    walletAddress: order.address,
    walletAddressTag: order.tag ?? '',
    transactionHash: order.transactionHash,
    metadata: order.metadata,
  };
}

function refusal(message: string): Answer {
  return jsonAnswer(422, { code: '4002', message });
}
