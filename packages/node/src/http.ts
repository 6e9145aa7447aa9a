import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { apiError, ConnectionError, type ErrorDetails } from './errors.ts';
import { API_VERSION, VERSION } from './version.ts';

/** How to reach the gateway. */
export interface TidegateOptions {
  /** The API key: `tg_test_…` for sandbox, `tg_live_…` for production. `TIDEGATE_KEY` unless given. */
  readonly key?: string;
  /** Its secret: `tgs_…`. `TIDEGATE_SECRET` unless given. */
  readonly secret?: string;
  /** Where your gateway is, such as `https://pay.example.com`. `TIDEGATE_URL` unless given. */
  readonly url?: string;
  /** How often a request is sent again when no answer arrived or the gateway is busy. 2 unless said. */
  readonly maxRetries?: number;
  /** How long one attempt may take. 30 s unless said. */
  readonly timeoutMs?: number;
  /** Sends requests; `fetch` unless given. */
  readonly fetch?: typeof fetch;
  /** Named in the User-Agent, such as `my-shop/1.2`. */
  readonly appInfo?: string;
}

/** Of one request. */
export interface RequestOptions {
  /** A POST with the same key is carried out once. Made unless given; use your order's own to survive a restart. */
  readonly idempotencyKey?: string;
  readonly maxRetries?: number;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** Of a request that sends money. */
export interface MoneyOptions extends RequestOptions {
  /** Checks everything and does nothing: the answer is what would be made, and its id is not kept. */
  readonly validateOnly?: boolean;
}

/** About the answer, as `lastResponse` of what a call returns. */
export interface LastResponse {
  readonly status: number;
  readonly requestId: string | undefined;
  /** The answer is that of an earlier request with the same idempotency key. */
  readonly isReplayed: boolean;
  readonly idempotencyKey: string | undefined;
  /** Fields that the gateway left out or cut, because they only decorate. */
  readonly warnings: readonly { readonly field: string; readonly code: string; readonly message: string }[];
}

/** The object that a call returns, and how it was answered. */
export type Answered<Data> = Data & { readonly lastResponse: LastResponse };

export type QueryValues = Readonly<Record<string, string | number | boolean | undefined>>;

/** A request. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query?: QueryValues | undefined;
  readonly body?: unknown;
}

/** An answer of the API. */
export interface Answer<Content> {
  readonly content: Content;
  readonly lastResponse: LastResponse;
}

/** Sends requests with the credentials, and sends them again where that is safe and helps. */
export class Http {
  readonly #authorization: string;
  readonly #origin: string;
  readonly #options: TidegateOptions;

  constructor(options: TidegateOptions) {
    const key = options.key ?? process.env.TIDEGATE_KEY ?? '';
    const secret = options.secret ?? process.env.TIDEGATE_SECRET ?? '';
    const url = options.url ?? process.env.TIDEGATE_URL ?? '';
    this.#origin = checkedOrigin(url, checkedKey(key));
    if (!secret.startsWith('tgs_'))
      throw new TypeError('The secret begins with tgs_. It was shown with the key, once.');
    this.#authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
    this.#options = options;
  }

  /** Sends a request and returns the JSON of its answer. @throws ApiError, ConnectionError */
  async send<Content>(call: Call, options: RequestOptions = {}): Promise<Answer<Content>> {
    const key = call.method === 'POST' ? (options.idempotencyKey ?? randomUUID()) : undefined;
    const retries = options.maxRetries ?? this.#options.maxRetries ?? DEFAULT_RETRIES;
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await this.#attempt<Content>(call, key, options);
      if (!('error' in outcome)) return outcome;
      const waitMs = waitAfter(outcome.error, attempt);
      if (attempt >= retries || waitMs === undefined) throw outcome.error;
      await pause(waitMs, undefined, options.signal === undefined ? {} : { signal: options.signal });
    }
  }

