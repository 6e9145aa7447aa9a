import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import type { ListedParty } from '../domain/compliance/screening.ts';

type Party = Omit<ListedParty, 'list'>;

/**
 * The parties of the consolidated list of the European Union in its CSV form: one line for each name, birth date or
 * address of a party, which `Entity_LogicalId` names. @throws Error for a file without the columns of that form
 */
export async function readParties(file: Readable): Promise<Party[]> {
  const rows = parse({ delimiter: ';', columns: checkColumns, bom: true, relax_quotes: true });
  // Not `pipe()`, which would leave the reader waiting for a file that cannot be read.
  const [parties] = await Promise.all([gatherParties(rows), pipeline(file, rows)]);
  return parties;
}

const NEEDED = ['Entity_LogicalId', 'NameAlias_WholeName', 'BirthDate_Year'];

function checkColumns(header: readonly string[]): string[] {
  const columns = header.map((column) => column.trim());
  const missing = NEEDED.filter((column) => !columns.includes(column));
  if (missing.length > 0) throw new Error(`The file has no column ${missing.join(', ')}.`);
  return columns;
}

async function gatherParties(rows: AsyncIterable<unknown>): Promise<Party[]> {
  const parties = new Map<string, { key: string; names: Set<string>; birthYears: Set<number> }>();
  for await (const row of rows as AsyncIterable<Row>) {
    const key = row.Entity_LogicalId?.trim() ?? '';
    if (key === '') continue;
    const party = parties.get(key) ?? { key, names: new Set<string>(), birthYears: new Set<number>() };
    const name = row.NameAlias_WholeName?.trim();
    if (name) party.names.add(name);
    for (const year of yearsOf(row)) party.birthYears.add(year);
    parties.set(key, party);
  }
  return [...parties.values()]
    .filter(({ names }) => names.size > 0)
    .map(({ key, names, birthYears }) => ({ key, names: [...names], birthYears: [...birthYears] }));
}

type Row = Readonly<Record<string, string | undefined>>;

/** The year of the line's birth date, or all of the range that it gives. */
function yearsOf(row: Row): number[] {
  const from = yearIn(row.BirthDate_YearRangeFrom);
  const to = yearIn(row.BirthDate_YearRangeTo);
  const range = from === null || to === null ? [] : Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const year = yearIn(row.BirthDate_Year) ?? yearIn(row.BirthDate_BirthDate?.slice(0, 4));
  return year === null ? range : [...range, year];
}

/** A year that a living person may be born in; 0 and an empty cell say nothing. */
function yearIn(text: string | undefined): number | null {
  const year = Number(text);
  return Number.isInteger(year) && year > 1800 && year < 2200 ? year : null;
}
