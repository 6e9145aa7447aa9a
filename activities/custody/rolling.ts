/** A coin or address of the gateway that the node is asked about. */
export interface QueriedItem {
  readonly key: string;
  /** Money is on its way to it or from it: it may be another one at every block. */
  readonly moving: boolean;
  /** When the database last learned something about it; a new moment makes the answer before worthless. */
  readonly changedAt: Date;
}

export interface RollingResult<Answer> {
  readonly answers: readonly Answer[];
  /** When the oldest of the answers was given. */
  readonly oldestAnswerMs: number;
}

export interface RollingQuery<Answer> {
  /** One answer for each item, in any order. @throws errors of the requests; earlier answers are remembered */
  query(things: readonly QueriedItem[]): Promise<RollingResult<Answer>>;
}

/**
 * The share of unmoved items that is checked again on every read, at least: all of them within {@link
 * FULL_ROUND_QUERIES} reads.
 */
const MIN_REPEATED = 1_000;
export const FULL_ROUND_QUERIES = 40;
/** How many answers are stored at once, so that after a node failure not all of them have to be requested again. */
const BATCH_SIZE = 1_000;

/**
 * Checks new, moving and changed items on every read, and the rest in turns, oldest answers first. So a node is not
 * flooded, however many coins there are, and a theft is noticed within a bounded time.
 */
export function createRollingQuery<Answer>(
  ask: (keys: readonly string[]) => Promise<readonly Answer[]>,
  nowMs: () => number = Date.now,
): RollingQuery<Answer> {
  // A map keeps its insertion order: the oldest answers come first.
  const known = new Map<string, Known<Answer>>();

  async function askFor(things: readonly QueriedItem[]): Promise<void> {
    for (let start = 0; start < things.length; start += BATCH_SIZE) {
      const part = things.slice(start, start + BATCH_SIZE);
      const atMs = nowMs();
      const answers = await ask(part.map(({ key }) => key));
      part.forEach(({ key, moving, changedAt }, at) => {
        const answer = answers[at];
        if (answer === undefined) throw new Error('A question was left without an answer.');
        known.delete(key);
        known.set(key, { answer, atMs, moving, changedMs: changedAt.getTime() });
      });
    }
  }

  return {
    async query(things) {
      const now = new Map(things.map((thing) => [thing.key, thing]));
      for (const key of known.keys()) if (!now.has(key)) known.delete(key);
      const fresh = new Set(things.filter((thing) => isFresh(thing, known.get(thing.key))).map(({ key }) => key));
      const still = [...known.keys()].filter((key) => !fresh.has(key));
      const again = still.slice(0, Math.max(MIN_REPEATED, Math.ceil(still.length / FULL_ROUND_QUERIES)));
      await askFor([...fresh, ...again].flatMap((key) => now.get(key) ?? []));
      const all = [...known.values()];
      return {
        answers: all.map(({ answer }) => answer),
        oldestAnswerMs: all.reduce((least, { atMs }) => Math.min(least, atMs), nowMs()),
      };
    },
  };
}

interface Known<Answer> {
  readonly answer: Answer;
  readonly atMs: number;
  readonly moving: boolean;
  readonly changedMs: number;
}

/** Coins that moved when they were queried may have come to rest since. */
function isFresh({ moving, changedAt }: QueriedItem, known: Known<unknown> | undefined): boolean {
  return known === undefined || moving || known.moving || known.changedMs !== changedAt.getTime();
}
