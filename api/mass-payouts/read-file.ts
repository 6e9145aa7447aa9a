import { setImmediate as breathe } from 'node:timers/promises';
import { type DomainError, fieldError } from '../../domain/errors.ts';
import { visibleCell } from '../../domain/mass-payouts/cells.ts';
import { MASS_COLUMNS, readHeading } from '../../domain/mass-payouts/heading.ts';
import { checkMassLine, type MassRules } from '../../domain/mass-payouts/line.ts';
import { MASS_MAX_LINES, type MassReview, MassReviewer, type NumberedLine } from '../../domain/mass-payouts/review.ts';
import { hasDecimalComma } from '../../domain/mass-payouts/sheet-amount.ts';
import { CsvError, CsvReader, type CsvRecord } from './csv-reader.ts';
import { fileText } from './file-text.ts';
import { separatorOf } from './separator.ts';

export interface MassFile {
  readonly review: MassReview;
  /** The good lines in their order. */
  readonly good: readonly NumberedLine[];
}

/**
 * Reads a mass payout's CSV as it streams in and checks each line by itself: UTF-8 or UTF-16, separated by comma,
 * semicolon or tab, which a line `sep=;` may name, quoted cells, any line ends, a heading in a language of the product
 * or none, amounts with a decimal comma or point. An ambiguous value is an error of its line. The event loop gets its
 * turn every few milliseconds, however long the file.
 *
 * @throws DomainError 422 on `file` for what is no such file: empty, not text, broken quotes, too many lines, lines
 *   that are too long; `too_large`
 */
export async function readMassFile(file: AsyncIterable<Uint8Array>, rules: MassRules): Promise<MassFile> {
  const text = fileText(file);
  const head = await firstLines(text);
  const { separator, isNamed } = separatorOf(head);
  const reader = new CsvReader({ separator, maxRecordCharacters: MAX_RECORD_CHARACTERS });
  const pause = pauser();
  let records: CsvRecord[] = [];
  try {
    records = await allRecords(reader, joined(head, text), pause);
  } catch (error) {
    if (error instanceof CsvError) throw refuseFile(wordsOf(error));
    throw error;
  }
  const review = await reviewOf(isNamed ? records.slice(1) : records, rules, pause);
  if (review.review.lines === 0) throw refuseFile('The file holds no payments.');
  return review;
}

async function reviewOf(records: readonly CsvRecord[], rules: MassRules, pause: Pause): Promise<MassFile> {
  const heading = readHeading(withoutEmptyEnd(records[0]?.cells ?? [], 0));
  const columns = heading ?? MASS_COLUMNS;
  const lines = heading === null ? records : records.slice(1);
  if (lines.length > MASS_MAX_LINES) throw tooManyLines();
  const amountAt = columns.indexOf('amount');
  const decimalComma = lines.some(({ cells }) => hasDecimalComma(visibleCell(cells[amountAt] ?? '')));
  const reviewer = new MassReviewer();
  for (const { cells: all, line } of lines) {
    const cells = withoutEmptyEnd(all, columns.length);
    reviewer.add(line, cells, checkMassLine(cells, rules, { columns, decimalComma }));
    await pause();
  }
  return { review: reviewer.review(), good: reviewer.good };
}

/** Spreadsheets write the empty cells of their widest line into each. */
function withoutEmptyEnd(cells: readonly string[], atLeast: number): readonly string[] {
  let end = cells.length;
  while (end > atLeast && (cells[end - 1] ?? '').trim() === '') end -= 1;
  return cells.slice(0, end);
}

function tooManyLines(): DomainError {
  return refuseFile(`The file has more than ${MASS_MAX_LINES} lines.`);
}

type Pause = () => Promise<void>;

/** Gives the event loop its turn once this one has taken its time. */
function pauser(): Pause {
  let turnEndsMs = performance.now() + TURN_MS;
  return async () => {
    if (performance.now() < turnEndsMs) return;
    await breathe();
    turnEndsMs = performance.now() + TURN_MS;
  };
}

/** Pauses between records and, as a file may hold none, between pieces, too. */
async function allRecords(reader: CsvReader, pieces: AsyncIterable<string>, pause: Pause): Promise<CsvRecord[]> {
  const records: CsvRecord[] = [];
  for await (const piece of pieces) {
    for (const record of reader.read(piece)) {
      records.push(record);
      // A heading and a line that names the separator are no payments.
      if (records.length > MASS_MAX_LINES + 2) throw tooManyLines();
      await pause();
    }
    await pause();
  }
  return [...records, ...reader.end()];
}

const MAX_RECORD_CHARACTERS = 2_000;
/** An address of a curve or a checksum takes microseconds, so a turn ends soon after its time. */
const TURN_MS = 8;
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

function wordsOf({ kind, line }: CsvError): string {
  return kind === 'too_long'
    ? `A line is too long (line ${line}).`
    : `The file could not be read as CSV (line ${line}): please check its quotes.`;
}

function refuseFile(reason: string): DomainError {
  return fieldError('file', reason);
}
