import type { ListedParty } from '../domain/compliance/screening.ts';

type Party = Omit<ListedParty, 'list'>;

/**
 * The parties of the consolidated list of the European Union in its CSV form: one line for each name, birth date or
 * address of a party, which `Entity_LogicalId` names. @throws Error for a file without these columns
 */
export async function gatherParties(rows: AsyncIterable<unknown>): Promise<Party[]> {
  const parties = new Map<string, { key: string; names: Set<string>; birthYears: Set<number> }>();
  for await (const row of rows as AsyncIterable<Row>) {
    const key = row.Entity_LogicalId?.trim();
    if (key === undefined) throw new Error('The file has no column Entity_LogicalId.');
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
