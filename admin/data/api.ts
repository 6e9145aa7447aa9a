import type { ShopPath } from '../../domain/accounts/shop-path.ts';
import { type Answer, type CallOptions, call } from './http-client.ts';
import { profileOfCall } from './place.ts';

/** A call to the API in one of the sessions. @throws ApiError */
export type Call = <T>(path: string, options?: CallOptions) => Promise<Answer<T>>;

type Options = Omit<CallOptions, 'method' | 'body'>;

/** Entries of a log that is read by cursor. Where there are more, a part may be short or empty. */
export interface LogPart<Row> {
  readonly data: readonly Row[];
  readonly has_more: boolean;
  /** Where the next part begins. */
  readonly next: string;
}

/**
 * Calls that are no read or edit of a record. A path is relative to the mode and shop that are shown
 * (`invoices/…/done`); one with a slash in front is absolute (`/spa/gates`). The answer comes out of its envelope. Each
 * throws ApiError when refused.
 */
export interface Api {
  url(path: string): string;
  get<T>(path: string, options?: Options): Promise<T>;
  /** One page of a list that has no records of its own. */
  list<T>(path: string, options?: Options): Promise<{ readonly data: readonly T[]; readonly total: number }>;
  log<Row>(path: string, options?: Options): Promise<LogPart<Row>>;
  post<T>(path: string, body?: unknown, options?: Options): Promise<T>;
  put<T>(path: string, body?: unknown, options?: Options): Promise<T>;
  delete<T>(path: string, body?: unknown, options?: Options): Promise<T>;
}

export function makeApi(place: ShopPath): Api {
  return makeApiOver(call, (path) => (path.startsWith('/') ? path : `/spa/${profileOfCall(place, path)}/${path}`));
}

/** The same over the calls of any session. */
export function makeApiOver(call: Call, url: (path: string) => string): Api {
  const send =
    (method: NonNullable<CallOptions['method']>) =>
    async <T>(path: string, body?: unknown, options: Options = {}): Promise<T> =>
      (await call<{ data: T }>(url(path), { ...options, method, body })).json.data;
  return {
    url,
    get: async (path, options = {}) => (await call<{ data: never }>(url(path), options)).json.data,
    async list<T>(path: string, options: Options = {}) {
      const { json } = await call<{ data: readonly T[]; pagination: { total: number } }>(url(path), options);
      return { data: json.data, total: json.pagination.total };
    },
    log: async <Row>(path: string, options: Options = {}) => (await call<LogPart<Row>>(url(path), options)).json,
    post: send('POST'),
    put: send('PUT'),
    delete: send('DELETE'),
  };
}
