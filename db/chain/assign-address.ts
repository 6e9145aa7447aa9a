import type { Mode, Network } from '../../domain/assets/assets.ts';
import { type Db, moneyTransaction } from '../core/sequelize.ts';
import { one, prepared } from '../core/sql.ts';

/**
 * The next derivation index of a network, never assigned twice. Indexes are taken from the counter in small ranges and
 * assigned from memory, because a counter row that every new invoice locks until its commit would serialize them. A
 * crash leaves a gap of at most one range; a restore scans up to the counter (hazard 20).
 */
export async function nextDerivationIndex(db: Db, mode: Mode, network: Network): Promise<number> {
  const key = `${mode}:${network}`;
  const ranges = rangesOf(db);
  for (;;) {
    const range = ranges.get(key);
    if (range !== undefined && range.next < range.end) {
      const index = range.next;
      range.next += 1;
      return index;
    }
    await refill(db, mode, network);
  }
}

interface Range {
  next: number;
  readonly end: number;
}

const RANGE_SIZE = 32;
const rangesByDb = new WeakMap<Db, Map<string, Range>>();
const refillsByDb = new WeakMap<Db, Map<string, Promise<void>>>();

function rangesOf(db: Db): Map<string, Range> {
  const ranges = rangesByDb.get(db) ?? new Map<string, Range>();
  rangesByDb.set(db, ranges);
  return ranges;
}

/** Uses the other pool: callers already hold a connection of the general pool while they wait here. */
function refill(db: Db, mode: Mode, network: Network): Promise<void> {
  const key = `${mode}:${network}`;
  const refills = refillsByDb.get(db) ?? new Map<string, Promise<void>>();
  refillsByDb.set(db, refills);
  const running = refills.get(key);
  if (running !== undefined) return running;
  const started = moneyTransaction(db, async (tx) => {
    const { next_index } = await one<{ next_index: string }>(tx, takeSql, [mode, network, RANGE_SIZE]);
    const end = Number(next_index);
    rangesOf(db).set(key, { next: end - RANGE_SIZE, end });
  }).finally(() => refills.delete(key));
  refills.set(key, started);
  return started;
}

const takeSql = prepared(`
  INSERT INTO derivation_counter (mode, network, next_index) VALUES ($1, $2, $3)
  ON CONFLICT (mode, network) DO UPDATE SET next_index = derivation_counter.next_index + $3
  RETURNING next_index`);
