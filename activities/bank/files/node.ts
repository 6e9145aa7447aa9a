import { SaxesParser } from 'saxes';
import { withoutTrailing } from '../../../domain/text/trailing.ts';
import { BankFileError } from './bank-file-error.ts';

/** An element, or an attribute, whose name begins with `@`. Names are without prefix. */
export interface XmlNode {
  readonly name: string;
  /** Without the space around it. */
  readonly text: string;
  /** Attributes and elements, in their order. */
  readonly parts: readonly XmlNode[];
}

/**
 * Reads a document that was validated before. Texts are without the space around them.
 * @throws BankFileError if it is not well-formed
 */
export function parseXml(document: string): XmlNode {
  const parser = new SaxesParser();
  const root = newElement('');
  const path = [root];
  parser.on('opentag', ({ name, attributes }) => {
    const element = newElement(localName(name));
    for (const attribute in attributes)
      element.parts.push({ name: `@${localName(attribute)}`, text: attributes[attribute]?.trim() ?? '', parts: [] });
    path.at(-1)?.parts.push(element);
    path.push(element);
  });
  parser.on('text', (text) => {
    const element = path.at(-1);
    if (element !== undefined) element.text += text;
  });
  parser.on('closetag', () => {
    const element = path.pop();
    if (element !== undefined) element.text = element.text.trim();
  });
  parser.on('error', ({ message }) => {
    throw new BankFileError(`This is no XML: ${message}`);
  });
  parser.write(document).close();
  return root;
}

interface OpenElement extends XmlNode {
  text: string;
  readonly parts: XmlNode[];
}

function newElement(name: string): OpenElement {
  return { name, text: '', parts: [] };
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The first element at the end of the path. */
export function child(node: XmlNode | undefined, ...path: readonly string[]): XmlNode | undefined {
  let at = node;
  for (const name of path) at = at?.parts.find((each) => each.name === name);
  return at;
}

/** All elements of the name at the end of the path. */
export function children(node: XmlNode | undefined, ...path: readonly string[]): readonly XmlNode[] {
  const name = path.at(-1);
  return child(node, ...path.slice(0, -1))?.parts.filter((each) => each.name === name) ?? [];
}

/** The text of an element, null where it is missing or empty. */
export function textAt(node: XmlNode | undefined, ...path: readonly string[]): string | null {
  return child(node, ...path)?.text || null;
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
