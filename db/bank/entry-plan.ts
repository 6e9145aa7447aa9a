import type { Mode } from '../../domain/assets/assets.ts';
import type { KeyedEntry } from '../../domain/bank/entry-keys.ts';
import { isBare } from '../../domain/bank/movements.ts';
import { planStatement } from '../../domain/bank/plan-entries.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { select, unseen } from '../core/sql.ts';
import { comingEntries, informedEntries } from './kept-entries.ts';
import type { SaidSum } from './rows.ts';

/** The booking of each entry of a statement, by its key; the others are new. */
export interface BookingPlan {
  /** Rows of what was notified, several where the statement says only their sum. */
  readonly confirmed: ReadonlyMap<string, readonly string[]>;
  /** Staff decide about them. */
  readonly held: ReadonlySet<string>;
  /** Rows of sums that were notified, and whose parts are stated. */
  readonly ended: readonly string[];
}

/** Entries of a statement, which are read only if there is anything to compare them with. */
export interface EntriesToPlan {
  /** The first day of any of them. */
  readonly firstDay: string;
  all(): readonly KeyedEntry[];
}

/** Compares a whole statement with what is notified. Entries of it that are booked already are left out. */
export async function planEntries(on: Tx | Db, mode: Mode, { firstDay, all }: EntriesToPlan): Promise<BookingPlan> {
  const coming = await comingEntries(on, mode);
  const informed = await informedEntries(on, mode, firstDay);
  if (coming.length + informed.length === 0) return NOTHING_TO_COMPARE;
  const entries = all();
  const known = await knownKeys(
    on,
    mode,
    entries.map(({ key }) => key),
  );
  const plan = planStatement(
    entries.filter(({ key }) => !known.has(key)),
    { coming, informed },
  );
  return {
    confirmed: new Map(plan.confirmed.map(({ said: { key }, rows }) => [key, rows.map(({ id }) => id)])),
    held: new Set(plan.held.map(({ key }) => key)),
    ended: plan.ended.map(({ id }) => id),
  };
}

const NOTHING_TO_COMPARE: BookingPlan = { confirmed: new Map(), held: new Set(), ended: [] };

/** Entries that are in memory. */
export function entriesToPlan(entries: readonly KeyedEntry[]): EntriesToPlan {
  const [firstDay = NO_DAY] = entries.map(({ day }) => day).toSorted();
  return { firstDay, all: () => entries };
}

/** Later than every other. */
const NO_DAY = '9999-12-31';

export async function knownKeys(on: Tx | Db, mode: Mode, keys: readonly string[]): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const found = await select<{ key: string }>(on, knownSql, [mode, keys]);
  return new Set(found.map(({ key }) => key));
}

/** A statement's entry whose words are a notification's; null: its own words name the movement. */
export function saidSum(entry: KeyedEntry): SaidSum | null {
  if (!isBare(entry)) return null;
  const { key, amountMinor, bankReference, within } = entry;
  return { key, minor: amountMinor.toString(), bankReference, entryReference: within?.reference ?? null };
}

// Not prepared: a plan from when the table was small reads all of it for every piece of a statement, so that the work
// grows with the square of its entries. Planned each time, it looks every key up by its index.
export const knownSql = `
  SELECT n.key FROM unnest(${unseen('$2::text[]')}) AS n(key) CROSS JOIN LATERAL (
    (SELECT 1 FROM bank_entry e WHERE e.mode = $1 AND e.key = n.key AND e.said IS NULL LIMIT 1)
    UNION ALL
    (SELECT 1 FROM bank_entry e WHERE e.mode = $1 AND e.said->>'key' = n.key AND e.said IS NOT NULL LIMIT 1)
  ) AS known`;
