import { eventCalls } from './events.ts';
import { Http, type TidegateOptions } from './http.ts';
import { ledgerEntryCalls } from './ledger-entries.ts';
import { requestCalls } from './requests.ts';
import { resourcesOf } from './resources.ts';

export * from './errors.ts';
export type { FollowOptions, LiveOptions } from './events.ts';
export type { Answered, LastResponse, MoneyOptions, RequestOptions, TidegateOptions } from './http.ts';
export { List, type Page } from './lists.ts';
export type * from './types.ts';
export { API_VERSION, VERSION } from './version.ts';
export { type VerifyOptions, verifyWebhook, type WebhookHeaders } from './webhooks.ts';

type Resources = ReturnType<typeof resourcesOf>;

/** A client of your gateway. Use one for the life of your process, on servers only: it holds the secret. */
export class Tidegate {
  readonly invoices: Resources['invoices'];
  readonly paymentLinks: Resources['paymentLinks'];
  readonly paymentRequests: Resources['paymentRequests'];
  readonly refunds: Resources['refunds'];
  readonly addresses: Resources['addresses'];
  readonly deposits: Resources['deposits'];
  readonly cardOrders: Resources['cardOrders'];
  readonly payouts: Resources['payouts'];
  readonly massPayouts: Resources['massPayouts'];
  readonly withdrawals: Resources['withdrawals'];
  readonly me: Resources['me'];
  readonly currencies: Resources['currencies'];
  readonly balances: Resources['balances'];
  readonly gates: Resources['gates'];
  readonly rates: Resources['rates'];
  readonly webhooks: Resources['webhooks'];
  readonly webhookEndpoints: Resources['webhookEndpoints'];
  readonly sandbox: Resources['sandbox'];
  readonly events: ReturnType<typeof eventCalls>;
  readonly ledgerEntries: ReturnType<typeof ledgerEntryCalls>;
  readonly requests: ReturnType<typeof requestCalls>;

  /**
   * Without options, `TIDEGATE_URL`, `TIDEGATE_KEY` and `TIDEGATE_SECRET` say which gateway.
   *
   * @throws TypeError if one of them is missing or of the wrong form
   */
  constructor(options: TidegateOptions = {}) {
    const http = new Http(options);
    const resources = resourcesOf(http);
    this.invoices = resources.invoices;
    this.paymentLinks = resources.paymentLinks;
    this.paymentRequests = resources.paymentRequests;
    this.refunds = resources.refunds;
    this.addresses = resources.addresses;
    this.deposits = resources.deposits;
    this.cardOrders = resources.cardOrders;
    this.payouts = resources.payouts;
    this.massPayouts = resources.massPayouts;
    this.withdrawals = resources.withdrawals;
    this.me = resources.me;
    this.currencies = resources.currencies;
    this.balances = resources.balances;
    this.gates = resources.gates;
    this.rates = resources.rates;
    this.webhooks = resources.webhooks;
    this.webhookEndpoints = resources.webhookEndpoints;
    this.sandbox = resources.sandbox;
    this.events = eventCalls(http);
    this.ledgerEntries = ledgerEntryCalls(http);
    this.requests = requestCalls(http);
  }
}
