import { entryKeys, type KeyedEntry } from '../../domain/bank/entry-keys.ts';
import { signedMinor } from '../../domain/bank/judge-entry.ts';
import type { StatementPage } from '../../domain/bank/pages.ts';

/**
 * The entries of a statement, which are read again each time they are needed: a statement of a large shop is a hundred
 * times as large in memory as it is kept.
 */
export interface KeyedEntries {
  readonly count: number;
  /** The change of the balance. */
  readonly sumMinor: bigint;
  /** Later than every day where there are no entries. */
  readonly firstDay: string;
  /**
   * So many at once, and fewer at last.
   * @throws Error at the end, if their number or sum is not that of the first reading
   */
  pieces(atOnce: number): Iterable<readonly KeyedEntry[]>;
  /** All at once, for rules that compare them with each other. @throws Error as `pieces` does */
  all(): KeyedEntry[];
}

/** Reads all of them once. @param saidIn names the statement in the keys */
export function keyedEntries({ entries }: Pick<StatementPage, 'entries'>, saidIn: string): KeyedEntries {
  let [count, sumMinor, firstDay] = [0, 0n, '9999-12-31'];
  for (const piece of entries) {
    count += piece.length;
    for (const entry of piece) {
      sumMinor += signedMinor(entry);
      if (entry.day < firstDay) firstDay = entry.day;
    }
  }
  const readAgain = () => keyedAll(entries, { saidIn, count, sumMinor });
  return {
    count,
    sumMinor,
    firstDay,
    pieces: (atOnce) => inPieces(readAgain(), atOnce),
    all: () => [...readAgain()],
  };
}

/** The balances were compared with the first reading: one that lacks an entry must not be booked as that statement. */
function* keyedAll(
  entries: StatementPage['entries'],
  { saidIn, ...first }: Pick<KeyedEntries, 'count' | 'sumMinor'> & { readonly saidIn: string },
): Generator<KeyedEntry> {
  const keyed = entryKeys(saidIn);
  let [count, sumMinor] = [0, 0n];
  for (const piece of entries) {
    for (const entry of piece) {
      count += 1;
      sumMinor += signedMinor(entry);
      yield keyed(entry);
    }
  }
  if (count !== first.count || sumMinor !== first.sumMinor) {
    throw new Error(`The entries of ${saidIn} are not those of the first reading: ${count} of ${first.count}.`);
  }
}

export function* inPieces<T>(all: Iterable<T>, atOnce: number): Generator<readonly T[]> {
  let piece: T[] = [];
  for (const each of all) {
    piece.push(each);
    if (piece.length < atOnce) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}
