import { isLanguageTag, languageOfLocale } from '../languages.ts';
import { asciiEmail, withAsciiHost } from './ascii-host.ts';
import { isInformational } from './informational.ts';
import type { LenientSchema } from './lenient-schema.ts';
import type { Warning, WarningCode } from './warning.ts';

/** Reads one body: what the strict check gets to see, and what was dropped or cut of it. */
export type BodyReader = (body: unknown) => { readonly body: unknown; readonly warnings: readonly Warning[] };

/**
 * The reader of bodies of this schema: decoration is lenient, money is strict. It drops, cuts and rewrites only what
 * cannot change a price, a coin, an address or the meaning of an order; everything else it hands on as it is, and the
 * strict check refuses it. Reading what was read changes nothing.
 */
export function bodyReader(schema: LenientSchema): BodyReader {
  const read = readerOf(schema);
  return (body) => {
    const warnings: Warning[] = [];
    const warn = (field: string, code: WarningCode, message: string) => {
      if (warnings.length < MAX_WARNINGS) warnings.push({ field: field.slice(0, MAX_PATH), code, message });
    };
    return { body: read(body, '', warn), warnings };
  };
}

const MAX_WARNINGS = 50;
const MAX_PATH = 200;

type Warn = (field: string, code: WarningCode, message: string) => void;

/** Undefined: dropped. */
type Reader = (value: unknown, path: string, warn: Warn) => unknown;

function readerOf(schema: LenientSchema): Reader {
  switch (schema['x-lenient']) {
    case 'upper':
      return (value) => (typeof value === 'string' ? value.trim().toUpperCase() : value);
    case 'text':
      return (value) => (Number.isSafeInteger(value) ? String(value) : trimmed(value));
    case 'cut':
      return cutReader(typeof schema.maxLength === 'number' ? schema.maxLength : MAX_TEXT);
    case 'email':
      return readEmail;
    case 'url':
      return (value) => (typeof value === 'string' ? withAsciiHost(value.trim()) : value);
    case 'locale':
      return readLocale;
    case 'values':
      return readValues;
    case 'decoration':
      return decorationReader(objectReader(schema));
    default:
      return plainReader(schema);
  }
}

const MAX_TEXT = 1_000;

function plainReader(schema: LenientSchema): Reader {
  if (schema.properties !== undefined) return objectReader(schema);
  if (schema.type !== 'array') return trimmed;
  const each = readerOf((schema.items ?? {}) as LenientSchema);
  return (value, path, warn) =>
    Array.isArray(value) ? value.map((entry, index) => each(entry, `${path}.${index}`, warn)) : value;
}

function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value;
}

function objectReader(schema: LenientSchema): Reader {
  const fields = new Map(
    Object.entries<LenientSchema>(schema.properties ?? {}).map(([name, field]) => [name, readerOf(field)]),
  );
  const required = new Set(schema.required ?? []);
  const alsoHere = new Set(schema['x-informational'] ?? []);
  return (value, path, warn) => {
    if (!isObject(value)) return value;
    const read: Record<string, unknown> = {};
    for (const [name, given] of Object.entries(value)) {
      const at = path === '' ? name : `${path}.${name}`;
      const reader = fields.get(name);
      if (reader === undefined) {
        if (!isInformational(name, alsoHere)) read[name] = given;
        else if (!isNothing(given)) warn(at, 'unknown_field', 'This field is not known and was left out.');
      } else if (required.has(name) || !isNothing(given)) {
        const known = reader(given, at, warn);
        if (known !== undefined) read[name] = known;
      }
    }
    return read;
  };
}

/** PHP writes an empty object as `[]`, and forms send empty fields. */
function isNothing(value: unknown): boolean {
  if (value === null || (Array.isArray(value) && value.length === 0)) return true;
  return typeof value === 'string' && value.trim() === '';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function decorationReader(read: Reader): Reader {
  return (value, path, warn) => {
    if (isObject(value)) return read(value, path, warn);
    warn(path, 'not_an_object', 'This must be an object and was left out.');
    return undefined;
  };
}

function cutReader(maxLength: number): Reader {
  return (value, path, warn) => {
    const text = Number.isSafeInteger(value) ? String(value) : value;
    if (typeof text !== 'string') {
      warn(path, 'not_text', 'This must be text and was left out.');
      return undefined;
    }
    const clean = withoutControls(text);
    if (clean.length !== text.length) warn(path, 'control_characters', 'Control characters were removed.');
    const plain = clean.trim();
    if (plain.length <= maxLength) return plain === '' ? undefined : plain;
    warn(path, 'too_long', `Cut to ${maxLength} characters.`);
    return cut(plain, maxLength);
  };
}

/** Never between the two halves of a character. */
function cut(text: string, length: number): string {
  const short = text.slice(0, length);
  return (short.isWellFormed() ? short : short.slice(0, -1)).trimEnd();
}

/** Removes the characters that the contract's texts may not contain: all controls but tab and line breaks. */
function withoutControls(text: string): string {
  let clean = '';
  for (const letter of text) if (!isControl(letter.charCodeAt(0))) clean += letter;
  return clean;
}

function isControl(code: number): boolean {
  return code === 0x7f || (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d);
}

function readEmail(value: unknown, path: string, warn: Warn): string | undefined {
  const email = typeof value === 'string' ? asciiEmail(value.trim()) : undefined;
  if (email === undefined) warn(path, 'invalid_email', 'This is no email address and was left out.');
  return email;
}

function readLocale(value: unknown, path: string, warn: Warn): string | undefined {
  const language = typeof value === 'string' && isLanguageTag(value.trim()) ? languageOfLocale(value.trim()) : null;
  if (language !== null) return language;
  warn(path, 'unknown_locale', 'We have no texts in this language: the payer’s browser decides.');
  return undefined;
}

/** Values that are no text and no whole number are refused: they would not come back as they were. */
function readValues(value: unknown): unknown {
  if (!isObject(value)) return value;
  const read: Record<string, unknown> = {};
  for (const [key, given] of Object.entries(value)) {
    if (given === null || (Array.isArray(given) && given.length === 0)) continue;
    read[key] = Number.isSafeInteger(given) ? String(given) : given;
  }
  return read;
}
