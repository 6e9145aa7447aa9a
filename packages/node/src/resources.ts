import type { components } from './api-types.ts';
import type { Answered, Call, Http, MoneyOptions, QueryValues, RequestOptions } from './http.ts';
import { part } from './ids.ts';
import { listOf } from './lists.ts';
import type {
  Address,
  Balance,
  Body,
  CardOrder,
  Currency,
  Deposit,
  Gate,
  Invoice,
  MassPayout,
  MassPayoutLine,
  Me,
  PaymentLink,
  PaymentRequest,
  Payout,
  PayoutQuote,
  Query,
  Rate,
  Refund,
  RefundLink,
  WebhookDelivery,
  Withdrawal,
} from './types.ts';
import { verifyWebhook } from './webhooks.ts';

type Schemas = components['schemas'];
type Options = RequestOptions;

/** The calls of every resource, by the names of the API reference. */
export function resourcesOf(http: Http) {
  return {
    ...moneyIn(http),
    ...moneyOut(http),
    ...about(http),
    webhookEndpoints: endpoints(http),
    sandbox: sandbox(http),
  };
}

function moneyIn(http: Http) {
  const { get, post, patch, list } = verbsOf(http);
  return {
    invoices: {
      create: (body: Body<'createInvoice'>, options?: Options) => post<Invoice>('/invoices', body, options),
      get: (id: string, options?: Options) => get<Invoice>(`/invoices/${part(id)}`, options),
      list: (query: Query<'listInvoices'> = {}, options?: Options) => list<Invoice>('/invoices', query, options),
      /** Possible until a payment is detected. */
      cancel: (id: string, options?: Options) => post<Invoice>(`/invoices/${part(id)}/cancel`, undefined, options),
      /** Changes amount and items until a payment is seen, reference and metadata always. */
      update: (id: string, body: Body<'updateInvoice'>, options?: Options) =>
        patch<Invoice>(`/invoices/${part(id)}`, body, options),
      /** Accepts what was paid. */
      complete: (id: string, options?: Options) => post<Invoice>(`/invoices/${part(id)}/complete`, undefined, options),
      /** In sandbox only. */
      expire: (id: string, options?: Options) => post<Invoice>(`/invoices/${part(id)}/expire`, undefined, options),
      /** Returns the money to the address of the payer. */
      refund: (id: string, body: Body<'createRefund'> & { address: string }, options?: MoneyOptions) =>
        post<Refund>(`/invoices/${part(id)}/refunds`, body, options, checkOf(options)),
      /** Makes a link by which the payer claims a value, such as 25.00 EUR, and says where the money goes. */
      refundByLink: (
        id: string,
        body: Omit<Body<'createRefund'>, 'address' | 'destination_tag'>,
        options?: MoneyOptions,
      ) => post<RefundLink>(`/invoices/${part(id)}/refunds`, body, options, checkOf(options)),
    },
    paymentLinks: {
      /** Anyone who has its address can pay it, as often as they like. */
      create: (body: Body<'createPaymentLink'>, options?: Options) =>
        post<PaymentLink>('/payment-links', body, options),
      get: (id: string, options?: Options) => get<PaymentLink>(`/payment-links/${part(id)}`, options),
      list: (query: Query<'listPaymentLinks'> = {}, options?: Options) =>
        list<PaymentLink>('/payment-links', query, options),
      /** Changes what is named; `active` turns it on and off. */
      update: (id: string, body: Body<'updatePaymentLink'>, options?: Options) =>
        patch<PaymentLink>(`/payment-links/${part(id)}`, body, options),
    },
    paymentRequests: {
      /** Emails one person the address of a page that makes an invoice. */
      create: (body: Body<'createPaymentRequest'>, options?: Options) =>
        post<PaymentRequest>('/payment-requests', body, options),
      get: (id: string, options?: Options) => get<PaymentRequest>(`/payment-requests/${part(id)}`, options),
      list: (query: Query<'listPaymentRequests'> = {}, options?: Options) =>
        list<PaymentRequest>('/payment-requests', query, options),
      /** Possible until something was paid. */
      cancel: (id: string, options?: Options) =>
        post<PaymentRequest>(`/payment-requests/${part(id)}/cancel`, undefined, options),
    },
    refunds: {
      get: (id: string, options?: Options) => get<Refund>(`/refunds/${part(id)}`, options),
      list: (query: Query<'listRefunds'> = {}, options?: Options) => list<Refund>('/refunds', query, options),
    },
    addresses: {
      create: (body: Body<'createAddress'>, options?: Options) => post<Address>('/addresses', body, options),
      get: (id: string, options?: Options) => get<Address>(`/addresses/${part(id)}`, options),
      list: (query: Query<'listAddresses'> = {}, options?: Options) => list<Address>('/addresses', query, options),
    },
    deposits: {
      get: (id: string, options?: Options) => get<Deposit>(`/deposits/${part(id)}`, options),
      list: (query: Query<'listDeposits'> = {}, options?: Options) => list<Deposit>('/deposits', query, options),
    },
    cardOrders: {
      get: (id: string, options?: Options) => get<CardOrder>(`/card-orders/${part(id)}`, options),
      list: (query: Query<'listCardOrders'> = {}, options?: Options) => list<CardOrder>('/card-orders', query, options),
    },
  };
}

