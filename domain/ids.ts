import { DomainError } from './errors.ts';

declare const kind: unique symbol;

/** A UUID that belongs to one kind of thing, so that a profile's id cannot be passed where an invoice's is wanted. */
export type Id<Kind extends string> = string & { readonly [kind]: Kind };

export type MerchantId = Id<'merchant'>;
export type UserId = Id<'user'>;
export type StaffId = Id<'staff'>;
export type ProfileId = Id<'profile'>;
export type ApiTokenId = Id<'api_token'>;
export type EventId = Id<'event'>;

/**
 * A new UUID v7 (RFC 9562 §5.7): 48 bits of Unix milliseconds, then 74 random bits. The low bits are random and never
 * counted up, because the id of an invoice is a capability that must not be guessed from a neighbour's. Ids made in the
 * same millisecond have no order among themselves.
 */
export function newId<T extends string = string>(nowMs: number = Date.now()): T {
  return uuidV7(nowMs, crypto.getRandomValues(new Uint8Array(16))) as T;
}

/**
 * The id of a public event: a UUID v7 that is greater than every event id made before it by this process, because the
 * events of one transaction are listed and sent in the order of their ids. The 12 bits after the milliseconds count
 * (RFC 9562 §6.2, method 1); a clock that goes back, or more than 4,096 events in a millisecond, borrow from the next.
 */
export function newEventId(nowMs: number = Date.now()): EventId {
  if (nowMs > lastEvent.ms) lastEvent = { ms: nowMs, count: 0 };
  else if (lastEvent.count < 0xfff) lastEvent = { ms: lastEvent.ms, count: lastEvent.count + 1 };
  else lastEvent = { ms: lastEvent.ms + 1, count: 0 };
  return numberedId(lastEvent.ms, lastEvent.count);
}

let lastEvent = { ms: 0, count: 0 };

/** A UUID v7 of that millisecond that comes after those of it with a lower number; the number is 0 to 4,095. */
export function numberedId<T extends string = string>(ms: number, number: number): T {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = number >> 8;
  bytes[7] = number & 0xff;
  return uuidV7(ms, bytes) as T;
}

/** The 16 bytes as a UUID v7 of that millisecond; the bytes are overwritten where the version wants its own. */
function uuidV7(ms: number, bytes: Uint8Array): string {
  let rest = ms;
  for (let at = 5; at >= 0; at -= 1) {
    bytes[at] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  let hex = '';
  for (const byte of bytes) hex += HEX[byte];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** When an id was made, by the time in it (RFC 9562 §5.7); of another version it means nothing. */
export function msOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** True for a UUID of any version in its usual text form, lower or upper case. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/**
 * The text as an id of the kind wanted, in lower case.
 * @throws DomainError `not_found`: what is no UUID names nothing, and must not reach the database as one.
 */
export function parseId<T extends string>(text: string): T {
  if (!isUuid(text)) throw new DomainError('not_found');
  return text.toLowerCase() as T;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
