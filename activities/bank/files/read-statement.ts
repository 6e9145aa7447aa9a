import { randomUUID } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { AccountMessageKind, StatementEntry, StatementHead } from '../../../domain/bank/messages.ts';
import { leadsToClosing, type StatementPage } from '../../../domain/bank/pages.ts';
import { BankFileError } from './bank-file-error.ts';
import { child, children, parseXml, requiredText, type XmlNode } from './node.ts';
import { readEntry } from './read-entry.ts';
import { headOf, NO_BALANCES } from './read-head.ts';
import type { Schemas } from './schemas.ts';

export interface StatementFile {
  readonly messageId: string;
  readonly statements: readonly StatementPage[];
}

export interface StatementsToRead {
  readonly kind: AccountMessageKind;
  readonly schemas: Schemas;
  /**
   * The bank sends no camt.053: a camt.052 is a statement if its entries lead from one booked balance to another.
   * Else it is a notification.
   */
  readonly hasReportsOnly?: boolean;
}

/** Entries that are validated and read at once: little memory, and little work for each piece. */
const ENTRIES_AT_ONCE = 100;

/**
 * Reads a camt.052, camt.053 or camt.054 of any size in pieces: each is a whole document with the head of its statement
 * and some of its entries, which is validated before it is believed. The entries can be iterated several times. Each
 * page is a statement of its own: {@link joinPages} makes whole ones of them.
 * @throws BankFileError also while entries are read
 */
export function readStatements(
  body: Buffer,
  { kind, schemas, hasReportsOnly = false }: StatementsToRead,
): StatementFile {
  const [outer, region] = ELEMENTS[kind];
  const prefix = /^\s*<(?:([\w.-]+:))?Document/.exec(body.toString('utf8', 0, 500))?.[1] ?? '';
  const { before, pieces: regions, after } = splitAt(body, prefix + region, 1);
  if (regions.length === 0) {
    schemas.validate(kind, body);
    throw new BankFileError('The file has no statement.');
  }
  const isStatement = kind === 'camt.053' || (kind === 'camt.052' && hasReportsOnly);
  const fileId = randomUUID();
  let place = 0;
  let messageId: string | null = null;
  const statements = regions.map((element) => {
    const parts = splitAt(element, `${prefix}Ntry`, ENTRIES_AT_ONCE);
    const messageWith = (entries: Buffer): XmlNode | undefined => {
      const document = Buffer.concat([before, parts.before, entries, parts.after, after]);
      schemas.validate(kind, document);
      return child(parseXml(document.toString()), 'Document', outer);
    };
    const first = messageWith(Buffer.alloc(0));
    const head = headOf(first, region, { isStatement, isReport: kind === 'camt.052' });
    const firstPlace = place;
    place += parts.count;
    const read = (entries: Buffer) => child(messageWith(entries), region);
    const idOf = (at: number) => `${fileId}#${firstPlace + at}`;
    const entries = keptPieces(entriesOf(parts.pieces, read, { idOf, statementDay: dayOf(head) }));
    const proven = kind === 'camt.052' && !leadsToClosing({ head, entries }) ? { ...head, ...NO_BALANCES } : head;
    messageId ??= messageIdOf(first, head);
    return { head: proven, entries };
  });
  return { messageId: messageId ?? '', statements };
}

const ELEMENTS = {
  'camt.052': ['BkToCstmrAcctRpt', 'Rpt'],
  'camt.053': ['BkToCstmrStmt', 'Stmt'],
  'camt.054': ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
} as const satisfies Record<AccountMessageKind, readonly [string, string]>;

/** Some banks give all pages of a message one ID. */
function messageIdOf(first: XmlNode | undefined, { page }: StatementHead): string {
  const messageId = requiredText(first, 'GrpHdr', 'MsgId');
  return page === null || page.number === 1 ? messageId : `${messageId} (page ${page.number})`;
}

function dayOf({ closingDay, period, createdAt }: StatementHead): string | null {
  return closingDay ?? (period?.split('/')[1] ?? createdAt)?.slice(0, 10) ?? null;
}

type ReadPiece = (entries: Buffer) => XmlNode | undefined;

function* entriesOf(
  pieces: readonly Buffer[],
  read: ReadPiece,
  { idOf, statementDay }: { readonly idOf: (at: number) => string; readonly statementDay: string | null },
): Generator<readonly StatementEntry[]> {
  let from = 0;
  for (const piece of pieces) {
    const entries = children(read(piece), 'Ntry');
    yield entries.flatMap((entry, at) => readEntry(entry, { id: idOf(from + at), statementDay }));
    from += entries.length;
  }
}

/**
 * Parsing XML is the slowest step, so each piece is parsed once and kept compressed for the next iteration. One that
 * failed fails in every iteration: none ends as if the pieces before it were all.
 */
function keptPieces<T>(source: Iterator<readonly T[]>): Iterable<readonly T[]> {
  const kept: Buffer[] = [];
  let failed: { readonly error: unknown } | null = null;
  const parseNext = () => {
    if (failed !== null) throw failed.error;
    try {
      return source.next();
    } catch (error) {
      failed = { error };
      throw error;
    }
  };
  return {
    *[Symbol.iterator]() {
      for (const piece of kept) yield deserialize(inflateRawSync(piece)) as readonly T[];
      for (let next = parseNext(); next.done !== true; next = parseNext()) {
        kept.push(deflateRawSync(serialize(next.value), { level: 1 }));
        yield next.value;
      }
    },
  };
}

interface Split {
  readonly before: Buffer;
  /** So many elements each, with the space between them. */
  readonly pieces: readonly Buffer[];
  readonly after: Buffer;
  /** Of the elements. */
  readonly count: number;
}

/**
 * The elements of the name with everything before and after them. They do not contain each other in these messages,
 * and without comments and CDATA what looks like a tag is one; whether the rest is well-formed, the schema decides.
 */
function splitAt(body: Buffer, name: string, atOnce: number): Split {
  const [open, close] = [`<${name}`, `</${name}>`];
  const pieces: Buffer[] = [];
  let [count, first, begin, last] = [0, -1, 0, 0];
  for (let at = body.indexOf(open); at >= 0; at = body.indexOf(open, at + 1)) {
    if (!ENDS_NAME.has(body[at + open.length] ?? 0)) continue;
    const end = body.indexOf(close, at);
    if (end < 0) throw new BankFileError(`The file ends within ${name}.`);
    if (first < 0) first = at;
    else if (!isBlank(body.subarray(last, at))) throw new BankFileError(`Something is between two ${name}.`);
    if (count % atOnce === 0) begin = at;
    last = end + close.length;
    count += 1;
    if (count % atOnce === 0) pieces.push(body.subarray(begin, last));
    at = last - 1;
  }
  if (first < 0) return { before: body, pieces, after: Buffer.alloc(0), count };
  if (count % atOnce !== 0) pieces.push(body.subarray(begin, last));
  return { before: body.subarray(0, first), pieces, after: body.subarray(last), count };
}

/** `>` and white space. */
const ENDS_NAME: ReadonlySet<number> = new Set([0x3e, 0x20, 0x09, 0x0a, 0x0d]);

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte !== 0x3e && ENDS_NAME.has(byte));
}
