import simpleRest from 'ra-data-simple-rest';
import { type DataProvider, type fetchUtils, useDataProvider } from 'react-admin';
import { conversionCalls } from '../conversions/conversion-calls.ts';
import { integrationCalls } from '../integration/integration-calls.ts';
import { invoiceCalls } from '../invoices/invoice-calls.ts';
import { massCalls } from '../mass-payouts/mass-calls.ts';
import { methodCalls } from '../payout-methods/method-calls.ts';
import { payoutCalls } from '../payouts/payout-calls.ts';
import { refundCalls } from '../refunds/refund-calls.ts';
import { reportCalls } from '../reports/report-calls.ts';
import { withdrawalCalls } from '../withdrawals/withdrawal-calls.ts';
import { type Api, makeApi } from './api.ts';
import { type CallOptions, call } from './http-client.ts';
import { toListQuery } from './list-query.ts';
import type { Profile } from './session.ts';

const TOTAL = 'X-Total-Count';

/**
 * The one way to the API: records by ra-data-simple-rest, and a method for each action, which is never a PUT of a whole
 * record. A room's methods stand in its folder; its line is added here.
 */
export function makeDataProvider(profile: Profile) {
  const api = makeApi(profile);
  const records: DataProvider = simpleRest('', (url, options) => readRecords(api, url, options), TOTAL);
  return {
    ...records,
    supportAbortSignal: true,
    ...integrationCalls(api),
    ...invoiceCalls(api),
    ...payoutCalls(api),
    ...massCalls(api),
    ...methodCalls(api),
    ...conversionCalls(api),
    ...refundCalls(api),
    ...withdrawalCalls(api),
    ...reportCalls(api),
  };
}

export type TidegateProvider = ReturnType<typeof makeDataProvider>;

/** The data provider with its methods for actions. */
export function useProvider(): TidegateProvider {
  return useDataProvider<TidegateProvider>();
}

/** Collections that both modes share. */
const SHARED: ReadonlySet<string> = new Set(['users', 'invitations', 'audit']);

/** Speaks the API's envelopes to ra-data-simple-rest, which expects bare rows and the total in a header. */
async function readRecords(api: Api, url: string, options: fetchUtils.Options = {}) {
  const { pathname, search } = new URL(url, window.location.origin);
  const [, collection = ''] = pathname.split('/');
  const path = SHARED.has(collection) ? `/spa${pathname}` : api.url(pathname.slice(1));
  const query = toListQuery(search);
  const method = (options.method ?? 'GET') as NonNullable<CallOptions['method']>;
  const isList = search !== '';
  const { json } = await call<{ data: unknown; pagination?: { total: number } }>(query ? `${path}?${query}` : path, {
    method,
    signal: options.signal ?? undefined,
    isPage: method === 'GET' && !isList,
    ...(typeof options.body === 'string' ? { body: JSON.parse(options.body) as unknown } : {}),
  });
  const total = json.pagination?.total ?? (Array.isArray(json.data) ? json.data.length : 1);
  return { status: 200, headers: new Headers({ [TOTAL]: String(total) }), body: '', json: json.data };
}
