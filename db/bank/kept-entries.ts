import type { Mode } from '../../domain/assets/assets.ts';
import type { Movement } from '../../domain/bank/movements.ts';
import type { KeptMovement } from '../../domain/bank/plan-entries.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { type BankEntryRow, bankEntriesTable } from './rows.ts';

/** A row as the rules compare it. */
export interface KeptEntry extends KeptMovement {
  /** Null: it is going to be booked. */
  readonly row: BankEntryRow | null;
}

type RowEntry = KeptEntry & { readonly row: BankEntryRow };

export function keptOf(row: BankEntryRow): RowEntry {
  const { id, isStated, bookedAs, endedAt, takenBackBy, partOf, entryReference } = row;
  const { amountMinor, direction, day, bankReference, endToEndId, creditorReference, remittance } = row;
  const isOpen = isStated && bookedAs === 'suspense' && endedAt === null && takenBackBy === null;
  const said = { amountMinor, direction, day, bankReference, endToEndId, creditorReference, remittance };
  const within = partOf === null ? undefined : { entry: partOf, reference: entryReference };
  return { ...said, id, isStated, isOpen, partyName: row.partyName, partyIban: row.partyIban, within, row };
}

/**
 * Notified entries in no booked statement, including those that the file of a refused statement was said to contain.
 */
export async function comingEntries(on: Tx | Db, mode: Mode): Promise<KeptEntry[]> {
  return rowsOf(await select<object>(on, comingSql, [mode]));
}

/** Sums in statements from this day on whose words a notification gave. */
export async function informedEntries(on: Tx | Db, mode: Mode, day: string): Promise<KeptEntry[]> {
  return rowsOf(await select<object>(on, informedSql, [mode, day]));
}

/** Entries that may be the same as these: of the days around theirs, with such an amount or such a reference. */
export async function entriesLike(on: Tx | Db, mode: Mode, said: readonly Movement[]): Promise<KeptEntry[]> {
  if (said.length === 0) return [];
  const days = said.map(({ day }) => day).toSorted();
  const references = said.flatMap(({ bankReference, within }) => [bankReference ?? [], within?.reference ?? []].flat());
  const amounts = said.map(({ amountMinor }) => amountMinor.toString());
  const bind = [mode, days[0], days.at(-1), amounts, references, sumsOf(said)];
  return rowsOf(await select<object>(on, likeSql, bind));
}

/** Of a statement and those that it replaces, as these say them: a sum is a sum, whatever a notification added. */
export async function entriesOfStatement(on: Tx | Db, statementId: string): Promise<KeptEntry[]> {
  const kept = rowsOf(await select<object>(on, ofStatementSql, [statementId]));
  return [...Map.groupBy(kept, ({ id, row }) => row.said?.key ?? id).values()].flatMap(asSaid);
}

function asSaid([first, ...others]: readonly RowEntry[]): KeptEntry[] {
  if (first === undefined) return [];
  const { said } = first.row;
  if (said === null) return [first];
  const none = { endToEndId: null, creditorReference: null, remittance: '', partyName: null, partyIban: null };
  const within =
    first.within === undefined ? undefined : { ...first.within, entry: said.key, reference: said.entryReference };
  const sum = { ...none, amountMinor: BigInt(said.minor), bankReference: said.bankReference, within };
  return [{ ...first, ...sum, isOpen: first.isOpen && others.length === 0 }];
}

/** Of the entries of the file, and of all that have one reference. */
function sumsOf(said: readonly Movement[]): string[] {
  const groups = [
    ...Map.groupBy(said, ({ within }) => within?.entry).values(),
    ...Map.groupBy(said, ({ within, bankReference }) => within?.reference ?? bankReference).values(),
    ...Map.groupBy(said, ({ day, direction }) => `${day} ${direction}`).values(),
  ];
  return groups.map((group) => group.reduce((sum, { amountMinor }) => sum + amountMinor, 0n).toString());
}

function rowsOf(found: readonly object[]): RowEntry[] {
  return found.map((row) => keptOf(bankEntriesTable.read(row) as BankEntryRow));
}

const selected = `SELECT ${bankEntriesTable.selected('e')} FROM bank_entry e`;

const comingSql = prepared(`
  ${selected} WHERE e.mode = $1 AND e.ended_at IS NULL AND NOT e.is_stated
  UNION ALL
  ${selected} WHERE e.mode = $1 AND e.ended_at IS NULL AND e.said_in IS NULL AND e.stated_by IN (
    SELECT f.id FROM bank_file f WHERE f.mode = $1 AND f.state = 'refused' AND f.direction = 'in'
      AND NOT EXISTS (SELECT FROM bank_statement s WHERE s.file_id = f.id))`);

const informedSql = prepared(`
  ${selected} WHERE e.mode = $1 AND e.day >= $2 AND e.details_by IS NOT NULL AND e.ended_at IS NULL`);

const likeSql = prepared(`
  ${selected} WHERE e.mode = $1 AND e.day BETWEEN $2::date - 5 AND $3::date + 5 AND e.ended_at IS NULL
    AND (e.amount_minor = ANY($4::numeric[]) OR e.amount_minor = ANY($6::numeric[])
      OR e.bank_reference = ANY($5::text[]) OR e.entry_reference = ANY($5::text[]))
  ORDER BY e.created_at, e.id`);

// An entry that two people have found denied counts as never said. Older releases noted the file only.
const ofStatementSql = prepared(`
  ${selected} JOIN bank_statement s ON e.said_in = s.said_in WHERE $1 IN (s.id, s.covered_by) AND NOT e.denied
  UNION ALL
  ${selected} JOIN bank_statement s ON e.said_in IS NULL AND s.said_in IS NULL AND e.stated_by = s.file_id
  WHERE $1 IN (s.id, s.covered_by) AND NOT e.denied`);
