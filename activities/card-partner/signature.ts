import { createHmac, timingSafeEqual } from 'node:crypto';

/** The parts that the HMAC of the partner's interface covers, for a request in either direction. */
export interface SignedRequest {
  readonly method: string;
  /** Of the URL, without its host. */
  readonly path: string;
  /** A Unix time in seconds, milliseconds or microseconds. */
  readonly nonce: string;
  /** The very bytes that are sent. */
  readonly body: Uint8Array;
}

/** HMAC-SHA-256 in lower-case hex over method, path, nonce and body, each on a line of its own. */
export function partnerSignature(secret: string, { method, path, nonce, body }: SignedRequest): string {
  return createHmac('sha256', secret).update(`${method}\n${path}\n${nonce}\n`).update(body).digest('hex');
}

/** The `Authorization` header of a signed request. */
export function signedAuthorization(keys: { readonly key: string; readonly secret: string }, request: SignedRequest) {
  return `Bearer ${keys.key}:${partnerSignature(keys.secret, request)}:${request.nonce}`;
}

/**
 * Whether a header was made with the secret, over these bytes, at most `windowMs` from now. The comparison takes the
 * same time whatever differs.
 */
export function isAuthorized(
  authorization: string | undefined,
  request: Omit<SignedRequest, 'nonce'>,
  known: { readonly secret: string; readonly nowMs: number; readonly windowMs: number },
): boolean {
  const [, signature = '', nonce = ''] = HEADER.exec(authorization ?? '') ?? [];
  if (nonce === '') return false;
  const expected = Buffer.from(partnerSignature(known.secret, { ...request, nonce }));
  const given = Buffer.from(signature.toLowerCase());
  const isTheirs = given.length === expected.length && timingSafeEqual(given, expected);
  return isTheirs && Math.abs(known.nowMs - nonceMs(nonce)) <= known.windowMs;
}

/** The key of an account may contain colons; signature and nonce cannot. */
const HEADER = /^Bearer [\x21-\x7e]{1,200}:([0-9a-fA-F]{64}):(\d{10,16})$/;

/** The published nonces are of 10, 13 or 16 digits. */
function nonceMs(nonce: string): number {
  const digitsOfMs = 13;
  return Number(nonce) * 10 ** (digitsOfMs - nonce.length);
}
