import { gate } from '../../domain/assets/assets.ts';
import { currencyDecimals, isCurrency } from '../../domain/money/currencies.ts';
import { formatAmount, formatTrimmed } from '../../domain/money/money.ts';
import { readCoins, readCountries, readFiats, readOrder } from './banxa-answers.ts';
import { type BanxaCall, type BanxaOptions, banxaCaller, failed } from './banxa-calls.ts';
import { coinCodeOf, methodCodeOf } from './codes.ts';
import {
  type CardPartner,
  CardPartnerRefusedError,
  CardPartnerUnclearError,
  type CreatedOrder,
  type IdentityShare,
  type OrderRequest,
  type PartnerOrder,
  type PartnerQuote,
  type PurchaseAmount,
  type QuoteRequest,
  type SoughtOrder,
} from './port.ts';
import { type Json, listIn, minorIn, objectIn, textIn, webAddressIn } from './values.ts';

type Call = (call: BanxaCall) => Promise<Json>;

/**
 * The adapter to Banxa's hosted checkout, version 2 of its published interface: a key in a header, orders by
 * `POST /v2/buy`, which answers with the address of a checkout page. The list of orders has no filter by our
 * reference, so {@link CardPartner.findOrder} reads the payer's orders of the days in question.
 */
export function openBanxa(options: BanxaOptions): CardPartner {
  const call = banxaCaller(options);
  const nowMs = options.nowMs ?? Date.now;
  return {
    async currencies() {
      const [fiats, coins] = await Promise.all([
        call({ method: 'GET', path: '/v2/fiats/buy' }),
        call({ method: 'GET', path: '/v2/crypto/buy' }),
      ]);
      return { fiats: readFiats(fiats), coins: readCoins(coins) };
    },
    countries: async () => readCountries(await call({ method: 'GET', path: '/v2/countries' })),
    quote: (request) => quote(call, request),
    createOrder: (request) => createOrder(call, request),
    findOrder: (sought) => findOrder(call, sought, nowMs()),
    async order(partnerId) {
      if (!PARTNER_ID.test(partnerId)) throw new CardPartnerRefusedError('not_found', 'No order has such an id.');
      const lookup = { method: 'GET', path: `/v2/orders/${encodeURIComponent(partnerId)}` } as const;
      const answer = await call(lookup);
      const order = readOrder(answer);
      if (order?.partnerId !== partnerId) throw failed(lookup, 'The card partner answered with another order.');
      return order;
    },
    shareIdentity: (share) => shareIdentity(call, share),
  };
}

const PARTNER_ID = /^[\w-]{1,64}$/;

async function quote(call: Call, request: QuoteRequest): Promise<PartnerQuote> {
  const lookup = {
    method: 'GET',
    path: '/v2/quotes/buy',
    query: { ...purchaseOf(request), externalCustomerId: request.customerId, ipAddress: request.ipAddress },
  } as const;
  const answer = objectIn(unwrapped(await call(lookup)));
  const { gateId, currency } = request;
  const places = currencyDecimals(currency);
  const fiatMinor = minorIn(answer.fiatAmount, places, 'exact');
  const cryptoMinor = minorIn(answer.cryptoAmount, gate(gateId).decimals, 'down');
  const processingFeeMinor = minorIn(answer.processingFee ?? '0', places, 'up');
  const networkFeeMinor = minorIn(answer.networkFee ?? '0', places, 'up');
  if (!fiatMinor || !cryptoMinor || processingFeeMinor === null || networkFeeMinor === null)
    throw failed(lookup, 'The card partner quoted an amount that cannot be read.');
  return { gateId, currency, fiatMinor, cryptoMinor, processingFeeMinor, networkFeeMinor };
}

async function createOrder(call: Call, request: OrderRequest): Promise<CreatedOrder> {
  if (!REFERENCE.test(request.reference))
    throw new CardPartnerRefusedError('invalid', 'The reference has a wrong form.');
  const buyCall = {
    method: 'POST',
    path: '/v2/buy',
    body: {
      ...purchaseOf(request),
      walletAddress: request.address,
      walletAddressTag: request.destinationTag?.toString(),
      redirectUrl: request.returnUrl,
      externalCustomerId: request.customerId,
      externalOrderId: request.reference,
      email: request.email,
      metadata: request.metadata,
    },
  } as const;
  const answer = objectIn(unwrapped(await call(buyCall)));
  const partnerId = textIn(answer.id, 64);
  const checkoutUrl = webAddressIn(answer.checkoutUrl);
  if (partnerId === null || !PARTNER_ID.test(partnerId) || checkoutUrl === null)
    throw new CardPartnerUnclearError('The card partner created an order without an id or a checkout page.');
  return { partnerId, checkoutUrl };
}

const REFERENCE = /^[\w-]{1,64}$/;
const PAGE = 100;
const MAX_PAGES = 10;
const DAY_MS = 86_400_000;

/** The list is by days, of an unpublished time zone: one more on either side. */
async function findOrder(
  call: Call,
  { reference, customerId, sinceMs }: SoughtOrder,
  nowMs: number,
): Promise<PartnerOrder | null> {
  const found = new Map<string, PartnerOrder>();
  const lookup = { method: 'GET', path: '/v2/orders' } as const;
  for (let page = 0; ; page += 1) {
    if (page === MAX_PAGES) throw failed(lookup, 'The card partner lists too many orders of one customer.');
    const answer = objectIn(
      await call({
        ...lookup,
        query: {
          start: dayOf(sinceMs - DAY_MS),
          end: dayOf(nowMs + DAY_MS),
          externalCustomerId: customerId,
          limit: String(PAGE),
          skip: String(page * PAGE),
        },
      }),
    );
    const listed = listIn(answer.orders);
    for (const each of listed) {
      const order = readOrder(each);
      if (order?.reference === reference) found.set(order.partnerId, order);
    }
    const total = minorIn(answer.total, 0, 'exact');
    const isLast = total === null ? listed.length < PAGE : BigInt((page + 1) * PAGE) >= total;
    if (listed.length === 0 || isLast) break;
  }
  const [first, ...others] = found.values();
  if (others.length > 0) throw new CardPartnerUnclearError(`Several orders of the card partner are ${reference}.`);
  return first ?? null;
}

async function shareIdentity(call: Call, share: IdentityShare): Promise<void> {
  const { customerId, provider, token, email, mobileNumber } = share;
  const body = { externalCustomerId: customerId, email, mobileNumber, provider: { vendor: provider, token } };
  await call({ method: 'POST', path: '/v2/identities/token/share', body, signed: true });
}

function purchaseOf({ gateId, currency, amount, method }: QuoteRequest) {
  if (!isCurrency(currency)) throw new CardPartnerRefusedError('invalid', 'The currency is not known.');
  return { ...coinCodeOf(gateId), fiat: currency, paymentMethodId: methodCodeOf(method), ...amountOf(amount) };

  function amountOf({ kind, minor }: PurchaseAmount) {
    if (minor <= 0n) throw new CardPartnerRefusedError('below_minimum', 'The amount must be above zero.');
    return kind === 'fiat'
      ? { fiatAmount: formatAmount(minor, currencyDecimals(currency)) }
      : { cryptoAmount: formatTrimmed(minor, gate(gateId).decimals) };
  }
}

/** Some answers are inside of `data`. */
function unwrapped(answer: Json): Json {
  return objectIn(answer).data ?? answer;
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
