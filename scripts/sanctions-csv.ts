import type { ListedParty } from '../domain/compliance/screening.ts';

type Party = Omit<ListedParty, 'list'>;

/**
 * The parties of the consolidated list of the European Union in its CSV form: one line for each name, birth date or
 * address of a party, which `Entity_LogicalId` names. @throws Error for a file without these columns
 */
export async function gatherParties(rows: AsyncIterable<unknown>): Promise<Party[]> {
  const parties = new Map<string, { key: string; names: Set<string>; birthYear: number | null }>();
  for await (const row of rows as AsyncIterable<Readonly<Record<string, string | undefined>>>) {
    const key = row.Entity_LogicalId?.trim();
    if (key === undefined) throw new Error('The file has no column Entity_LogicalId.');
    if (key === '') continue;
    const party = parties.get(key) ?? { key, names: new Set<string>(), birthYear: null };
    const name = row.NameAlias_WholeName?.trim();
    if (name) party.names.add(name);
    const year = Number(row.BirthDate_Year || row.BirthDate_BirthDate?.slice(0, 4));
    if (year > 1800) party.birthYear = year;
    parties.set(key, party);
  }
  return [...parties.values()]
    .filter(({ names }) => names.size > 0)
    .map(({ names, ...party }) => ({ ...party, names: [...names] }));
}
