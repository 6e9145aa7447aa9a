import { SaxesParser } from 'saxes';
import { withoutTrailing } from '../../../domain/text/trailing.ts';
import { BankFileError } from './bank-file-error.ts';

/** An element: its text, or its attributes and children by name without prefix. */
export type XmlNode = string | { readonly [name: string]: XmlNode | readonly XmlNode[] };

/** Elements that may be repeated are always lists. */
const REPEATED = new Set([
  'OrgnlPmtInfAndSts',
  'TxInfAndSts',
  'StsRsnInf',
  'AddtlInf',
  'CxlDtls',
  'CxlStsRsnInf',
  'NbOfTxsPerSts',
  'Stmt',
  'Ntfctn',
  'Bal',
  'Ntry',
  'NtryDtls',
  'TxDtls',
  'Ustrd',
  'Strd',
  'OrgnlPmtInfAndCxl',
  'TxInf',
  'PmtInf',
  'CdtTrfTxInf',
  'Rpt',
  'Chrgs',
  'Rcrd',
]);

/**
 * Reads a document that was validated before. Texts are without the space around them.
 * @throws BankFileError if it is not well-formed
 */
export function parseXml(document: string): XmlNode {
  const parser = new SaxesParser();
  const root = newElement();
  const path = [root];
  parser.on('opentag', ({ attributes }) => {
    const element = newElement();
    for (const [name, value] of Object.entries(attributes)) element.children[`@${localName(name)}`] = value;
    path.push(element);
  });
  parser.on('text', (text) => {
    const element = path.at(-1);
    if (element !== undefined) element.text += text;
  });
  parser.on('closetag', ({ name }) => {
    const element = path.pop();
    const parent = path.at(-1);
    if (element !== undefined && parent !== undefined) addChild(parent, localName(name), nodeOf(element));
  });
  parser.on('error', ({ message }) => {
    throw new BankFileError(`This is no XML: ${message}`);
  });
  parser.write(document).close();
  return root.children;
}

interface OpenElement {
  readonly children: Record<string, XmlNode | XmlNode[]>;
  text: string;
}

/** Without a prototype, so that no name of an element means anything else. */
function newElement(): OpenElement {
  return { children: Object.create(null) as OpenElement['children'], text: '' };
}

function nodeOf({ children: found, text }: OpenElement): XmlNode {
  const trimmed = text.trim();
  for (const _name in found) return trimmed === '' ? found : { ...found, '#text': trimmed };
  return trimmed;
}

function addChild({ children: found }: OpenElement, name: string, node: XmlNode): void {
  const before = found[name];
  if (Array.isArray(before)) before.push(node);
  else if (before !== undefined) found[name] = [before as XmlNode, node];
  else found[name] = REPEATED.has(name) ? [node] : node;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
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
  return typeof raw !== 'string' || raw === '' ? null : raw;
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

/**
 * A decimal of XML Schema that is not below zero, in cents: banks write `+`, leading zeros, and zeros at the end.
 * @throws BankFileError
 */
export function centsOf(text: string): bigint {
  const [, minus, digits = ''] = (text.length > LONGEST_DECIMAL ? null : DECIMAL.exec(text)) ?? [];
  const [whole = '', fraction = ''] = digits.split('.');
  const cents = withoutTrailing(fraction, '0');
  if (whole + fraction === '' || cents.length > 2 || (minus !== undefined && /[1-9]/.test(digits))) {
    throw new BankFileError(`${text.slice(0, 40)} is no amount in euro and cents.`);
  }
  const minor = BigInt(whole + cents.padEnd(2, '0'));
  if (minor > MOST_MINOR) throw new BankFileError(`${text.slice(0, 40)} is more than a bank account can hold.`);
  return minor;
}

const DECIMAL = /^(?:\+|(-))?(\d*(?:\.\d*)?)$/;
const LONGEST_DECIMAL = 100;

/** Eighteen digits in all, as ISO 20022 has it. */
const MOST_MINOR = 10n ** 18n;

/** A day, of a date or a moment; both may have a time zone. */
export function dayAt(node: XmlNode | undefined, ...path: readonly string[]): string | null {
  const found = child(node, ...path);
  const day = (textAt(found, 'Dt') ?? textAt(found, 'DtTm'))?.slice(0, 10) ?? null;
  if (day === null) return null;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day));
  if (!isDay) throw new BankFileError(`${day} is no day.`);
  return day;
}

/** Words that banks put where they have no reference. */
export function given(reference: string | null): string | null {
  return reference === null || NOTHING.test(reference) ? null : reference;
}

const NOTHING = /^(?:NOT ?PROVIDED|NOT ?AVAILABLE|NOREF|NONREF|NONE|N\/?A|-+|0+)$/i;

function isList(value: unknown): value is readonly XmlNode[] {
  return Array.isArray(value);
}
