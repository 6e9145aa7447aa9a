import { Readable } from 'node:stream';
import { setImmediate as breathe } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { DomainError, fieldError } from '../../domain/errors.ts';
import { checkMassLine, isHeading, type MassRules } from '../../domain/payouts/mass-line.ts';
import { MASS_MAX_LINES, type MassReview, MassReviewer, type NumberedLine } from '../../domain/payouts/mass-review.ts';

export interface MassFile {
  readonly review: MassReview;
  /** The good lines in their order. */
  readonly good: readonly NumberedLine[];
}

/** More than ten thousand of the longest lines that make sense. */
export const MASS_MAX_BYTES = 4_000_000;

/**
 * Reads a mass payout's CSV as it streams in and checks each line by itself: UTF-8 with or without a byte order mark, separated by comma, semicolon or
 * tab, quoted cells, any line ends, a heading or none, empty lines left out. The event loop gets its turn every few milliseconds, however long the file.
 *
 * @throws DomainError 422 on `file` for what is no such file: empty, not UTF-8, broken quotes, too many lines, lines that are too long; `too_large`
 */
export async function readMassFile(file: AsyncIterable<Uint8Array>, rules: MassRules): Promise<MassFile> {
  const text = textOf(file);
  const head = await firstLines(text);
  const reviewer = new MassReviewer();
  const parser = parse({
    bom: true,
    delimiter: separatorOf(head),
    info: true,
    max_record_size: MAX_RECORD_CHARACTERS,
    // Named, because found out they would be those of the first line only.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
  });
  const input = Readable.from(joined(head, text));
  // What is wrong with the upload must reach whoever reads the lines.
  input.on('error', (error) => parser.destroy(error));
  input.pipe(parser);
  try {
    await checkLines(parser, reviewer, rules);
  } catch (error) {
    if (error instanceof CsvError) throw refuseFile(wordsOf(error));
    throw error;
  } finally {
    input.destroy();
    parser.destroy();
  }
  const review = reviewer.review();
  if (review.lines === 0) throw refuseFile('The file holds no payments.');
  return { review, good: reviewer.good };
}

async function checkLines(parser: AsyncIterable<ParsedLine>, reviewer: MassReviewer, rules: MassRules): Promise<void> {
  let lines = 0;
  let turnEndsMs = performance.now() + TURN_MS;
  for await (const { record, info } of parser) {
    if (info.records === 1 && isHeading(record)) continue;
    lines += 1;
    if (lines > MASS_MAX_LINES) throw refuseFile(`The file has more than ${MASS_MAX_LINES} lines.`);
    reviewer.add(info.lines, record, checkMassLine(record, rules));
    if (performance.now() < turnEndsMs) continue;
    await breathe();
    turnEndsMs = performance.now() + TURN_MS;
  }
}

const MAX_RECORD_CHARACTERS = 2_000;
/** An address of a curve or a checksum takes microseconds, so a turn ends soon after its time. */
const TURN_MS = 8;
/** Parsed without a pause: a whole upload may arrive as one piece. */
const PIECE_CHARACTERS = 16_384;

interface ParsedLine {
  readonly record: readonly string[];
  /** `lines`: where the record ends in the file, counted from 1. */
  readonly info: { readonly lines: number; readonly records: number };
}

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
  while (!/[^\s\uFEFF].*[\r\n]/.test(head) && head.length < MAX_RECORD_CHARACTERS) {
    const { value, done } = await text.next();
    if (done === true) break;
    head += value;
  }
  if (head.replace('\uFEFF', '').trim() === '') throw refuseFile('The file is empty.');
  return head;
}

async function* joined(head: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield head;
  yield* rest;
}

/** What the first line has most of outside its quotes; a file of one column falls to the comma, and its lines are told apart later. */
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

function wordsOf(error: CsvError): string {
  const line = typeof error.lines === 'number' ? ` (line ${error.lines})` : '';
  return error.code === 'CSV_MAX_RECORD_SIZE'
    ? `A line is too long${line}.`
    : `The file could not be read as CSV${line}: please check its quotes.`;
}

function refuseFile(reason: string): DomainError {
  return fieldError('file', reason);
}
