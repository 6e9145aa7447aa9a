import simpleRest from 'ra-data-simple-rest';
import type { DataProvider, fetchUtils } from 'react-admin';
import type { SpaBalance } from '../../api/contract/balances.ts';
import type { Network } from '../../api/contract/basics.ts';
import type { Invoice } from '../../api/contract/invoice.ts';
import type { EmulatedPayment, EmulatePaymentBody } from '../../api/contract/sandbox.ts';
import type { SpaCreateInvoiceBody } from '../../api/contract/spa-invoices.ts';
import { type CallOptions, call } from './http-client.ts';
import { toListQuery } from './list-query.ts';
import type { Profile } from './session.ts';

const TOTAL = 'X-Total-Count';

/** Lists and reads by ra-data-simple-rest, and one method per action: an action is never a PUT of a whole record. */
export interface TidegateProvider extends DataProvider {
  balances(): Promise<SpaBalance[]>;
  createInvoice(body: SpaCreateInvoiceBody, idempotencyKey: string): Promise<Invoice>;
  completeInvoice(id: string): Promise<void>;
  cancelInvoice(id: string): Promise<void>;
  emulatePayment(id: string, body: EmulatePaymentBody): Promise<EmulatedPayment>;
  makeBlocks(network: Network, count: number): Promise<void>;
  setFees(network: Network, percent: number): Promise<void>;
  redeliver(deliveryId: string): Promise<void>;
}

/** The data of one profile (mode). The resources are the collections under `/spa/{profile}/`. */
export function makeDataProvider(profile: Profile): TidegateProvider {
  const base = `/spa/${profile}`;
  const post = <T>(path: string, body: unknown = {}, options: CallOptions = {}) =>
    call<T>(path, { ...options, method: 'POST', body });
  return {
    ...simpleRest(base, simpleRestClient, TOTAL),
    supportAbortSignal: true,
    async balances() {
      return (await call<{ data: SpaBalance[] }>(`${base}/balances`)).json.data;
    },
    async createInvoice(body, idempotencyKey) {
      const { json } = await post<{ data: Invoice }>(`${base}/invoices`, body, { idempotencyKey });
      return json.data;
    },
    async completeInvoice(id) {
      await post(`${base}/invoices/${encodeURIComponent(id)}/done`);
    },
    async cancelInvoice(id) {
      await post(`${base}/invoices/${encodeURIComponent(id)}/cancel`);
    },
    async emulatePayment(id, body) {
      const path = `/spa/sandbox/invoices/${encodeURIComponent(id)}/payments`;
      return (await post<{ data: EmulatedPayment }>(path, body)).json.data;
    },
    async makeBlocks(network, count) {
      await post(`/spa/sandbox/networks/${network}/blocks`, { count });
    },
    async setFees(network, percent) {
      await post(`/spa/sandbox/networks/${network}/fees`, { percent });
    },
    async redeliver(deliveryId) {
      await post(`${base}/webhooks/deliveries/${encodeURIComponent(deliveryId)}/redeliver`);
    },
  };
}

/** Speaks the API's envelopes to ra-data-simple-rest, which expects bare rows and the total in a header. */
async function simpleRestClient(url: string, options: fetchUtils.Options = {}) {
  const { pathname, search } = new URL(url, window.location.origin);
  const query = toListQuery(search);
  const method = (options.method ?? 'GET') as NonNullable<CallOptions['method']>;
  const isList = search !== '';
  const { json } = await call<{ data: unknown; pagination?: { total: number } }>(
    query ? `${pathname}?${query}` : pathname,
    {
      method,
      signal: options.signal ?? undefined,
      isPage: method === 'GET' && !isList,
      ...(typeof options.body === 'string' ? { body: JSON.parse(options.body) as unknown } : {}),
    },
  );
  const total = json.pagination?.total ?? (Array.isArray(json.data) ? json.data.length : 1);
  return { status: 200, headers: new Headers({ [TOTAL]: String(total) }), body: '', json: json.data };
}
