import { SANDBOX_SANCTIONS } from '../../domain/compliance/sandbox-sanctions.ts';
import {
  type ListedParty,
  nameTokens,
  type ScreenedName,
  type ScreeningHit,
  screenName,
} from '../../domain/compliance/screening.ts';
import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import { enqueue } from '../core/outbox.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, json, maybeOne, one, select } from '../core/sql.ts';
import { signalOf } from '../process/workflow.ts';
import { readCase } from './case-rows.ts';
import { caseProcess } from './process.ts';
import { type CheckCause, type CheckedList, sanctionedPartiesTable } from './rows.ts';

export interface ImportedList {
  readonly name: string;
  readonly source: string;
  /** A calendar day. */
  readonly publishedOn: string;
  /** The list may be more than a tenth shorter than the one in its place. */
  readonly allowFewer?: boolean;
}

/**
 * Replaces the list of this name. @returns how many parties it has
 * @throws Error, in words for the operator, for a file that is empty, cut off, or older than the list: it would clear
 *   everybody whom it lacks
 */
export async function importSanctions(
  tx: Tx,
  list: ImportedList,
  parties: readonly Omit<ListedParty, 'list'>[],
): Promise<number> {
  await requirePlausible(tx, list, parties.length);
  await execute(
    tx,
    `INSERT INTO sanctions_list (name, source, published_on) VALUES ($1, $2, $3)
     ON CONFLICT (name) DO UPDATE
       SET source = excluded.source, published_on = excluded.published_on, imported_at = now()`,
    [list.name, list.source, list.publishedOn],
  );
  await sanctionedPartiesTable.destroy(tx, { list: list.name });
  for (let from = 0; from < parties.length; from += 1_000) {
    const rows = parties.slice(from, from + 1_000).map(({ key, names, birthYears }) => ({
      key,
      names,
      tokens: [...new Set(names.flatMap(nameTokens))],
      birth_years: birthYears,
      // Processes of the last release know one year. With several they know none, so that none clears by one of them.
      birth_year: birthYears.length === 1 ? birthYears[0] : null,
    }));
    await execute(
      tx,
      `INSERT INTO sanctioned_party (list, key, names, tokens, birth_years, birth_year)
       SELECT $1, key, names, tokens, birth_years, birth_year
       FROM jsonb_to_recordset($2::jsonb)
         AS r(key text, names text[], tokens text[], birth_years int[], birth_year int)`,
      [list.name, json(rows)],
    );
  }
  return parties.length;
}

async function requirePlausible(tx: Tx, list: ImportedList, count: number): Promise<void> {
  const { name, publishedOn, allowFewer = false } = list;
  if (count === 0) {
    throw new Error('The file has no parties. Download it again, and check that it is the list in its CSV format.');
  }
  const present = await maybeOne<{ published_on: string }>(tx, presentSql, [name]);
  if (present === undefined) return;
  if (publishedOn < present.published_on) {
    throw new Error(
      `The list ${name} in the database was published on ${present.published_on}, this file on ${publishedOn}. ` +
        'Import the newest file, and check --published.',
    );
  }
  const before = await sanctionedPartiesTable.count(tx, { list: name });
  if (!allowFewer && count * 10 < before * 9) {
    throw new Error(
      `The list ${name} has ${before} parties and this file ${count}, which is more than 10 % fewer. ` +
        'Download it again. If the publisher did remove so many, import it with --allow-fewer.',
    );
  }
}

// Locked, so that of two imports at once the later one compares with what the other wrote.
const presentSql = 'SELECT published_on::text FROM sanctions_list WHERE name = $1 FOR UPDATE';

/** The names that match a listed one. With `sandbox` the invented list counts too. */
export async function screenNames(
  on: Db | Tx,
  names: readonly ScreenedName[],
  { sandbox }: { readonly sandbox: boolean },
): Promise<ScreeningHit[]> {
  const tokens = [...new Set(names.flatMap(({ name }) => nameTokens(name)))];
  // Parts that begin alike are candidates, so that another spelling of one part is not missed; the rules judge them.
  const candidates = await select<ListedParty>(
    on,
    `SELECT list, key, names, birth_years AS "birthYears" FROM sanctioned_party
     WHERE tokens && $1::text[] OR EXISTS (
       SELECT 1 FROM unnest(tokens) part, unnest($2::text[]) head WHERE length(part) >= 4 AND left(part, 3) = head)
     LIMIT 20000`,
    [tokens, [...new Set(tokens.filter((part) => part.length >= 4).map((part) => part.slice(0, 3)))]],
  );
  const parties = sandbox ? [...candidates, ...SANDBOX_SANCTIONS.parties] : candidates;
  return names.flatMap((name) => screenName(name, parties));
}