function moneyOut(http: Http) {
  const { get, post, list } = verbsOf(http);
  return {
    payouts: {
      create: (body: Body<'createPayout'>, options?: MoneyOptions) =>
        post<Payout>('/payouts', body, options, checkOf(options)),
      get: (id: string, options?: Options) => get<Payout>(`/payouts/${part(id)}`, options),
      list: (query: Query<'listPayouts'> = {}, options?: Options) => list<Payout>('/payouts', query, options),
      cancel: (id: string, options?: Options) => post<Payout>(`/payouts/${part(id)}/cancel`, undefined, options),
      /** Fees and totals at present; nothing is held. */
      quote: (query: Query<'quotePayout'>, options?: Options) => get<PayoutQuote>('/payouts/quote', options, query),
    },
    massPayouts: {
      create: (body: Body<'createMassPayout'>, options?: MoneyOptions) =>
        post<MassPayout>('/mass-payouts', body, options, checkOf(options)),
      get: (id: string, options?: Options) => get<MassPayout>(`/mass-payouts/${part(id)}`, options),
      list: (query: Query<'listMassPayouts'> = {}, options?: Options) =>
        list<MassPayout>('/mass-payouts', query, options),
      lines: (id: string, query: Query<'listMassPayoutLines'> = {}, options?: Options) =>
        list<MassPayoutLine>(`/mass-payouts/${part(id)}/lines`, query, options),
      cancel: (id: string, options?: Options) =>
        post<MassPayout>(`/mass-payouts/${part(id)}/cancel`, undefined, options),
    },
    withdrawals: {
      get: (id: string, options?: Options) => get<Withdrawal>(`/withdrawals/${part(id)}`, options),
      list: (query: Query<'listWithdrawals'> = {}, options?: Options) =>
        list<Withdrawal>('/withdrawals', query, options),
    },
  };
}

function about(http: Http) {
  const { get, post, list } = verbsOf(http);
  return {
    me: {
      /** Mode, permissions and limits of the token. */
      get: (options?: Options) => get<Me>('/me', options),
    },
    currencies: {
      list: (query: Query<'listCurrencies'> = {}, options?: Options) => list<Currency>('/currencies', query, options),
    },
    balances: {
      list: (query: Query<'listBalances'> = {}, options?: Options) => list<Balance>('/balances', query, options),
    },
    gates: { list: (query: Query<'listGates'> = {}, options?: Options) => list<Gate>('/gates', query, options) },
    rates: { list: (query: Query<'listRates'> = {}, options?: Options) => list<Rate>('/rates', query, options) },
    webhooks: {
      deliveries: (query: Query<'listWebhookDeliveries'> = {}, options?: Options) =>
        list<WebhookDelivery>('/webhooks/deliveries', query, options),
      /** Sends the same event again; its id is that of the delivery. */
      redeliver: (id: string, options?: Options) =>
        post<WebhookDelivery>(`/webhooks/deliveries/${part(id)}/redeliver`, undefined, options),
      /** Verifies a webhook and returns its event. */
      verify: verifyWebhook,
      test: (body: Body<'sendTestWebhook'> = {}, options?: Options) =>
        post<Schemas['TestSent']>('/webhooks/test', body, options),
    },
  };
}

