import { DomainError, fieldError } from '../../domain/errors.ts';

/** More than ten thousand of the longest lines that make sense. */
export const MASS_MAX_BYTES = 4_000_000;

/** Parsed without a pause: a whole upload may arrive as one piece. */
const PIECE_CHARACTERS = 16_384;

/**
 * The text of an uploaded file in pieces, without its byte order mark: UTF-8, or UTF-16 as spreadsheets save "Unicode
 * text". In any other encoding a letter could be several.
 * @throws DomainError 422 on `file`; `too_large`
 */
export async function* fileText(file: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let bytes = 0;
  let decoder: TextDecoder | null = null;
  let begin: Uint8Array = new Uint8Array();
  for await (const chunk of file) {
    bytes += chunk.byteLength;
    if (bytes > MASS_MAX_BYTES) throw new DomainError('too_large');
    if (decoder !== null) {
      yield* pieces(decode(decoder, chunk));
      continue;
    }
    begin = Buffer.concat([begin, chunk]);
    if (begin.byteLength < MARKED_BYTES) continue;
    decoder = new TextDecoder(encodingOf(begin), { fatal: true });
    yield* pieces(decode(decoder, begin));
  }
  decoder ??= new TextDecoder('utf-8', { fatal: true });
  yield decode(decoder, bytes < MARKED_BYTES ? begin : null);
}

/** No file that says something is shorter. */
const MARKED_BYTES = 4;

/**
 * By the byte order mark or, without one, by the first two characters: a file begins with letters or a quote, of which
 * every other byte is zero in UTF-16 only.
 */
function encodingOf(begin: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [first, second] = begin;
  const zeros = [...begin.subarray(0, MARKED_BYTES)].map((byte) => (byte === 0 ? '0' : 'x')).join('');
  if ((first === 0xff && second === 0xfe) || zeros === 'x0x0') return 'utf-16le';
  return (first === 0xfe && second === 0xff) || zeros === '0x0x' ? 'utf-16be' : 'utf-8';
}

function decode(decoder: TextDecoder, chunk: Uint8Array | null): string {
  try {
    const text = chunk === null ? decoder.decode() : decoder.decode(chunk, { stream: true });
    if (!text.includes('\u0000')) return text;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  throw fieldError('file', 'The file is not UTF-8 text. Save it as “CSV UTF-8” and upload it again.');
}

function* pieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += PIECE_CHARACTERS) yield text.slice(at, at + PIECE_CHARACTERS);
}
