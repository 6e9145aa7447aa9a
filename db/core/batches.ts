import { outsideTraces, presentSpan, type Span, underSpan } from '../../tracing/spans.ts';

// Not dataloader, whose batches start by a tick or a clock. Here everything that arrives during a transaction forms the
// next batch, items with one key keep their order in separate batches, and a failed batch is retried item by item.

/** Runs work together with other waiting work. */
export interface Batches<Item, Answer> {
  /** Runs the item as soon as possible. @throws what `run` throws for this item alone */
  add(item: Item): Promise<Answer>;
}

export interface BatchOptions<Item, Answer> {
  /**
   * Runs several items at once, all or nothing, and answers in their order; an `Error` among the answers is thrown to
   * the caller of its item.
   */
  readonly run: (items: readonly Item[]) => Promise<readonly (Answer | Error)[]>;
  /** Keys that no two items of one batch may share. */
  readonly keysOf: (item: Item) => readonly string[];
  /** The size of a batch; a single item that is bigger forms a batch of its own. */
  readonly max: number;
  /** Default: each item counts as one. */
  readonly sizeOf?: (item: Item) => number;
}

/**
 * Items that arrive while a batch runs form the next batch: they would wait for the same locks anyway, and one commit
 * serves all. A single item runs at once. When a batch fails as a whole, each of its items is tried alone.
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
        waiting.push({ item, resolve, reject, span: presentSpan() });
        void outsideTraces(drain);
      }),
  };
}

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
  readonly span: Span | undefined;
}

/** The oldest items, each key once. */
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
    // Also for items that stay behind, so that items with one key keep their order.
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
    const answers = await underSpan(commonSpan(batch), () => options.run(batch.map(({ item }) => item)));
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

/** A batch that several traces share belongs to none of them. */
function commonSpan(batch: readonly { readonly span: Span | undefined }[]): Span | undefined {
  const span = batch[0]?.span;
  return batch.every((each) => each.span === span) ? span : undefined;
}
