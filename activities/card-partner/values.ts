import { divCeil, divFloor, pow10 } from '../../domain/money/money.ts';

/** A value in a parsed answer; numbers are texts, as they were written. */
export type Json = null | boolean | string | readonly Json[] | { readonly [name: string]: Json | undefined };

/**
 * Parses an answer without a loss: a number stays the text it was written as, because eighteen places of an amount do
 * not fit into a float. @throws SyntaxError
 */
export function parseLossless(text: string): Json {
  const reviver = (_name: string, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' ? (context?.source ?? String(value)) : value;
  return JSON.parse(text, reviver) as Json;
}

/** The object in a value; an empty one for anything else. PHP writes an empty object as `[]`. */
export function objectIn(value: Json | undefined): { readonly [name: string]: Json | undefined } {
  return typeof value === 'object' && value !== null && !isList(value) ? value : {};
}

export function listIn(value: Json | undefined): readonly Json[] {
  return isList(value) ? value : [];
}

/** A text that is not empty, without space around it; null for anything else. */
export function textIn(value: Json | undefined, maxLength = 255): string | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return text === '' || text.length > maxLength ? null : text;
}

/** An address that a browser may be sent to; `http` is for this machine. */
export function webAddressIn(value: Json | undefined): string | null {
  const text = textIn(value, 2_000);
  if (text === null || !URL.canParse(text)) return null;
  const { protocol, hostname } = new URL(text);
  const isLocal = protocol === 'http:' && (hostname === 'localhost' || hostname === '127.0.0.1');
  return protocol === 'https:' || isLocal ? text : null;
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The fate of places that the currency or coin does not have. `exact` refuses them, unless they are zeros. */
export type Excess = 'exact' | 'down' | 'up';

/** A decimal such as `"67.1000000000000000"` or `1.5e-7` in minor units; null if it is none, or below zero. */
export function minorIn(value: Json | undefined, decimals: number, excess: Excess): bigint | null {
  const [, whole, fraction = '', exponent = '0'] = DECIMAL.exec(textIn(value) ?? '') ?? [];
  if (whole === undefined) return null;
  const digits = BigInt(whole + fraction);
  const shift = decimals - fraction.length + Number(exponent);
  if (shift >= 0) return digits * pow10(shift);
  const unit = pow10(-shift);
  if (excess === 'exact') return digits % unit === 0n ? digits / unit : null;
  return excess === 'up' ? divCeil(digits, unit) : divFloor(digits, unit);
}

const DECIMAL = /^(\d{1,30})(?:\.(\d{0,40}))?(?:[eE]([+-]?\d{1,2}))?$/;

/**
 * A time in UTC, in each form that the partner writes: `2022-08-22T09:10:43.724Z`, `2024-01-31 12:48:36`, and
 * `2026-01-1604:04:21` without anything between date and time. Null for anything else.
 */
export function timeIn(value: Json | undefined): number | null {
  const [, date, time, millis = '0', zone = 'Z'] = TIME.exec(textIn(value) ?? '') ?? [];
  if (date === undefined || time === undefined) return null;
  const atMs = Date.parse(`${date}T${time}.${millis.slice(0, 3).padEnd(3, '0')}${zone}`);
  return Number.isNaN(atMs) ? null : atMs;
}

const TIME = /^(\d{4}-\d{2}-\d{2})[T ]?(\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?(Z|[+-]\d{2}:\d{2})?$/;
