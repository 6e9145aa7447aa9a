/** The outcome for one item: null on success, else the error. */
export interface Outcome<Item> {
  readonly item: Item;
  readonly error: unknown;
}

/**
 * Does one thing to each of several, one after the other: a refusal of one stops none of the others. `onOutcome`
 * gets each as it comes.
 */
export async function doEach<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
  onOutcome: (outcome: Outcome<Item>) => void = () => {},
): Promise<Outcome<Item>[]> {
  const outcomes: Outcome<Item>[] = [];
  for (const item of items) {
    const outcome = { item, error: await failureOf(act(item)) };
    outcomes.push(outcome);
    onOutcome(outcome);
  }
  return outcomes;
}

async function failureOf(done: Promise<unknown>): Promise<unknown> {
  try {
    await done;
    return null;
  } catch (error) {
    return error;
  }
}
