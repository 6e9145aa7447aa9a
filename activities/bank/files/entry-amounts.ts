import { BankFileError } from './bank-file-error.ts';
import { centsOf, child, children, eurAt, textAt, type XmlNode } from './node.ts';

/** A transaction of an entry with its own amount, and what the bank took for it in the same entry. */
export interface AmountOf {
  readonly details: XmlNode;
  readonly minor: bigint;
  readonly isCredit: boolean;
  /** Below zero: the bank gave something back. */
  readonly chargeMinor: bigint;
}

/** How the amount of an entry is made of its transactions; null: they do not add up to it. */
export interface SplitAmount {
  readonly parts: readonly AmountOf[];
  /** The bank's charge for the entry as a whole. */
  readonly chargeMinor: bigint;
}

/** Whether money comes. @throws BankFileError */
export function isCredit(node: XmlNode | undefined): boolean | null {
  const said = textAt(node, 'CdtDbtInd');
  if (said === null || said === 'CRDT' || said === 'DBIT') return said === null ? null : said === 'CRDT';
  throw new BankFileError(`${said.slice(0, 10)} is neither CRDT nor DBIT.`);
}

/**
 * Finds the amounts of an entry's transactions. Banks write them in one of four places, with or without what they took
 * for themselves: what adds up to the amount of the entry is what the bank means.
 */
export function splitAmount(entry: XmlNode, transactions: readonly XmlNode[]): SplitAmount | null {
  const total = signed(eurAt(entry, 'Amt'), isCredit(entry) === true);
  const wholeCharge = chargesOf(entry);
  for (const amountOf of READINGS) {
    const read = transactions.map((details) => ({ details, minor: amountOf(details) }));
    if (read.some(({ minor }) => minor === null)) continue;
    const parts = read.map(({ details, minor }) => ({
      details,
      minor: minor ?? 0n,
      isCredit: isCredit(details) ?? isCredit(entry) === true,
      chargeMinor: chargesOf(details),
    }));
    const gross = parts.reduce((sum, part) => sum + signed(part.minor, part.isCredit), 0n);
    const theirs = parts.reduce((sum, { chargeMinor }) => sum + chargeMinor, 0n);
    if (gross === total) return { parts: parts.map((part) => ({ ...part, chargeMinor: 0n })), chargeMinor: 0n };
    if (gross - theirs === total) return { parts, chargeMinor: 0n };
    if (gross - theirs - wholeCharge === total) return { parts, chargeMinor: wholeCharge };
    const without = parts.map((part) => ({ ...part, chargeMinor: 0n }));
    if (gross - wholeCharge === total) return { parts: without, chargeMinor: wholeCharge };
  }
  return null;
}

type Reading = (details: XmlNode) => bigint | null;

const at =
  (...path: readonly string[]): Reading =>
  (details) =>
    eurOrNull(child(details, ...path));

/** Of version 02, transactions have no amount of their own. */
const PLACES = [at('Amt'), ...['TxAmt', 'CntrValAmt', 'InstdAmt'].map((each) => at('AmtDtls', each, 'Amt'))];
const READINGS: readonly Reading[] = [
  ...PLACES,
  (details) => PLACES.reduce<bigint | null>((found, place) => found ?? place(details), null),
];

function eurOrNull(amount: XmlNode | undefined): bigint | null {
  const text = textAt(amount);
  return text === null || textAt(amount, '@Ccy') !== 'EUR' ? null : centsOf(text);
}

/** The bank's charge, in euro. Version 02 has records as charges themselves, and later ones may say only the sum. */
function chargesOf(node: XmlNode): bigint {
  return children(node, 'Chrgs')
    .flatMap((charges) => {
      const records = [...children(charges, 'Rcrd'), ...(child(charges, 'Amt') === undefined ? [] : [charges])];
      if (records.length === 0) return [eurOrNull(child(charges, 'TtlChrgsAndTaxAmt')) ?? 0n];
      return records.map((record) => {
        const minor = eurOrNull(child(record, 'Amt')) ?? 0n;
        return isCredit(record) === true ? -minor : minor;
      });
    })
    .reduce((sum, minor) => sum + minor, 0n);
}

function signed(minor: bigint, isIncoming: boolean): bigint {
  return isIncoming ? minor : -minor;
}
