import { LRUCache } from 'lru-cache';
import { type Db, isDb, type Tx } from './sequelize.ts';
import { one, type Prepared } from './sql.ts';

/** Fewer rows are counted in a moment, so their total is always that of now. */
const MANY = 10_000;
const KEPT_MS = 30_000;
const MOST_KEPT = 5_000;

const kept = new WeakMap<Db, LRUCache<string, number>>();

/**
 * How many rows a list has in all, counted by a query of one column, `total`. A total of {@link MANY} or more may be
 * half a minute old, so that turning pages does not count all rows each time. Within a transaction it is always that of
 * now.
 */
export async function listTotal(on: Tx | Db, sql: string | Prepared, bind: readonly unknown[]): Promise<number> {
  const known = isDb(on) ? totalsOf(on) : undefined;
  const key = JSON.stringify([sql, bind]);
  const last = known?.get(key);
  if (last !== undefined) return last;
  const total = Number((await one<{ total: string }>(on, sql, bind)).total);
  if (total >= MANY) known?.set(key, total);
  return total;
}

function totalsOf(db: Db): LRUCache<string, number> {
  const known = kept.get(db) ?? new LRUCache({ max: MOST_KEPT, ttl: KEPT_MS });
  kept.set(db, known);
  return known;
}
