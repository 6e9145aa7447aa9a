import type { Readable } from 'node:stream';
import { setImmediate as breathe } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { DomainError } from '../../domain/errors.ts';
import { checkMassLine, isHeading, type MassRules } from '../../domain/payouts/mass-line.ts';
import { MASS_MAX_LINES, type MassReview, MassReviewer, type NumberedLine } from '../../domain/payouts/mass-review.ts';

export interface MassFile {
  readonly review: MassReview;
  /** The good lines in their order. */
  readonly good: readonly NumberedLine[];
}

/**
 * Reads a mass payout's CSV as it streams in and checks each line by itself: UTF-8 with or without a byte order mark, comma or semicolon, quoted cells,
 * any line ends, a heading or none, empty lines left out. The event loop gets its turn every few milliseconds, however long the file.
 *
 * @throws DomainError 422 on `file` for what is no such file: broken quotes, too many lines, lines that are too long
 */
export async function readMassFile(file: Readable, rules: MassRules): Promise<MassFile> {
  const reviewer = new MassReviewer();
  const parser = parse({
    bom: true,
    delimiter: [',', ';'],
    info: true,
    max_record_size: MAX_RECORD_CHARACTERS,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
  });
  // An error of the upload must reach whoever reads the lines.
  file.on('error', (error) => parser.destroy(error));
  file.pipe(parser);
  try {
    let lines = 0;
    let turnEndsMs = performance.now() + TURN_MS;
    for await (const { record, info } of parser as AsyncIterable<ParsedLine>) {
      if (lines === 0 && reviewer.good.length === 0 && isHeading(record) && info.records === 1) continue;
      lines += 1;
      if (lines > MASS_MAX_LINES) throw refuseFile(`The file has more than ${MASS_MAX_LINES} lines.`);
      reviewer.add(info.lines, checkMassLine(record, rules));
      if (performance.now() < turnEndsMs) continue;
      await breathe();
      turnEndsMs = performance.now() + TURN_MS;
    }
  } catch (error) {
    if (error instanceof CsvError) throw refuseFile(wordsOf(error));
    throw error;
  } finally {
    file.unpipe(parser);
    parser.destroy();
  }
  return { review: reviewer.review(), good: reviewer.good };
}

const MAX_RECORD_CHARACTERS = 2_000;
/** An address of a curve or a checksum takes microseconds, so a turn ends soon after its time. */
const TURN_MS = 8;

interface ParsedLine {
  readonly record: readonly string[];
  /** `lines`: where the record ends in the file, counted from 1. */
  readonly info: { readonly lines: number; readonly records: number };
}

function wordsOf(error: CsvError): string {
  const line = typeof error.lines === 'number' ? ` (line ${error.lines})` : '';
  return error.code === 'CSV_MAX_RECORD_SIZE'
    ? `A line is too long${line}.`
    : `The file could not be read as CSV${line}: please check its quotes.`;
}

function refuseFile(reason: string): DomainError {
  return new DomainError('validation_failed', { fields: { file: [reason] } });
}
