/** How many per second, of two kinds of work. */
export interface Rates {
  readonly value: number;
  readonly reference: number;
}

/**
 * Two kinds of work that take turns: a machine that is slower for a while is so for both. Each round of either does as much as the others of its kind.
 * @returns over all rounds, how much was done in the time that it took
 */
export async function ratesInTurns(
  rounds: number,
  { value, reference }: { readonly [kind in keyof Rates]: () => Promise<number> },
): Promise<Rates> {
  const values: number[] = [];
  const references: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    values.push(await value());
    references.push(await reference());
  }
  return { value: overall(values), reference: overall(references) };
}

/** Rounds of the same size: the time of each is the inverse of its rate. */
function overall(rates: readonly number[]): number {
  return rates.length / rates.reduce((seconds, rate) => seconds + 1 / rate, 0);
}
