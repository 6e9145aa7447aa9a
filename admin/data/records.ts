import simpleRest from 'ra-data-simple-rest';
import type { DataProvider, fetchUtils } from 'react-admin';
import type { Call } from './api.ts';
import type { CallOptions } from './http-client.ts';
import { toListQuery } from './list-query.ts';

const TOTAL = 'X-Total-Count';

/** Records of the API by ra-data-simple-rest; `addressOf` is the address of a path such as `/invoices/…`. */
export function makeRecords(call: Call, addressOf: (pathname: string) => string): DataProvider {
  return simpleRest('', (url, options) => readRecords(call, addressOf, { url, options }), TOTAL);
}

/** Speaks the API's envelopes to ra-data-simple-rest, which expects bare rows and the total in a header. */
async function readRecords(
  call: Call,
  addressOf: (pathname: string) => string,
  { url, options = {} }: { readonly url: string; readonly options?: fetchUtils.Options | undefined },
) {
  const { pathname, search } = new URL(url, window.location.origin);
  const path = addressOf(pathname);
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
  return { status: 200, headers: new Headers({ [TOTAL]: String(total) }), body: '', json: withIds(json.data) };
}

/** Entries of an audit log have a number instead of an id. */
function withIds(data: unknown): unknown {
  const named = (row: { readonly id?: unknown; readonly number?: unknown }) => ({ ...row, id: row.id ?? row.number });
  return Array.isArray(data) ? data.map(named) : data;
}
