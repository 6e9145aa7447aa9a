import { deserialize, serialize } from 'node:v8';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { findCreditorReference, parseCreditorReference } from '../../../domain/bank/creditor-reference.ts';
import type { StatementEntry, StatementHead } from '../../../domain/bank/messages.ts';
import { BankFileError } from './bank-file-error.ts';
import { child, children, dayAt, eurAt, parseXml, requiredText, textAt, type XmlNode } from './node.ts';
import type { Schemas } from './schemas.ts';

/** One statement, and its entries in pieces of limited size. */
export interface ReadStatement {
  readonly head: StatementHead;
  readonly entries: Iterable<readonly StatementEntry[]>;
}

export interface StatementFile {
  readonly messageId: string;
  readonly statements: readonly ReadStatement[];
}

/** Entries that are validated and read at once: little memory, and little work for each piece. */
const ENTRIES_AT_ONCE = 500;

/**
 * Reads a camt.053 or camt.054 of any size in pieces: each is a whole document with the head of its statement and some
 * of its entries, which is validated before it is believed. The entries can be iterated several times.
 * @throws BankFileError also while entries are read
 */
export function readStatements(body: Buffer, kind: 'camt.053' | 'camt.054', schemas: Schemas): StatementFile {
  const [outer, region] = kind === 'camt.053' ? ['BkToCstmrStmt', 'Stmt'] : ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'];
  const prefix = /^\s*<(?:([\w.-]+:))?Document/.exec(body.toString('utf8', 0, 500))?.[1] ?? '';
  const { before, elements, after } = splitAt(body, prefix + region);
  if (elements.length === 0) {
    schemas.validate(kind, body);
    throw new BankFileError('The file has no statement.');
  }
  const statements = elements.map((element) => {
    const parts = splitAt(element, `${prefix}Ntry`);
    const piece = (entries: readonly Buffer[]): XmlNode => {
      const document = Buffer.concat([before, parts.before, ...entries, parts.after, after]);
      schemas.validate(kind, document);
      return child(parseXml(document.toString()), 'Document', outer) ?? {};
    };
    const first = piece([]);
    return {
      messageId: requiredText(first, 'GrpHdr', 'MsgId'),
      head: headOf(child(first, region), kind),
      entries: keptPieces(entriesOf(parts.elements, (some) => child(piece(some), region))),
    };
  });
  return { messageId: statements[0]?.messageId ?? '', statements };
}

type ReadPiece = (some: readonly Buffer[]) => XmlNode | undefined;

function* entriesOf(elements: readonly Buffer[], read: ReadPiece): Generator<readonly StatementEntry[]> {
  for (let from = 0; from < elements.length; from += ENTRIES_AT_ONCE) {
    yield children(read(elements.slice(from, from + ENTRIES_AT_ONCE)), 'Ntry').flatMap(readEntry);
  }
}

/** Parsing XML is the slowest step, so each piece is parsed once and kept compressed for the next iteration. */
function keptPieces<T>(source: Iterator<readonly T[]>): Iterable<readonly T[]> {
  const kept: Buffer[] = [];
  return {
    *[Symbol.iterator]() {
      for (const piece of kept) yield deserialize(inflateRawSync(piece)) as readonly T[];
      for (let next = source.next(); next.done !== true; next = source.next()) {
        kept.push(deflateRawSync(serialize(next.value), { level: 1 }));
        yield next.value;
      }
    },
  };
}

interface Split {
  readonly before: Buffer;
  readonly elements: readonly Buffer[];
  readonly after: Buffer;
}

/**
 * The elements of the name with everything before and after them. They do not contain each other in these messages,
 * and without comments and CDATA what looks like a tag is one; whether the rest is well-formed, the schema decides.
 */
function splitAt(body: Buffer, name: string): Split {
  const [open, close] = [`<${name}`, `</${name}>`];
  const elements: Buffer[] = [];
  let first = -1;
  let last = 0;
  for (let at = body.indexOf(open); at >= 0; at = body.indexOf(open, at + 1)) {
    if (!ENDS_NAME.has(body[at + open.length] ?? 0)) continue;
    const end = body.indexOf(close, at);
    if (end < 0) throw new BankFileError(`The file ends within ${name}.`);
    if (first < 0) first = at;
    else if (!isBlank(body.subarray(last, at))) throw new BankFileError(`Something is between two ${name}.`);
    last = end + close.length;
    elements.push(body.subarray(at, last));
    at = last - 1;
  }
  if (first < 0) return { before: body, elements, after: Buffer.alloc(0) };
  return { before: body.subarray(0, first), elements, after: body.subarray(last) };
}

/** `>` and white space. */
const ENDS_NAME: ReadonlySet<number> = new Set([0x3e, 0x20, 0x09, 0x0a, 0x0d]);

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte !== 0x3e && ENDS_NAME.has(byte));
}

