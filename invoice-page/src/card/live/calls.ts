import type { Static } from 'typebox';
import type {
  CardCodeSent,
  CardCurrencies,
  CardInvoiceOffer,
  CardOrder,
  CardPartner,
  CardPayment,
  CardQuote,
  CardVerification,
  NewCardOrder,
  SetAmountBody,
} from '../../../../contract/card-payment.ts';
import type { CryptoGateId } from '../../../../domain/assets/assets.ts';
import type { CardMethod } from '../../../../domain/card-orders/payment-method.ts';
import type { Locale } from '../../i18n/locale.ts';
import { callApi, json } from '../../live/client.ts';

export type CodeSent = Static<typeof CardCodeSent>;

/** One side of a purchase; the other one is calculated. */
export interface QuoteRequest {
  readonly side: 'fiat' | 'crypto';
  readonly amount: string;
  readonly gateId: CryptoGateId;
  readonly fiat: string;
  readonly country: string;
  readonly method: CardMethod;
}

/** An order and what proves that it is the caller's. */
export interface OrderKey {
  readonly id: string;
  readonly secret: string;
}

/** The customer's calls (`docs/api/card-purchase.md`); all throw ClientError. */
export interface CardClient {
  partner(shop: string): Promise<CardPartner>;
  currencies(shop: string): Promise<CardCurrencies>;
  quote(shop: string, request: QuoteRequest, signal: AbortSignal): Promise<CardQuote>;
  invoiceOffer(invoice: string, choice: InvoiceChoice, signal: AbortSignal): Promise<CardInvoiceOffer>;
  /** Makes a draft, or changes the amount of the one whose key is given. */
  setAmount(body: SetAmountBody, key: OrderKey | null): Promise<NewCardOrder>;
  payInvoice(invoice: string, choice: InvoiceChoice & { language: Locale }): Promise<NewCardOrder>;
  read(key: OrderKey): Promise<CardOrder>;
  setAddress(key: OrderKey, target: { address: string; destination_tag?: string }): Promise<CardOrder>;
  sendCode(key: OrderKey, email: string, language: Locale): Promise<CodeSent>;
  /** Gives the order a customer. The answer itself is not used. */
  enterCode(key: OrderKey, proof: { email: string; code: string }): Promise<object>;
  verification(key: OrderKey): Promise<CardVerification>;
  place(key: OrderKey): Promise<CardOrder>;
  payment(key: OrderKey): Promise<CardPayment>;
  cancel(key: OrderKey): Promise<CardOrder>;
  acceptQuote(key: OrderKey, quote: Pick<CardQuote, 'fiat_amount' | 'crypto_amount'>): Promise<CardOrder>;
}

export interface InvoiceChoice {
  readonly country: string;
  readonly method: CardMethod;
}

const BASE = '/customer/card-payment';

export function createCardClient(fetcher: typeof fetch = (...args) => fetch(...args)): CardClient {
  const get = <T>(path: string, is: Guard<T>, init: RequestInit = {}) =>
    callApi(fetcher, path, { ...init, method: 'GET' }, is);
  /** About an order, with its secret in a header: in an address it would be written into logs and histories. */
  const act = <T>(key: OrderKey, path: string, is: Guard<T>, body: object = {}, method = 'POST') => {
    const { headers, body: text } = json(body);
    return callApi(fetcher, `${BASE}/${path}`, { method, headers: { ...headers, ...bearer(key) }, body: text }, is);
  };
  const ofOrder = <T>(key: OrderKey, path: string, is: Guard<T>, body: object = {}) =>
    act(key, path, is, { order_id: key.id, ...body });
  return {
    partner: (shop) => get(`${BASE}/partner?${query({ shop })}`, hasList<CardPartner>('countries')),
    currencies: (shop) => get(`${BASE}/currencies?${query({ shop })}`, hasList<CardCurrencies>('gates')),
    quote: (shop, { side, gateId, ...request }, signal) =>
      get(
        `${BASE}/${side === 'fiat' ? 'amount-from' : 'amount-to'}?${query({ shop, gate_id: gateId, ...request })}`,
        hasText<CardQuote>('crypto_amount'),
        { signal },
      ),
    invoiceOffer: (invoice, choice, signal) =>
      get(`${ofInvoice(invoice)}?${query({ ...choice })}`, hasFlag<CardInvoiceOffer>('available'), { signal }),
    setAmount: (body, key) => {
      const { headers, body: text } = json(key === null ? body : { ...body, order_id: key.id });
      const proof = key === null ? {} : bearer(key);
      return callApi(
        fetcher,
        `${BASE}/set-amount`,
        { method: 'POST', headers: { ...headers, ...proof }, body: text },
        isNew,
      );
    },
    payInvoice: (invoice, choice) => callApi(fetcher, ofInvoice(invoice), { method: 'POST', ...json(choice) }, isNew),
    read: (key) => get(`${BASE}/orders/${key.id}`, isOrder, { headers: bearer(key) }),
    setAddress: (key, target) => ofOrder(key, 'set-address', isOrder, target),
    sendCode: (key, email, language) =>
      ofOrder(key, 'customer/send-code', hasText<CodeSent>('email_masked'), { email, language }),
    enterCode: (key, proof) => ofOrder(key, 'customer', isObject, { ...proof, accepts_terms: true }),
    verification: (key) => ofOrder(key, 'customer/verification-token', hasText<CardVerification>('status')),
    place: (key) => ofOrder(key, 'orders', isOrder),
    payment: (key) => ofOrder(key, 'customer/payment-token', hasText<CardPayment>('checkout_url')),
    cancel: (key) => act(key, `orders/${key.id}`, isOrder, { action: 'cancel' }, 'PATCH'),
    acceptQuote: (key, { fiat_amount, crypto_amount }) =>
      act(key, `orders/${key.id}`, isOrder, { action: 'accept_quote', fiat_amount, crypto_amount }, 'PATCH'),
  };
}

const ofInvoice = (id: string): string => `/customer/invoices/${encodeURIComponent(id)}/card`;
const bearer = ({ secret }: OrderKey) => ({ authorization: `Bearer ${secret}` });
const query = (values: Record<string, string>): string => new URLSearchParams(values).toString();

type Guard<T> = (data: unknown) => data is T;

/** The server's schemas vouch for the rest of an answer. */
const has = (data: unknown, field: string, check: (value: unknown) => boolean): boolean =>
  typeof data === 'object' && data !== null && field in data && check(Reflect.get(data, field));
const hasList =
  <T>(field: string): Guard<T> =>
  (data): data is T =>
    has(data, field, Array.isArray);
const hasText =
  <T>(field: string): Guard<T> =>
  (data): data is T =>
    has(data, field, (value) => typeof value === 'string');
const hasFlag =
  <T>(field: string): Guard<T> =>
  (data): data is T =>
    has(data, field, (value) => typeof value === 'boolean');
const isObject: Guard<object> = (data): data is object => typeof data === 'object' && data !== null;
const isOrder: Guard<CardOrder> = (data): data is CardOrder =>
  has(data, 'id', (value) => typeof value === 'string') && has(data, 'version', (value) => typeof value === 'number');
const isNew: Guard<NewCardOrder> = (data): data is NewCardOrder => has(data, 'order', isOrder);
