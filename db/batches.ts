// Not dataloader: its batches start by a tick or a clock. Here what arrives while a transaction runs is the next batch,
// two items of one key keep their order in two batches, and a batch that fails is tried one by one.

/** Work that is done together with what else waits for it. */
export interface Batches<Item, Answer> {
  /** Does it as soon as possible. @throws what `run` throws for it alone */
  add(item: Item): Promise<Answer>;
}

export interface BatchOptions<Item, Answer> {
  /**
   * Does several at once, all or nothing, and answers in their order; an `Error` among the answers is thrown to whom it
   * belongs.
   */
  readonly run: (items: readonly Item[]) => Promise<readonly (Answer | Error)[]>;
  /** What two items of one batch must not share. */
  readonly keysOf: (item: Item) => readonly string[];
  /** How much fits into one batch; one that is bigger alone is a batch of its own. */
  readonly max: number;
  /** Default: each counts one. */
  readonly sizeOf?: (item: Item) => number;
}

/**
 * What arrives while a batch runs is the next batch together: it would wait for the same locks in any case, and one
 * commit serves all. One alone is done at once. Where a batch fails as a whole, each has its own try: one that cannot
 * be done takes no other with it.
 */
export function createBatches<Item, Answer>(options: BatchOptions<Item, Answer>): Batches<Item, Answer> {
  const waiting: Waiting<Item, Answer>[] = [];
  let draining = false;

  async function drain(): Promise<void> {
    if (draining) return;
    draining = true;
    while (waiting.length > 0) await runTogether(options, takeBatch(waiting, options));
    draining = false;
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        void drain();
      }),
  };
}

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** The oldest ones, each key once. */
function takeBatch<Item, Answer>(
  waiting: Waiting<Item, Answer>[],
  { keysOf, max, sizeOf = () => 1 }: BatchOptions<Item, Answer>,
): Waiting<Item, Answer>[] {
  const batch: Waiting<Item, Answer>[] = [];
  const later: Waiting<Item, Answer>[] = [];
  const taken = new Set<string>();
  let room = max;
  for (const each of waiting.splice(0)) {
    const keys = keysOf(each.item);
    const size = sizeOf(each.item);
    const fits = (size <= room || batch.length === 0) && !keys.some((key) => taken.has(key));
    if (fits) room -= size;
    (fits ? batch : later).push(each);
    // Also of what waits, so that two of one key keep their order.
    for (const key of keys) taken.add(key);
  }
  waiting.push(...later);
  return batch;
}

async function runTogether<Item, Answer>(
  options: BatchOptions<Item, Answer>,
  batch: readonly Waiting<Item, Answer>[],
): Promise<void> {
  try {
    const answers = await options.run(batch.map(({ item }) => item));
    for (const [index, { resolve, reject }] of batch.entries()) {
      const answer = answers[index];
      if (answer === undefined) reject(new Error('Each of a batch has an answer.'));
      else if (answer instanceof Error) reject(answer);
      else resolve(answer);
    }
  } catch (error) {
    const [only, ...others] = batch;
    if (only !== undefined && others.length === 0) only.reject(error);
    else for (const each of batch) await runTogether(options, [each]);
  }
}