export interface CheckRow {
  readonly cause: CheckCause;
  /** Empty: there was no real list. */
  readonly lists: readonly CheckedList[];
  readonly names: number;
  readonly hits: number;
  readonly checked_at: Date;
}

/** Logs a check with the lists as they were then. */
export async function recordCheck(
  tx: Tx,
  { caseId, cause, names, hits }: Pick<CheckRow, 'cause' | 'names' | 'hits'> & { readonly caseId: string },
): Promise<void> {
  await execute(
    tx,
    `INSERT INTO sanctions_check (id, case_id, cause, names, hits, lists)
     SELECT $1, $2, $3, $4, $5, coalesce(jsonb_agg(jsonb_build_object('name', name, 'published_on', published_on,
       'imported_at', imported_at) ORDER BY name), '[]')
     FROM sanctions_list`,
    [newId(), caseId, cause, names, hits],
  );
}

/** The last checks of a case, the newest first. */
export function checksOf(on: Db | Tx, caseId: string): Promise<CheckRow[]> {
  return select<CheckRow>(
    on,
    `SELECT cause, lists, names, hits, checked_at FROM sanctions_check WHERE case_id = $1
     ORDER BY checked_at DESC, id DESC LIMIT 20`,
    [caseId],
  );
}

/**
 * After an import: every merchant who may hold money is checked by the new list at once, by its workflow. These are all
 * who were ever in production, whatever their case has come to since (re-verification, suspension, refusal, an appeal),
 * and, as they may be approved at this moment, those whose business is being verified.
 * @returns how many
 */
export async function screenAllAgain(tx: Tx): Promise<number> {
  const rows = await select<{ id: string }>(tx, screenAgainSql, []);
  for (const { id } of rows) {
    const row = await readCase(tx, id);
    await enqueue(tx, [signalOf(caseProcess, { row })]);
  }
  return rows.length;
}

// A case without data of the business has no names to check.
const screenAgainSql = `
  UPDATE compliance_case c SET screening_requested = true, version = version + 1, updated_at = now()
  WHERE c.business_sealed IS NOT NULL AND c.purged_at IS NULL
    AND (c.opened_at IS NOT NULL OR c.status NOT IN ('integrating', 'business', 'personal', 'declined', 'expired'))
    AND NOT EXISTS (SELECT FROM merchant m WHERE m.id = c.merchant_id AND m.deleted_at IS NOT NULL)
  RETURNING c.id`;

/** Whether no list was imported during the last ten days: then nobody is cleared by it. */
export async function sanctionsAreOld(on: Db | Tx): Promise<boolean> {
  const { fresh } = await one<{ fresh: boolean }>(
    on,
    `SELECT EXISTS (SELECT 1 FROM sanctions_list WHERE imported_at > now() - interval '10 days') AS fresh`,
  );
  return !fresh;
}

/**
 * Nobody is approved by outdated lists: during verification no workflow screens by itself, so the approval requires it.
 * @throws DomainError `conflict` where a list was imported after the names of the case were checked last
 */
export async function requireCurrentCheck(tx: Tx, caseId: string): Promise<void> {
  const { stale } = await one<{ stale: boolean }>(tx, staleSql, [caseId]);
  if (!stale) return;
  const message =
    'A sanctions list was imported after the last check of this case. Check the names again, then decide.';
  throw new DomainError('conflict', { message });
}

// A case without a check was never assessed: there is nothing that a new list could outdate.
const staleSql = `
  SELECT EXISTS (SELECT FROM sanctions_list l
    WHERE l.imported_at > (SELECT max(c.checked_at) FROM sanctions_check c WHERE c.case_id = $1)) AS stale`;
