import type { ErrorBody } from '../../api/contract/errors.ts';
import type { StaffMe } from '../../api/contract/staff.ts';
import { ApiError } from '../data/api-error.ts';
import { makeStore } from '../data/store.ts';
import { toastError } from '../data/toasts.ts';
import { t } from '../i18n/translate.ts';

/** Who is signed in to the console; undefined before it is known. */
export const staffSession = makeStore<StaffMe | null | undefined>(undefined);

export interface StaffCall {
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly body?: object;
}

/** One page of a list. */
export interface ListPage<Row> {
  readonly data: readonly Row[];
  readonly pagination: { readonly total: number; readonly page: number; readonly per_page: number };
}

/**
 * The one way from the console to the API, with the console's own session and CSRF token. A stale token (419) is
 * renewed once; 401 signs out.
 * @throws ApiError for every answer that is not a success
 */
export async function staffCall<T>(path: string, options: StaffCall = {}): Promise<T> {
  const response = await staffFetch(path, options);
  return (await response.json().catch(() => ({}))) as T;
}

/** The same for `{ data }`. */
export async function staffData<T>(path: string, options: StaffCall = {}): Promise<T> {
  return (await staffCall<{ data: T }>(path, options)).data;
}

/** The answer itself, for files. */
export async function staffFetch(path: string, options: StaffCall = {}): Promise<Response> {
  const writes = (options.method ?? 'GET') !== 'GET';
  if (writes && token() === null) await renew();
  let response = await send(path, options);
  if (response.status === 419) {
    await renew();
    response = await send(path, options);
  }
  if (response.ok) return response;
  const body = (await response.json().catch(() => ({}))) as Partial<ErrorBody>;
  const error = new ApiError(response.status, body);
  if (error.status === 401 && path !== '/staff/auth/login') staffSession.set(null);
  if (error.status === 403 || error.status === 429) toastError(error.message);
  throw error;
}

async function send(path: string, { method = 'GET', body }: StaffCall): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json' });
  if (method !== 'GET') headers.set('X-XSRF-TOKEN', token() ?? '');
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  try {
    return await fetch(path, {
      method,
      headers,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new ApiError(0, { message: t('error.network') });
  }
}

function token(): string | null {
  const pairs = document.cookie.split(';').map((pair) => pair.trim());
  for (const name of ['__Host-XSRF-STAFF=', 'XSRF-STAFF=']) {
    const pair = pairs.find((each) => each.startsWith(name));
    if (pair !== undefined) return decodeURIComponent(pair.slice(name.length));
  }
  return null;
}

async function renew(): Promise<void> {
  await fetch('/staff/auth/csrf-cookie', { credentials: 'same-origin' });
}
