import { t } from '../i18n/translate.ts';
import { ApiError } from './api-error.ts';
import { readCsrfToken, refreshCsrf } from './csrf.ts';
import { globalError, setsGlobalError } from './global-error.ts';
import { goTo } from './go-to.ts';
import { notify } from './notices.ts';
import { type CallOptions, jsonOf, makeRequest } from './request.ts';
import { rememberPath } from './return-path.ts';
import { visitorId } from './visitor-id.ts';

export type { CallOptions } from './request.ts';

export interface Answer<T> {
  json: T;
  headers: Headers;
}

const request = makeRequest({
  token: () => readCsrfToken(),
  renewToken: refreshCsrf,
  headers(): Record<string, string> {
    const visitor = visitorId();
    return visitor ? { 'X-VISITOR-ID': visitor } : {};
  },
  onRefused: (error, path, { isPage = false }) => react(error, path, isPage),
});

/**
 * The one way of merchants' pages to the API. Sends the session, the CSRF token and the visitor id; 401 goes to sign-in
 * and remembers the page, 406 to new-device verification; 403 and failures of a whole page set the global error; 429 is
 * toasted.
 * @throws ApiError for every answer that is not a success; AbortError when `signal` ends the call.
 */
export async function call<T>(path: string, options: CallOptions = {}): Promise<Answer<T>> {
  const response = await request(path, options);
  return { json: (await jsonOf(response)) as T, headers: response.headers };
}

let sessionEnded = () => {};

let acceptanceRefused = () => {};

/** Registers the query to refetch when the server says that the user must accept new legal documents. */
export function whenAcceptanceIsRefused(ask: () => void): void {
  acceptanceRefused = ask;
}

/** Registers the data to forget when the server says that nobody is signed in anymore (spec §8). */
export function whenSessionEnds(forget: () => void): void {
  sessionEnded = forget;
}

function react(error: ApiError, path: string, isPage: boolean): void {
  const signingIn = path === '/auth/login';
  if (error.status === 401 && !signingIn) {
    rememberPath(`${window.location.pathname}${window.location.search}`);
    sessionEnded();
    goTo('/auth/sign-in', { replace: true });
  } else if (error.code === 'legal_not_accepted') {
    acceptanceRefused();
  } else if (error.status === 406) {
    goTo('/auth/verify/new-device');
  } else if (error.status === 429) {
    notify(error.message || t('error.server'), 'error');
  } else if (!signingIn && setsGlobalError(error.status, error.message, isPage)) {
    globalError.set(error.status);
  }
}

/** Statuses that the client has already reported to the user, so no further toast is shown. */
const TOLD: ReadonlySet<number> = new Set([401, 403, 406, 429]);

/** Tells why something failed on pages without a session; others have `useNotifyError`. */
export function reportError(error: unknown): void {
  for (const message of errorMessages(error)) notify(message, 'error');
}

/** The messages to show for a failure; none if the client already reported it or the call was aborted on purpose. */
export function errorMessages(error: unknown): readonly string[] {
  if (error instanceof ApiError) return TOLD.has(error.status) ? [] : error.messages();
  return error instanceof DOMException && error.name === 'AbortError' ? [] : [t('error.generic')];
}