function headOf(statement: XmlNode | undefined, kind: 'camt.053' | 'camt.054'): StatementHead {
  const account = child(statement, 'Acct');
  const iban = textAt(account, 'Id', 'IBAN');
  if (iban === null) throw new BankFileError('The statement names no IBAN.');
  const head = { statementId: requiredText(statement, 'Id'), iban, currency: textAt(account, 'Ccy') };
  if (kind === 'camt.054') return { ...head, sequence: null, openingMinor: null, closingMinor: null, closingDay: null };
  const sequence = textAt(statement, 'ElctrncSeqNb') ?? textAt(statement, 'LglSeqNb');
  const opening = balanceOf(statement, ['OPBD', 'PRCD']);
  const closing = balanceOf(statement, ['CLBD']);
  return {
    ...head,
    sequence: sequence === null ? null : Number(sequence),
    openingMinor: signed(opening),
    closingMinor: signed(closing),
    closingDay: dayAt(closing, 'Dt'),
  };
}

/** An opening balance, or the closing balance of the statement before. */
function balanceOf(statement: XmlNode | undefined, codes: readonly string[]): XmlNode {
  for (const code of codes) {
    const found = children(statement, 'Bal').find((each) => textAt(each, 'Tp', 'CdOrPrtry', 'Cd') === code);
    if (found !== undefined) return found;
  }
  throw new BankFileError(`The statement has no balance ${codes[0]}.`);
}

function signed(balance: XmlNode): bigint {
  const minor = eurAt(balance, 'Amt');
  return textAt(balance, 'CdtDbtInd') === 'DBIT' ? -minor : minor;
}

/** Movements of an entry; none of one that is not booked yet. */
function readEntry(entry: XmlNode): StatementEntry[] {
  if (textAt(entry, 'Sts', 'Cd') !== 'BOOK') return [];
  const transactions = children(entry, 'NtryDtls').flatMap((details) => children(details, 'TxDtls'));
  const [only] = transactions;
  const total = eurAt(entry, 'Amt');
  if (transactions.length <= 1) return [movement(entry, only, total)];
  const movements = transactions.map((each) => movement(entry, each, eurAt(each, 'Amt')));
  const direction = textAt(entry, 'CdtDbtInd') === 'CRDT' ? 'credit' : 'debit';
  const sum = movements.reduce(
    (s, each) => s + (each.direction === direction ? each.amountMinor : -each.amountMinor),
    0n,
  );
  if (sum !== total) throw new BankFileError('The transactions of an entry are not its amount.');
  return movements;
}

function movement(entry: XmlNode, details: XmlNode | undefined, amountMinor: bigint): StatementEntry {
  if (amountMinor <= 0n) throw new BankFileError('An entry has no amount.');
  const isCredit = (textAt(details, 'CdtDbtInd') ?? textAt(entry, 'CdtDbtInd')) === 'CRDT';
  const code = child(details, 'BkTxCd', 'Domn') ?? child(entry, 'BkTxCd', 'Domn');
  const parties = child(details, 'RltdPties');
  const [who, account] = isCredit ? ['Dbtr', 'DbtrAcct'] : ['Cdtr', 'CdtrAcct'];
  const remittance = children(details, 'RmtInf', 'Ustrd')
    .flatMap((each) => textAt(each) ?? [])
    .join(' ');
  const structured = children(details, 'RmtInf', 'Strd').flatMap((each) => textAt(each, 'CdtrRefInf', 'Ref') ?? []);
  const returned = child(details, 'RtrInf');
  const day = dayAt(entry, 'BookgDt') ?? dayAt(entry, 'ValDt');
  if (day === null) throw new BankFileError('An entry has no date.');
  return {
    ...{ amountMinor, direction: isCredit ? 'credit' : 'debit', day, remittance },
    bankReference: given(textAt(details, 'Refs', 'AcctSvcrRef')) ?? given(textAt(entry, 'AcctSvcrRef')),
    code: [textAt(code, 'Cd'), textAt(code, 'Fmly', 'Cd'), textAt(code, 'Fmly', 'SubFmlyCd')].join('/'),
    isReversal: textAt(entry, 'RvslInd') === 'true',
    endToEndId: given(textAt(details, 'Refs', 'EndToEndId')),
    creditorReference:
      structured.map(parseCreditorReference).find((each) => each !== null) ?? findCreditorReference(remittance),
    partyName: textAt(parties, who, 'Pty', 'Nm'),
    partyIban: textAt(parties, account, 'Id', 'IBAN'),
    returnCode: textAt(returned, 'Rsn', 'Cd') ?? textAt(returned, 'Rsn', 'Prtry'),
    returnWords:
      children(returned, 'AddtlInf')
        .flatMap((each) => textAt(each) ?? [])
        .join(' ') || null,
  };
}

/** Words that banks put where they have no reference. */
function given(reference: string | null): string | null {
  return reference === 'NOTPROVIDED' || reference === 'NONREF' ? null : reference;
}
