import { createHmac, timingSafeEqual } from 'node:crypto';
import { type WebhookProblem, WebhookVerificationError } from './errors.ts';
import type { WebhookEvent } from './types.ts';

/** The headers of a request, as Node, Express, Fetch and others have them. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** How far the clock of the gateway may be from yours. 300 s unless said, as Standard Webhooks suggests. */
  readonly toleranceSeconds?: number;
  /** The current time in milliseconds, for tests. */
  readonly nowMs?: number;
}

/**
 * Verifies a webhook (Standard Webhooks) and returns its event.
 *
 * @param body the bytes or text as they arrived, before any JSON parser
 * @param secrets the notification key `whsec_…`; several while you change it
 * @throws WebhookVerificationError if the gateway did not sign it, or not within the tolerance
 *
 * The same webhook can arrive several times: store `event.id` and handle each once.
 */
export function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  options: VerifyOptions = {},
): WebhookEvent {
  const bytes = bytesOf(body);
  const id = required(headers, 'webhook-id');
  const timestamp = required(headers, 'webhook-timestamp');
  const signatures = required(headers, 'webhook-signature').split(' ').slice(0, MAX_SIGNATURES);
  checkAge(timestamp, options);
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), bytes]);
  const keys = [secrets].flat().map(keyOf);
  if (keys.length === 0) throw new TypeError('verifyWebhook needs your notification key, whsec_….');
  // All are compared, so that the time says nothing about which one was right.
  const matches = keys.flatMap((key) => {
    const expected = createHmac('sha256', key).update(signed).digest();
    return signatures.map((signature) => isSame(signature, expected));
  });
  if (!matches.includes(true)) {
    throw refused('no_match', 'No signature matches. Pass the body as it arrived, and the key of this mode.');
  }
  return { ...eventOf(bytes), id };
}

/** More signatures than any change of keys needs. */
const MAX_SIGNATURES = 16;
const TOLERANCE_SECONDS = 300;

function bytesOf(body: unknown): Buffer {
  if (typeof body === 'string') return Buffer.from(body);
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  throw new TypeError(
    'verifyWebhook needs the body as it arrived, as text or bytes. A JSON parser has read it already: ' +
      'in Express, use express.raw({ type: "application/json" }) for this route; with Fetch, await request.text().',
  );
}

function required(headers: WebhookHeaders, name: string): string {
  const value = typeof headers.get === 'function' ? headers.get(name) : headerOf(headers as Plain, name);
  if (typeof value !== 'string' || value === '') throw refused('header_missing', `The header ${name} is missing.`);
  return value;
}

type Plain = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A header that was sent twice could be read in two ways, so it counts as missing. */
function headerOf(headers: Plain, name: string): string | undefined {
  const named = Object.entries(headers).filter(([key]) => key.toLowerCase() === name);
  const values = named.flatMap(([, each]) => each ?? []);
  return values.length === 1 ? values[0] : undefined;
}

function checkAge(timestamp: string, { toleranceSeconds = TOLERANCE_SECONDS, nowMs = Date.now() }: VerifyOptions) {
  if (!/^\d{1,12}$/.test(timestamp)) throw refused('timestamp_invalid', 'The header webhook-timestamp is no time.');
  const ageSeconds = nowMs / 1000 - Number(timestamp);
  if (ageSeconds > toleranceSeconds) {
    throw refused('too_old', `The webhook was signed ${Math.round(ageSeconds)} seconds ago. Is your clock right?`);
  }
  if (ageSeconds < -toleranceSeconds) {
    throw refused('too_new', `The webhook is ${Math.round(-ageSeconds)} seconds ahead. Is your clock right?`);
  }
}

function keyOf(secret: string): Buffer {
  const text = typeof secret === 'string' && secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : '';
  const key = Buffer.from(text, 'base64');
  if (key.length < 16) throw new TypeError('The notification key begins with whsec_. The back office shows it.');
  return key;
}

function isSame(signature: string, expected: Buffer): boolean {
  if (!signature.startsWith('v1,')) return false;
  const given = Buffer.from(signature.slice('v1,'.length), 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function eventOf(bytes: Buffer): WebhookEvent {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw refused('not_json', 'The body is not JSON.');
  }
}

function refused(problem: WebhookProblem, message: string): WebhookVerificationError {
  return new WebhookVerificationError(problem, message);
}
