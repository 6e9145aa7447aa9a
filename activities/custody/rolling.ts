/** Something of ours on a chain that its node is asked about: a coin, or an address. */
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
  readonly askedSinceMs: number;
}

export interface RollingQuery<Answer> {
  /** One answer for each thing, in no order. @throws what asking throws; what was answered until then is remembered */
  query(things: readonly QueriedItem[]): Promise<RollingResult<Answer>>;
}

/**
 * Of what stands still, as many are asked about again at each look, and no less than this share: all of it within
 * {@link FULL_ROUND_QUERIES} looks.
 */
const MIN_REPEATED = 1_000;
export const FULL_ROUND_QUERIES = 40;
/**
 * Answers that are remembered at a time, so that a node that goes away in the middle need not be asked for all of them
 * again.
 */
const BATCH_SIZE = 1_000;

/**
 * Asks about what is new, what moves and what changed at each look, and about the rest by turns, those whose answers
 * are oldest first. So a node is not flooded however many coins lie there, and what somebody else takes is missed
 * within a bounded time.
 */
export function createRollingQuery<Answer>(
  ask: (keys: readonly string[]) => Promise<readonly Answer[]>,
  nowMs: () => number = Date.now,
): RollingQuery<Answer> {
  // A map keeps the order in which its entries were made: the oldest answers stand first.
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
        askedSinceMs: all.reduce((least, { atMs }) => Math.min(least, atMs), nowMs()),
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

/** What moved when it was asked about may have come to rest since. */
function isFresh({ moving, changedAt }: QueriedItem, known: Known<unknown> | undefined): boolean {
  return known === undefined || moving || known.moving || known.changedMs !== changedAt.getTime();
}
