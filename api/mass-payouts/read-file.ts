import { setImmediate as breathe } from 'node:timers/promises';
import { DomainError, fieldError } from '../../domain/errors.ts';
import { checkMassLine, isHeading, type MassRules } from '../../domain/mass-payouts/line.ts';
import { MASS_MAX_LINES, type MassReview, MassReviewer, type NumberedLine } from '../../domain/mass-payouts/review.ts';
import { CsvError, CsvReader, type CsvRecord } from './csv-reader.ts';

export interface MassFile {
  readonly review: MassReview;
  /** The good lines in their order. */
  readonly good: readonly NumberedLine[];
}

/** More than ten thousand of the longest lines that make sense. */
export const MASS_MAX_BYTES = 4_000_000;

/**
 * Reads a mass payout's CSV as it streams in and checks each line by itself: UTF-8 with or without a byte order mark,
 * separated by comma, semicolon or tab, quoted cells, any line ends, a heading or none, empty lines left out. The event
 * loop gets its turn every few milliseconds, however long the file.
 *
 * @throws DomainError 422 on `file` for what is no such file: empty, not UTF-8, broken quotes, too many lines, lines
 *   that are too long; `too_large`
 */
export async function readMassFile(file: AsyncIterable<Uint8Array>, rules: MassRules): Promise<MassFile> {
  const text = textOf(file);
  const head = await firstLines(text);
  const reviewer = new MassReviewer();
  const reader = new CsvReader({ separator: separatorOf(head), maxRecordCharacters: MAX_RECORD_CHARACTERS });
  try {
    await checkLines(recordsOf(reader, joined(head, text)), reviewer, rules);
  } catch (error) {
    if (error instanceof CsvError) throw refuseFile(wordsOf(error));
    throw error;
  }
  const review = reviewer.review();
  if (review.lines === 0) throw refuseFile('The file holds no payments.');
  return { review, good: reviewer.good };
}

async function checkLines(records: AsyncIterable<CsvRecord>, reviewer: MassReviewer, rules: MassRules): Promise<void> {
  let lines = 0;
  let isFirst = true;
  for await (const { cells, line } of records) {
    const isHead = isFirst && isHeading(cells);
    isFirst = false;
    if (isHead) continue;
    lines += 1;
    if (lines > MASS_MAX_LINES) throw refuseFile(`The file has more than ${MASS_MAX_LINES} lines.`);
    reviewer.add(line, cells, checkMassLine(cells, rules));
  }
}

/** Pauses between records and, as a file may hold none, between pieces, too. */
async function* recordsOf(reader: CsvReader, pieces: AsyncIterable<string>): AsyncGenerator<CsvRecord> {
  let turnEndsMs = performance.now() + TURN_MS;
  const pause = async () => {
    if (performance.now() < turnEndsMs) return;
    await breathe();
    turnEndsMs = performance.now() + TURN_MS;
  };
  for await (const piece of pieces) {
    for (const record of reader.read(piece)) {
      yield record;
      await pause();
    }
    await pause();
  }
  yield* reader.end();
}

const MAX_RECORD_CHARACTERS = 2_000;
/** An address of a curve or a checksum takes microseconds, so a turn ends soon after its time. */
const TURN_MS = 8;
/** Parsed without a pause: a whole upload may arrive as one piece. */
const PIECE_CHARACTERS = 16_384;

async function* textOf(file: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let bytes = 0;
  for await (const chunk of file) {
    bytes += chunk.byteLength;
    if (bytes > MASS_MAX_BYTES) throw new DomainError('too_large');
    yield* pieces(decode(decoder, chunk));
  }
  yield decode(decoder, null);
}

function decode(decoder: TextDecoder, chunk: Uint8Array | null): string {
  try {
    const text = chunk === null ? decoder.decode() : decoder.decode(chunk, { stream: true });
    if (!text.includes('\u0000')) return text;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  throw refuseFile('The file is not UTF-8 text. Save it as “CSV UTF-8” and upload it again.');
}

function* pieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += PIECE_CHARACTERS) yield text.slice(at, at + PIECE_CHARACTERS);
}

/** Enough of the beginning to see what its cells are separated by. */
async function firstLines(text: AsyncGenerator<string>): Promise<string> {
  let head = '';
  while (!hasWholeLine(head) && head.length < MAX_RECORD_CHARACTERS) {
    const { value, done } = await text.next();
    if (done === true) break;
    head += value;
  }
  if (head.replace('\uFEFF', '').trim() === '') throw refuseFile('The file is empty.');
  return head;
}

function hasWholeLine(head: string): boolean {
  const begin = head.search(/[^\s\uFEFF]/);
  return begin >= 0 && /[\r\n]/.test(head.slice(begin));
}

async function* joined(head: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield head;
  yield* rest;
}

/**
 * What the first line has most of outside its quotes; a file of one column falls to the comma, and its lines are told
 * apart later.
 */
function separatorOf(head: string): string {
  const line =
    head
      .replace('\uFEFF', '')
      .trimStart()
      .split(/[\r\n]/, 1)[0] ?? '';
  const bare = line.replaceAll(/"[^"]*"/g, '');
  const count = (separator: string) => bare.split(separator).length;
  return [',', ';', '\t'].reduce((best, separator) => (count(separator) > count(best) ? separator : best));
}

function wordsOf({ kind, line }: CsvError): string {
  return kind === 'too_long'
    ? `A line is too long (line ${line}).`
    : `The file could not be read as CSV (line ${line}): please check its quotes.`;
}

function refuseFile(reason: string): DomainError {
  return fieldError('file', reason);
}
