import type { ErrorBody } from '../../contract/errors.ts';
import { ApiError } from './api-error.ts';

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

/** The differences between the two sessions: merchants' users and staff. */
export interface SessionOptions {
  /** The CSRF token; null before there is one. */
  readonly token: () => string | null;
  readonly renewToken: () => Promise<void>;
  readonly headers?: () => Readonly<Record<string, string>>;
  /** Handles a refusal before the caller gets it. */
  readonly onRefused: (error: ApiError, path: string, options: CallOptions) => void;
}

/** Asks the API. @throws ApiError for every answer that is not a success; AbortError when `signal` ends the call */
export type Request = (path: string, options?: CallOptions) => Promise<Response>;

/** Requests of one session, with its CSRF token. A stale token (419) is renewed and the request repeated once. */
export function makeRequest(session: SessionOptions): Request {
  return async (path, options = {}) => {
    if (isUnsafe(options) && session.token() === null) await session.renewToken();
    let response = await send(session, path, options);
    if (response.status === 419) {
      await session.renewToken();
      response = await send(session, path, options);
    }
    if (response.ok) return response;
    const error = new ApiError(response.status, (await jsonOf(response)) as Partial<ErrorBody>);
    session.onRefused(error, path, options);
    throw error;
  };
}

/** The body of an answer; an empty object where it has none. */
export async function jsonOf(response: Response): Promise<unknown> {
  return response.json().catch(() => ({}));
}

async function send(session: SessionOptions, path: string, options: CallOptions): Promise<Response> {
  const { method = 'GET', body, signal, idempotencyKey } = options;
  const headers = new Headers({ Accept: 'application/json', ...session.headers?.() });
  if (isUnsafe(options)) headers.set('X-XSRF-TOKEN', session.token() ?? '');
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
      signal,
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError(0, {});
  }
}

function isUnsafe({ method = 'GET' }: CallOptions): boolean {
  return method !== 'GET';
}
