import { SANDBOX_SANCTIONS } from '../../domain/compliance/sandbox-sanctions.ts';
import {
  type ListedParty,
  nameTokens,
  type ScreenedName,
  type ScreeningHit,
  screenName,
} from '../../domain/compliance/screening.ts';
import type { Db, Tx } from '../sequelize.ts';
import { execute, json, one, select } from '../sql.ts';

/** Puts a list in place of the one of its name. @returns how many parties it has */
export async function importSanctions(
  tx: Tx,
  list: { readonly name: string; readonly source: string; readonly publishedOn: string },
  parties: readonly Omit<ListedParty, 'list'>[],
): Promise<number> {
  await execute(
    tx,
    `INSERT INTO sanctions_list (name, source, published_on) VALUES ($1, $2, $3)
     ON CONFLICT (name) DO UPDATE SET source = excluded.source, published_on = excluded.published_on, imported_at = now()`,
    [list.name, list.source, list.publishedOn],
  );
  await execute(tx, 'DELETE FROM sanctioned_party WHERE list = $1', [list.name]);
  for (let from = 0; from < parties.length; from += 1_000) {
    const rows = parties.slice(from, from + 1_000).map(({ key, names, birthYear }) => ({
      key,
      names,
      tokens: [...new Set(names.flatMap(nameTokens))],
      birth_year: birthYear,
    }));
    await execute(
      tx,
      `INSERT INTO sanctioned_party (list, key, names, tokens, birth_year)
       SELECT $1, key, names, tokens, birth_year
       FROM jsonb_to_recordset($2::jsonb) AS r(key text, names text[], tokens text[], birth_year int)`,
      [list.name, json(rows)],
    );
  }
  return parties.length;
}

/** Which names are like a listed one. With `sandbox` the invented list counts too. */
export async function screenNames(
  on: Db | Tx,
  names: readonly ScreenedName[],
  { sandbox }: { readonly sandbox: boolean },
): Promise<ScreeningHit[]> {
  const tokens = [...new Set(names.flatMap(({ name }) => nameTokens(name)))];
  // Parts that begin alike are candidates, so that another spelling of one part is not missed; the rules judge them.
  const candidates = await select<ListedParty>(
    on,
    `SELECT list, key, names, birth_year AS "birthYear" FROM sanctioned_party
     WHERE tokens && $1::text[] OR EXISTS (
       SELECT 1 FROM unnest(tokens) part, unnest($2::text[]) head WHERE length(part) >= 4 AND left(part, 3) = head)
     LIMIT 20000`,
    [tokens, [...new Set(tokens.filter((part) => part.length >= 4).map((part) => part.slice(0, 3)))]],
  );
  const parties = sandbox ? [...candidates, ...SANDBOX_SANCTIONS.parties] : candidates;
  return names.flatMap((name) => screenName(name, parties));
}

/** Whether no list was imported during the last ten days: then nobody is cleared by it. */
export async function sanctionsAreOld(on: Db | Tx): Promise<boolean> {
  const { fresh } = await one<{ fresh: boolean }>(
    on,
    `SELECT EXISTS (SELECT 1 FROM sanctions_list WHERE imported_at > now() - interval '10 days') AS fresh`,
  );
  return !fresh;
}
