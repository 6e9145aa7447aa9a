import { isUtf8 } from 'node:buffer';
import type { BankFileKind } from '../../../domain/bank/messages.ts';
import { BankFileError } from './bank-file-error.ts';
import { versionOf } from './versions.ts';

/** More than 100,000 entries; a file beyond this is a mistake or an attack. */
const MAX_BYTES = 200_000_000;

/**
 * The document without comments, after a look at everything that must never reach a parser: document types, entities,
 * character data sections and processing instructions (bombs, files of this machine), other encodings, and size.
 * @throws BankFileError
 */
export function withoutHostileXml(document: Buffer): Buffer {
  if (document.length > MAX_BYTES) throw new BankFileError(`The file is larger than ${MAX_BYTES} bytes.`);
  if (!isUtf8(document)) throw new BankFileError('The file is not UTF-8.');
  const start = document.subarray(0, 3).equals(BOM) ? 3 : 0;
  const declaration = /^<\?xml\s[^>]*\?>/.exec(document.toString('utf8', start, start + 200))?.[0] ?? '';
  const encoding = /encoding\s*=\s*["']([^"']*)["']/.exec(declaration)?.[1] ?? 'UTF-8';
  if (encoding.toUpperCase() !== 'UTF-8') throw new BankFileError(`The file is in ${encoding}, not in UTF-8.`);
  const body = document.subarray(start + Buffer.byteLength(declaration));
  if (body.includes('<?')) throw new BankFileError('The file has processing instructions, which no bank needs.');
  return withoutComments(body);
}

/** Which message a document claims to be, by the namespace of its root; null for any other document. */
export function kindOf(body: Buffer): BankFileKind | null {
  return versionOf(body)?.kind ?? null;
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

function withoutComments(body: Buffer): Buffer {
  const kept: Buffer[] = [];
  let from = 0;
  for (let at = body.indexOf('<!'); at >= 0; at = body.indexOf('<!', from)) {
    if (!body.subarray(at, at + 4).equals(COMMENT)) {
      throw new BankFileError('The file has a document type, entities or CDATA, which no bank needs.');
    }
    const end = body.indexOf('-->', at + 4);
    if (end < 0) throw new BankFileError('The file ends within a comment.');
    kept.push(body.subarray(from, at));
    from = end + 3;
  }
  return kept.length === 0 ? body : Buffer.concat([...kept, body.subarray(from)]);
}

const COMMENT = Buffer.from('<!--');
