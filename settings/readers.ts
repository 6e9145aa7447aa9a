import { base64 } from '@scure/base';
import { validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { isValidBIC } from 'ibantools';
import ipaddr from 'ipaddr.js';
import { parseTronAddress } from '../domain/address/tron.ts';
import type { QuietHours } from '../domain/alerts/settings.ts';
import { type EbicsService, parseEbicsService } from '../domain/bank/ebics-service.ts';
import { parseIban } from '../domain/bank/iban.ts';
import { type FeeEntries, readFeeEntries } from '../domain/exchanges/fee-entries.ts';
import { isUuid } from '../domain/ids.ts';
import { isDay } from '../domain/text/day.ts';

/** The type of `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Turns the text of a variable (undefined: unset) into its value, or says in words what is wrong with it. */
export type Reader<T> = (value: string | undefined) => { ok: true; value: T } | { ok: false; problem: string };

type Parse<T> = (value: string) => T | Wrong;
class Wrong {
  readonly problem: string;
  constructor(problem: string) {
    this.problem = problem;
  }
}

/** The variable must be set. */
export function required<T>(parse: Parse<T>): Reader<T> {
  return (value) => (value === undefined ? { ok: false, problem: 'is required' } : settle(parse(value)));
}

/** Unset is undefined. */
export function optional<T>(parse: Parse<T>): Reader<T | undefined> {
  return (value) => (value === undefined ? { ok: true, value: undefined } : settle(parse(value)));
}

/** Unset is a value of our choice. */
export function fallback<T>(parse: Parse<T>, unset: T): Reader<T> {
  return (value) => (value === undefined ? { ok: true, value: unset } : settle(parse(value)));
}

export function text(): Parse<string> {
  return (value) => value;
}

/** A valid build name of workers: it becomes a part of Temporal's queries. */
export const BUILD_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/;

export function buildId(): Parse<string> {
  return (value) =>
    BUILD_ID.test(value) ? value : new Wrong('must have up to 63 letters, digits, dots, hyphens or underscores');
}

export function int(min: number, max: number): Parse<number> {
  return (value) => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    return number >= min && number <= max ? number : new Wrong(`must be a whole number from ${min} to ${max}`);
  };
}

export function uuid(): Parse<string> {
  return (value) => (isUuid(value) ? value.toLowerCase() : new Wrong('must be a UUID'));
}

/** A number from 0 to 1. */
export function ratio(): Parse<number> {
  return (value) => {
    const number = /^\d(\.\d{1,9})?$/.test(value) ? Number(value) : Number.NaN;
    return number <= 1 ? number : new Wrong('must be a number from 0 to 1, such as 0.1');
  };
}

/** `name=value,…` with URL-encoded values. The problem never shows a value: it may be a secret. */
export function otlpHeaders(): Parse<Readonly<Record<string, string>>> {
  return (value) => {
    const headers: Record<string, string> = {};
    for (const pair of value.split(',')) {
      const [, name = '', encoded = ''] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*([\x21-\x7e]+)\s*$/.exec(pair) ?? [];
      if (name === '') return new Wrong('must be name=value, separated by commas, with URL-encoded values');
      try {
        headers[name] = decodeURIComponent(encoded);
      } catch {
        return new Wrong(`has a value that is not URL-encoded: that of ${name}`);
      }
    }
    return headers;
  };
}

/** A positive whole number of any size. */
export function minorUnits(): Parse<bigint> {
  return (value) => (/^[1-9]\d{0,30}$/.test(value) ? BigInt(value) : new Wrong('must be a whole number above 0'));
}

export function flag(): Parse<boolean> {
  return (value) => (value === 'true' ? true : value === 'false' ? false : new Wrong('must be true or false'));
}

export function oneOf<const T extends string>(values: readonly T[]): Parse<T> {
  return (value) => values.find((each) => each === value) ?? new Wrong(`must be one of ${values.join(', ')}`);
}

