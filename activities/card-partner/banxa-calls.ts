import { CardPartnerAwayError, CardPartnerRefusedError, CardPartnerUnclearError, type RefusalReason } from './port.ts';
import { signedAuthorization } from './signature.ts';
import { type Json, listIn, objectIn, parseLossless, textIn } from './values.ts';

export interface BanxaOptions {
  /** Without a slash at its end. */
  readonly url: string;
  /** The partner reference: the first part of each path. */
  readonly partner: string;
  readonly key: string;
  /** Signs what has to be signed. */
  readonly secret: string;
  /** Of one call. Default 10 seconds, for calls that create something 20. */
  readonly timeoutMs?: number;
  readonly nowMs?: () => number;
}

export interface BanxaCall {
  readonly method: 'GET' | 'POST';
  /** After the partner reference, such as `/v2/buy`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: Readonly<Record<string, string | object | undefined>>;
  /** With the HMAC in place of the key alone. */
  readonly signed?: boolean;
}

/** An answer is cut off here: the list of coins with all their countries stays below a tenth of it. */
const MAX_ANSWER_BYTES = 8_000_000;

/** Makes calls. Their errors are those of the port; a GET changes nothing, so none of its failures is unclear. */
export function banxaCaller(options: BanxaOptions): (call: BanxaCall) => Promise<Json> {
  return async (call) => {
    const { status, text } = await exchange(options, call);
    const about = `${call.method} ${call.path}`;
    if (status >= 200 && status < 300) {
      try {
        return text.trim() === '' ? null : parseLossless(text);
      } catch {
        throw failed(call, `The card partner answered ${about} with something that is no JSON.`);
      }
    }
    throw failureOf(call, { status, text });
  };
}

/** For what cannot be: after a change nobody knows whether it was made, a read can be repeated. */
export function failed({ method }: Pick<BanxaCall, 'method'>, message: string): Error {
  return method === 'GET' ? new CardPartnerAwayError(message) : new CardPartnerUnclearError(message);
}

async function exchange(
  { url, partner, key, secret, timeoutMs, nowMs = Date.now }: BanxaOptions,
  call: BanxaCall,
): Promise<{ readonly status: number; readonly text: string }> {
  const { method, query = {}, body, signed = false } = call;
  const target = new URL(`${url}/${encodeURIComponent(partner)}${call.path}`);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) target.searchParams.set(name, value);
  const bytes = new TextEncoder().encode(body === undefined ? '' : JSON.stringify(body));
  // The same millisecond twice would be a nonce twice, and the second call refused.
  const nonce = `${nowMs()}${String(Math.floor(Math.random() * 1_000)).padStart(3, '0')}`;
  const path = target.pathname + target.search;
  try {
    const response = await fetch(target, {
      method,
      headers: {
        accept: 'application/json',
        'x-api-key': key,
        ...(signed
          ? { authorization: signedAuthorization({ key, secret }, { method, path, nonce, body: bytes }) }
          : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : bytes,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs ?? (method === 'GET' ? 10_000 : 20_000)),
    });
    return { status: response.status, text: await readBounded(response) };
  } catch (error) {
    const message = `The card partner gave no answer to ${method} ${call.path}: ${causeOf(error)}.`;
    throw NEVER_SENT.has(causeOf(error)) ? new CardPartnerAwayError(message) : failed(call, message);
  }
}

/** With these no byte of the request has left. */
const NEVER_SENT: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
]);

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error as { readonly cause?: { readonly code?: string } };
  return cause?.code ?? error.name;
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_ANSWER_BYTES) throw new Error('too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Refusals stay; a wrong key, too many calls and faults of the partner pass. */
function failureOf(call: BanxaCall, { status, text }: { readonly status: number; readonly text: string }): Error {
  const { code, title } = errorIn(text);
  const message = `The card partner answered ${status}${code} to ${call.method} ${call.path}${title}`;
  if (status === 401 || status === 403 || status === 429) return new CardPartnerAwayError(message);
  if (status === 400 || status === 404 || status === 410 || status === 422)
    return new CardPartnerRefusedError(reasonOf({ status, code, title }), message);
  return failed(call, message);
}

/** Both forms of an error: `{code, message}`, and `{errors: {status, code, title}}` or a list of such. */
function errorIn(text: string): { readonly code: string; readonly title: string } {
  let parsed: Json;
  try {
    parsed = parseLossless(text);
  } catch {
    return { code: '', title: '' };
  }
  const outer = objectIn(parsed);
  const error = [outer, objectIn(outer.errors), objectIn(listIn(outer.errors)[0]), objectIn(outer.error)].find(
    (each) => each.code !== undefined || each.title !== undefined || each.message !== undefined,
  );
  const code = textIn(error?.code, 20);
  const title = textIn(error?.title) ?? textIn(error?.message) ?? textIn(error?.detail);
  return { code: code === null ? '' : ` (${code})`, title: title === null ? '.' : `: ${title}` };
}

function reasonOf({ status, code, title }: { status: number; code: string; title: string }): RefusalReason {
  if (status === 404 || status === 410) return 'not_found';
  const known = REASONS_BY_CODE[code.trim()];
  if (known !== undefined) return known;
  return REASONS_BY_WORDS.find(([, words]) => words.test(title))?.[0] ?? 'invalid';
}

/** The published codes of the application. */
const REASONS_BY_CODE: Readonly<Record<string, RefusalReason>> = {
  '(4005)': 'not_enabled',
  '(5034)': 'unavailable_here',
};

const REASONS_BY_WORDS: readonly (readonly [RefusalReason, RegExp])[] = [
  ['below_minimum', /\bminimum\b|\bbelow\b|\btoo (?:low|small)\b|\bat least\b/i],
  ['above_maximum', /\bmaximum\b|\bexceeds?\b|\babove\b|\btoo (?:high|large)\b|\blimit\b/i],
  ['identity_refused', /\bkyc\b|\bidentity\b|\bverification\b|\bblocked\b/i],
  ['address_invalid', /\bwallet\b|\baddress\b|\bmemo\b|\btag\b/i],
  ['unavailable_here', /\bcountry\b|\bregion\b|\brestrict|\bnot (?:available|supported)\b|\bunsupported\b/i],
];