  /** Opens an event stream, once. @throws ApiError, ConnectionError */
  async open(path: string, query: QueryValues, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
    const { fetch: send = fetch } = this.#options;
    const call: Call = { method: 'GET', path, query };
    const headers = { ...this.#headers(call, undefined), accept: 'text/event-stream' };
    let response: Response;
    try {
      response = await send(addressOf(this.#origin, call), { method: 'GET', headers, redirect: 'error', signal });
    } catch (cause) {
      throw new ConnectionError(`No answer from ${this.#origin}.`, { cause, idempotencyKey: undefined });
    }
    if (!response.ok) throw refusalOf(response, await response.text());
    return response.body ?? emptyBody();
  }

  async #attempt<Content>(
    call: Call,
    key: string | undefined,
    options: RequestOptions,
  ): Promise<Answer<Content> | { readonly error: Error }> {
    const { timeoutMs: usual = DEFAULT_TIMEOUT_MS, fetch: send = fetch } = this.#options;
    const timeout = AbortSignal.timeout(options.timeoutMs ?? usual);
    const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]);
    try {
      const response = await send(addressOf(this.#origin, call), {
        method: call.method,
        headers: this.#headers(call, key),
        body: call.body === undefined ? undefined : JSON.stringify(call.body),
        // A redirect would carry the credentials somewhere else.
        redirect: 'error',
        signal,
      });
      const text = await response.text();
      if (!response.ok) return { error: refusalOf(response, text) };
      const content = (text === '' ? undefined : JSON.parse(text)) as Content;
      return { content, lastResponse: lastResponseOf(response, key, content) };
    } catch (cause) {
      // The caller wants no answer any more.
      if (options.signal?.aborted === true) throw cause;
      const why = timeout.aborted ? 'No answer in time' : 'No answer';
      const error = new ConnectionError(`${why} from ${this.#origin}.`, { cause, idempotencyKey: key });
      return { error };
    }
  }

  #headers({ body }: Call, key: string | undefined): Record<string, string> {
    const { appInfo } = this.#options;
    return {
      authorization: this.#authorization,
      accept: 'application/json',
      'tidegate-version': API_VERSION,
      'user-agent': `tidegate-node/${VERSION} node/${process.versions.node}${appInfo === undefined ? '' : ` ${appInfo}`}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    };
  }
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}

const DEFAULT_RETRIES = 2;
const DEFAULT_TIMEOUT_MS = 30_000;
const FIRST_PAUSE_MS = 500;
/** A longer wait is for the caller to decide. */
const LONGEST_PAUSE_MS = 60_000;

function checkedKey(key: string): string {
  if (/^tg_(test|live)_/.test(key)) return key;
  throw new TypeError('The API key begins with tg_test_ or tg_live_. Create one in the back office under Integration.');
}

/** Secrets travel in every request, so they need TLS unless they stay on this machine. */
function checkedOrigin(url: string, key: string): string {
  if (!URL.canParse(url)) throw new TypeError('The URL of your gateway is missing, such as https://pay.example.com.');
  const { protocol, hostname, origin, pathname } = new URL(url);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const isAllowed = protocol === 'https:' || (protocol === 'http:' && (isHere || key.startsWith('tg_test_')));
  if (!isAllowed) throw new TypeError('The URL of your gateway begins with https://.');
  if (pathname !== '/') throw new TypeError('The URL of your gateway has no path, such as https://pay.example.com.');
  return origin;
}

function addressOf(origin: string, { path, query = {} }: Call): URL {
  const url = new URL(`/api/v1${path}`, origin);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url;
}

function lastResponseOf(response: Response, idempotencyKey: string | undefined, content: unknown): LastResponse {
  const { warnings = [] } = (content ?? {}) as Partial<Pick<LastResponse, 'warnings'>>;
  return {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    isReplayed: response.headers.get('idempotent-replayed') === 'true',
    idempotencyKey,
    warnings,
  };
}

function refusalOf(response: Response, text: string): Error {
  const body = parsed(text);
  const { message, code, errors, request_id: requestId } = body;
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  const details: ErrorDetails = {
    status: response.status,
    code: typeof code === 'string' ? code : 'unreadable_answer',
    fields: typeof errors === 'object' && errors !== null ? (errors as ErrorDetails['fields']) : {},
    requestId: typeof requestId === 'string' ? requestId : (response.headers.get('x-request-id') ?? undefined),
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
    body,
  };
  const words = typeof message === 'string' ? message : `The gateway answered ${response.status}.`;
  const fields = Object.entries(details.fields).map(([path, problems]) => ` ${path}: ${[problems].flat().join(' ')}`);
  return apiError(`${words}${fields.slice(0, SHOWN_FIELDS).join('')}`, details);
}

const SHOWN_FIELDS = 3;

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** How long to wait before the next attempt; undefined where another one is of no use. */
export function waitAfter(error: Error, attempt: number): number | undefined {
  const backoffMs = FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random() / 2);
  if (error instanceof ConnectionError) return backoffMs;
  const { status, code, retryAfterSeconds } = error as unknown as ErrorDetails;
  const helps = status === 429 || status >= 500 || code === 'idempotency_running';
  if (!helps) return undefined;
  const waitMs = Math.max((retryAfterSeconds ?? 0) * 1000, backoffMs);
  return waitMs > LONGEST_PAUSE_MS ? undefined : waitMs;
}