/** Where events are sent, besides the notification URL of the shop. */
function endpoints(http: Http) {
  const { get, post, patch, remove, list } = verbsOf(http);
  const path = (id: string) => `/webhook-endpoints/${part(id)}`;
  return {
    /** The secret is in this answer and in none after it. */
    create: (body: Body<'createWebhookEndpoint'>, options?: Options) =>
      post<Schemas['WebhookEndpointWithSecret']>('/webhook-endpoints', body, options),
    get: (id: string, options?: Options) => get<Schemas['WebhookEndpoint']>(path(id), options),
    list: (query: Query<'listWebhookEndpoints'> = {}, options?: Options) =>
      list<Schemas['WebhookEndpoint']>('/webhook-endpoints', query, options),
    update: (id: string, body: Body<'updateWebhookEndpoint'>, options?: Options) =>
      patch<Schemas['WebhookEndpoint']>(path(id), body, options),
    delete: (id: string, options?: Options) => remove(path(id), options),
    /** Both secrets sign for a while: pass both to `verifyWebhook`. */
    rotateSecret: (id: string, body: Body<'rotateWebhookEndpointSecret'> = {}, options?: Options) =>
      post<Schemas['WebhookEndpointWithSecret']>(`${path(id)}/rotate-secret`, body, options),
  };
}

/** Plays payer, chain and bank. With sandbox keys only. */
function sandbox(http: Http) {
  const { post } = verbsOf(http);
  return {
    payInvoice: (id: string, body: Body<'emulateInvoicePayment'>, options?: Options) =>
      post<Schemas['EmulatedPayment']>(`/sandbox/invoices/${part(id)}/payments`, body, options),
    payAddress: (id: string, body: Body<'emulateAddressPayment'>, options?: Options) =>
      post<Schemas['EmulatedDeposit']>(`/sandbox/addresses/${part(id)}/payments`, body, options),
    mineBlocks: (network: Schemas['Network'], body: Body<'mineBlocks'> = {}, options?: Options) =>
      post<Schemas['RequestedBlocks']>(`/sandbox/networks/${part(network)}/blocks`, body, options),
    setFees: (network: Schemas['Network'], body: Body<'setNetworkFees'>, options?: Options) =>
      post<Schemas['RequestedFees']>(`/sandbox/networks/${part(network)}/fees`, body, options),
    transferToBank: (body: Body<'emulateBankTransfer'>, options?: Options) =>
      post<Schemas['EmulatedCredit']>('/sandbox/bank/credits', body, options),
  };
}

function checkOf(options: MoneyOptions | undefined): QueryValues | undefined {
  return options?.validateOnly === true ? { validate_only: true } : undefined;
}

function verbsOf(http: Http) {
  const call = async <Data>(request: Call, options?: Options) => {
    const { content, lastResponse } = await http.send<{ data: Data }>(request, options);
    // Not listed, so that an object can be stored and compared as the API returned it.
    return Object.defineProperty(content.data, 'lastResponse', { value: lastResponse }) as Answered<Data>;
  };
  return {
    get: <Data>(path: string, options?: Options, query?: QueryValues) =>
      call<Data>({ method: 'GET', path, query }, options),
    post: <Data>(path: string, body: unknown, options?: Options, query?: QueryValues) =>
      call<Data>({ method: 'POST', path, body, query }, options),
    patch: <Data>(path: string, body: unknown, options?: Options) =>
      call<Data>({ method: 'PATCH', path, body }, options),
    remove: async (path: string, options?: Options) => void (await http.send({ method: 'DELETE', path }, options)),
    list: <Item extends object>(path: string, query: QueryValues, options?: Options) =>
      listOf<Item>(http, path, query, options),
  };
}
