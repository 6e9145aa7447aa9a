import type { ErrorBody } from '../../api/contract/errors.ts';
import { t } from '../i18n/translate.ts';
import { ApiError } from './api-error.ts';
import { readCsrfToken, refreshCsrf } from './csrf.ts';
import { globalError, setsGlobalError } from './global-error.ts';
import { goTo } from './go-to.ts';
import { rememberPath } from './return-path.ts';
import { toastError } from './toasts.ts';
import { visitorId } from './visitor-id.ts';

export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Sent as JSON; a file as it is. */
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** The answer is the page itself: 404, 410, 500 and 503 then replace the page. */
  isPage?: boolean;
  /** Makes a repeated POST give the first answer again. */
  idempotencyKey?: string;
}

export interface Answer<T> {
  json: T;
  headers: Headers;
}

/**
 * The one way to the API. Sends the session, the CSRF token and the visitor id; a stale CSRF token (419) is refreshed
 * and the call repeated once; 401 goes to sign-in and remembers the page, 406 to new-device verification; 403 and
 * failures of a whole page set the global error; 429 is toasted.
 * @throws ApiError for every answer that is not a success; AbortError when `signal` ends the call.
 */
export async function call<T>(path: string, options: CallOptions = {}): Promise<Answer<T>> {
  const unsafe = (options.method ?? 'GET') !== 'GET';
  if (unsafe && readCsrfToken() === null) await refreshCsrf();
  let response = await send(path, options);
  if (response.status === 419) {
    await refreshCsrf();
    response = await send(path, options);
  }
  const json: unknown = await response.json().catch(() => ({}));
  if (response.ok) return { json: json as T, headers: response.headers };
  const error = new ApiError(response.status, json as Partial<ErrorBody>);
  react(error, path, options.isPage ?? false);
  throw error;
}

async function send(path: string, options: CallOptions): Promise<Response> {
  const { method = 'GET', body, signal, idempotencyKey } = options;
  const headers = new Headers({ Accept: 'application/json' });
  const visitor = visitorId();
  if (visitor) headers.set('X-VISITOR-ID', visitor);
  if (method !== 'GET') headers.set('X-XSRF-TOKEN', readCsrfToken() ?? '');
  const isFile = body instanceof Blob;
  if (body !== undefined)
    headers.set('Content-Type', isFile ? body.type || 'application/octet-stream' : 'application/json');
  if (idempotencyKey) headers.set('Idempotency-Key', idempotencyKey);
  try {
    return await fetch(path, {
      method,
      headers,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError(0, {});
  }
}

let sessionEnded = () => {};

/** What is to be forgotten when the server says that nobody is signed in any more (spec §8). */
export function whenSessionEnds(forget: () => void): void {
  sessionEnded = forget;
}

function react(error: ApiError, path: string, isPage: boolean): void {
  const signingIn = path === '/auth/login';
  if (error.status === 401 && !signingIn) {
    rememberPath(`${window.location.pathname}${window.location.search}`);
    sessionEnded();
    goTo('/auth/sign-in', { replace: true });
  } else if (error.status === 406) {
    goTo('/auth/verify/new-device');
  } else if (error.status === 429) {
    toastError(error.message || t('error.server'));
  } else if (!signingIn && setsGlobalError(error.status, error.message, isPage)) {
    globalError.set(error.status);
  }
}

/** Statuses the client has already told the user about: nothing more is toasted for them. */
const TOLD: ReadonlySet<number> = new Set([401, 403, 406, 429]);

/** Tells the user why an action failed, unless the client already has (spec §8). */
export function reportError(error: unknown): void {
  for (const text of errorMessages(error)) toastError(text);
}

/** What to tell of a failure; nothing where the client already has, or where the call was ended on purpose. */
export function errorMessages(error: unknown): readonly string[] {
  if (error instanceof ApiError) return TOLD.has(error.status) ? [] : error.messages();
  return error instanceof DOMException && error.name === 'AbortError' ? [] : [t('error.generic')];
}