/** A URL with one of these protocols. The problem never shows the value: it may hold a password. */
export function url(...protocols: string[]): Parse<string> {
  return (value) => {
    const parsed = URL.canParse(value) ? new URL(value) : null;
    if (parsed !== null && protocols.includes(parsed.protocol)) return value;
    return new Wrong(`must be a URL that begins with ${protocols.map((each) => `${each}//`).join(' or ')}`);
  };
}

/** A mailbox with its user and password, on a server that encrypts. */
export function imapUrl(): Parse<string> {
  return (value) => {
    const parsed = URL.canParse(value) ? new URL(value) : null;
    const isWhole = parsed !== null && parsed.hostname !== '' && parsed.username !== '' && parsed.password !== '';
    if (isWhole && ['imap:', 'imaps:'].includes(parsed.protocol) && isEncoded(parsed)) return value;
    return new Wrong('must be a URL such as imaps://user:password@mail.example.com');
  };
}

/** A percent sign that begins no character would be refused only when the mailbox is opened. */
function isEncoded({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

/** A browser's origin: no path. Plain HTTP only on this machine, where nobody is in between. */
export function origin(): Parse<string> {
  return (value) => {
    const parsed = URL.canParse(value) ? new URL(value) : null;
    const isLocal = parsed !== null && /^(localhost|127(\.\d+){3}|\[::1\]|.*\.localhost)$/.test(parsed.hostname);
    const isSafe = parsed?.protocol === 'https:' || (isLocal && parsed.protocol === 'http:');
    return isSafe && parsed.origin === value
      ? value
      : new Wrong('must be an origin such as https://temporal.example.com');
  };
}

/** Texts separated by commas or spaces. */
export function list(): Parse<readonly string[]> {
  return (value) => split(value);
}

/** Port numbers separated by commas or spaces. */
export function ports(): Parse<readonly number[]> {
  return (value) => {
    const numbers = split(value).map(Number);
    const areValid = numbers.every((port) => Number.isInteger(port) && port > 0 && port <= 65_535);
    return areValid ? numbers : new Wrong('must be port numbers from 1 to 65535, separated by commas');
  };
}

/** A SHA-256 in hexadecimal; spaces and colons between its digits are allowed. */
export function sha256Hex(): Parse<string> {
  return (value) => {
    const digits = value.replaceAll(/[\s:]/g, '').toUpperCase();
    return /^[0-9A-F]{64}$/.test(digits) ? digits : new Wrong('must be a SHA-256 hash: 64 hexadecimal digits');
  };
}

/** A bank's identifier of a participant of EBICS. */
export function ebicsId(): Parse<string> {
  return (value) =>
    /^[a-zA-Z0-9,=]{1,35}$/.test(value)
      ? value
      : new Wrong('must have up to 35 letters, digits, commas or equal signs');
}

/** Formats of EBICS, separated by spaces. */
export function ebicsServices(): Parse<readonly EbicsService[]> {
  return (value) => {
    const read = value.split(/\s+/).filter(Boolean).map(parseEbicsService);
    const services = read.filter((each) => each !== null);
    return services.length === read.length && services.length > 0
      ? services
      : new Wrong(
          'must be service:scope:option:container:message as in the table of the bank, such as EOP:DE::ZIP:camt.053',
        );
  };
}

/** Withdrawal fees of exchanges, for payers who pay from one. */
export function feeEntries(): Parse<FeeEntries> {
  return (value) => {
    const read = readFeeEntries(value);
    if (typeof read !== 'string') return read;
    const form =
      'must be entries such as kraken BTC 0.00001 0.0001 2026-11-20 Kraken fee page, separated by semicolons';
    return new Wrong(`${form}; wrong or twice: ${read}`);
  };
}

/** Networks in CIDR form. */
export function cidrs(): Parse<readonly string[]> {
  return (value) => {
    const wrong = split(value).filter((each) => !ipaddr.isValidCIDR(each));
    return wrong.length === 0 ? split(value) : new Wrong(`holds what is no CIDR network: ${wrong.join(', ')}`);
  };
}

/** An Ethereum address, made lower-case. */
export function evmAddress(): Parse<string> {
  return (value) =>
    /^0x[0-9a-fA-F]{40}$/.test(value) ? value.toLowerCase() : new Wrong('must be an address: 0x and 40 hex digits');
}

/** A TRON address, in base58 or hex; read as base58. */
export function tronAddress(): Parse<string> {
  return (value) => {
    try {
      return parseTronAddress(value);
    } catch {
      return new Wrong('must be a TRON address: T and 33 characters');
    }
  };
}

/** One certificate or several, in PEM. Their content is checked by the program that has the means for it. */
export function certificates(): Parse<string> {
  return (value) => (value.includes('-----BEGIN CERTIFICATE-----') ? value : new Wrong('must be certificates in PEM'));
}

/** A private key in PEM that no passphrase encrypts: nobody is there to type it. */
export function privateKey(): Parse<string> {
  return (value) => {
    if (/-----BEGIN ENCRYPTED|\nProc-Type:.*ENCRYPTED/.test(value)) return new Wrong('must not be encrypted');
    return /-----BEGIN (\w+ )?PRIVATE KEY-----/.test(value) ? value : new Wrong('must be a private key in PEM');
  };
}

/** Email addresses separated by commas or spaces. */
export function mailboxes(): Parse<readonly string[]> {
  return (value) => {
    const all = split(value);
    return all.every(isMailboxAddress) ? all : new Wrong('must be email addresses, separated by commas');
  };
}

/** One email address. */
export function mailbox(): Parse<string> {
  return (value) => (isMailboxAddress(value) ? value : new Wrong('must be an email address'));
}

function isMailboxAddress(value: string): boolean {
  return value.length <= 254 && /^[^\s@<>"(),;:\\]+@[^\s@<>"(),;:\\]+$/.test(value);
}

/** Where people are helped: a page, or a mailbox as `mailto:` of one address. */
export function contact(): Parse<string> {
  return (value) => {
    const isMailbox = value.startsWith('mailto:') && isMailboxAddress(value.slice('mailto:'.length));
    const isPage = URL.canParse(value) && new URL(value).protocol === 'https:';
    return isMailbox || isPage ? value : new Wrong('must be mailto: with an email address, or a URL with https://');
  };
}

/** A secret of Standard Webhooks. */
export function webhookSecret(): Parse<string> {
  return (value) => {
    const bytes = value.startsWith('whsec_') ? decodedLength(value.slice('whsec_'.length)) : 0;
    return bytes >= 24 && bytes <= 64 ? value : new Wrong('must be whsec_ and 24 to 64 bytes in base64');
  };
}

/** A routing key of PagerDuty. */
export function routingKey(): Parse<string> {
  return (value) =>
    /^[0-9A-Za-z]{32}$/.test(value) ? value : new Wrong('must be a routing key: 32 letters and digits');
}

/** A daily span such as 22:00-07:00. */
export function quietHours(): Parse<QuietHours> {
  return (value) => {
    const match = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$/.exec(value.replaceAll(' ', ''));
    const [fromHour = 0, from = 0, toHour = 0, to = 0] = (match ?? []).slice(1).map(Number);
    const hours = { fromMinute: fromHour * 60 + from, toMinute: toHour * 60 + to };
    const isValid = match !== null && hours.fromMinute !== hours.toMinute;
    return isValid ? hours : new Wrong('must be two different times of the day, such as 22:00-07:00');
  };
}

/** An IANA name of a time zone. */
export function timeZone(): Parse<string> {
  return (value) => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone;
    } catch {
      return new Wrong('must be the name of a time zone, such as Europe/Vilnius');
    }
  };
}

/** A day of the calendar, ISO 8601. */
export function day(): Parse<string> {
  return (value) => (isDay(value) ? value : new Wrong('must be a day, such as 2026-11-29'));
}

/** An IBAN with right check digits. */
export function iban(): Parse<string> {
  return (value) => parseIban(value) ?? new Wrong('must be an IBAN');
}

export function bic(): Parse<string> {
  return (value) => (isValidBIC(value) ? value : new Wrong('must be a BIC: 8 or 11 letters and digits'));
}

/** Thirty-two bytes in base64. */
export function bytes32(): Parse<Uint8Array> {
  return (value) => {
    try {
      const bytes = base64.decode(value);
      if (bytes.length === 32) return bytes;
    } catch {
      // Falls through to the one message below.
    }
    return new Wrong('must be 32 bytes in base64');
  };
}

/** A BIP-39 phrase in English. */
export function words(): Parse<string> {
  return (value) => (isPhrase(value) ? value : new Wrong('must be the English words of a BIP-39 phrase'));
}

/** True for a BIP-39 phrase in English whose checksum is right. */
export function isPhrase(value: string): boolean {
  return validateMnemonic(value, wordlist);
}

function decodedLength(value: string): number {
  try {
    return base64.decode(value).length;
  } catch {
    return 0;
  }
}

function split(value: string): string[] {
  return value.split(/[\s,]+/).filter((each) => each !== '');
}

function settle<T>(value: T | Wrong): { ok: true; value: T } | { ok: false; problem: string } {
  return value instanceof Wrong ? { ok: false, problem: value.problem } : { ok: true, value };
}
