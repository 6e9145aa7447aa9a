import { XMLParser } from 'fast-xml-parser';
import { parseAmount } from '../../../domain/money.ts';
import { withoutTrailingZeros } from '../../../domain/trailing.ts';
import { BankFileError } from './bank-file-error.ts';

/** An element: its text, or its attributes and children by name without prefix. */
export type XmlNode = string | { readonly [name: string]: XmlNode | readonly XmlNode[] };

/** Elements that may be repeated are always lists. */
const REPEATED = new Set([
  ...['OrgnlPmtInfAndSts', 'TxInfAndSts', 'StsRsnInf', 'AddtlInf', 'CxlDtls', 'CxlStsRsnInf', 'NbOfTxsPerSts'],
  ...['Stmt', 'Ntfctn', 'Bal', 'Ntry', 'NtryDtls', 'TxDtls', 'Ustrd', 'Strd', 'OrgnlPmtInfAndCxl', 'TxInf'],
  ...['PmtInf', 'CdtTrfTxInf'],
]);

const parser = new XMLParser({
  ...{ ignoreAttributes: false, attributeNamePrefix: '@', removeNSPrefix: true },
  ...{ parseTagValue: false, parseAttributeValue: false, trimValues: true },
  // The few that every document may use are replaced below; there are no others in a validated document.
  processEntities: false,
  isArray: (name) => REPEATED.has(name),
  jPath: false,
});

/** Reads a document that was validated before. */
export function parseXml(document: string): XmlNode {
  return parser.parse(document) as XmlNode;
}

/** The first element at the end of the path. */
export function child(node: XmlNode | undefined, ...path: readonly string[]): XmlNode | undefined {
  let at = node;
  for (const name of path) {
    if (at === undefined || typeof at === 'string') return undefined;
    const found: XmlNode | readonly XmlNode[] | undefined = at[name];
    at = isList(found) ? found[0] : found;
  }
  return at;
}

/** All elements of the name at the end of the path. */
export function children(node: XmlNode | undefined, ...path: readonly string[]): readonly XmlNode[] {
  const parent = child(node, ...path.slice(0, -1));
  const found = parent === undefined || typeof parent === 'string' ? undefined : parent[path.at(-1) ?? ''];
  if (found === undefined) return [];
  return isList(found) ? found : [found];
}

/** The text of an element, null where it is missing or empty. */
export function textAt(node: XmlNode | undefined, ...path: readonly string[]): string | null {
  const found = child(node, ...path);
  const raw = found === undefined || typeof found === 'string' ? found : found['#text'];
  return typeof raw !== 'string' || raw === '' ? null : plain(raw);
}

/** @throws BankFileError where it is missing */
export function requiredText(node: XmlNode | undefined, ...path: readonly string[]): string {
  const text = textAt(node, ...path);
  if (text === null) throw new BankFileError(`The file has no ${path.join('/')}.`);
  return text;
}

/** An amount in euro, in cents. @throws BankFileError for another currency, or parts of a cent */
export function eurAt(node: XmlNode | undefined, ...path: readonly string[]): bigint {
  const currency = textAt(child(node, ...path), '@Ccy');
  if (currency !== 'EUR') throw new BankFileError(`${path.join('/')} is in ${currency ?? 'no currency'}, not in EUR.`);
  return centsOf(requiredText(node, ...path));
}

/** @throws BankFileError */
export function centsOf(text: string): bigint {
  try {
    const minor = parseAmount(withoutTrailingZeros(text), 2);
    if (minor <= MOST_MINOR) return minor;
  } catch (error) {
    throw new BankFileError(`${text.slice(0, 40)} is no amount in euro and cents.`, { cause: error });
  }
  throw new BankFileError(`${text.slice(0, 40)} is more than a bank account can hold.`);
}

/** Eighteen digits in all, as ISO 20022 has it. */
const MOST_MINOR = 10n ** 18n;

/** A day, of a date or a moment. */
export function dayAt(node: XmlNode | undefined, ...path: readonly string[]): string | null {
  const found = child(node, ...path);
  return textAt(found, 'Dt') ?? textAt(found, 'DtTm')?.slice(0, 10) ?? null;
}

function isList(value: unknown): value is readonly XmlNode[] {
  return Array.isArray(value);
}

const PREDEFINED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function plain(raw: string): string {
  if (!raw.includes('&')) return raw;
  return raw.replaceAll(/&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w{2,4}));/g, (whole, hex, decimal, name) => {
    if (typeof name === 'string') return PREDEFINED[name] ?? whole;
    const code = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
