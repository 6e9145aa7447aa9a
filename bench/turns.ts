import { percentile } from './figure.ts';

/** Of what is measured, and of what it is measured by. */
export interface Pair<Measured> {
  readonly value: Measured;
  readonly reference: Measured;
}

/**
 * Two kinds of work that take turns, round after round: a machine that is slower for a while is so for both. @returns
 * what each said, in order
 */
export async function inTurns(
  rounds: number,
  { value, reference }: Pair<(round: number) => Promise<number>>,
): Promise<Pair<readonly number[]>> {
  const values: number[] = [];
  const references: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    values.push(await value(round));
    references.push(await reference(round));
  }
  return { value: values, reference: references };
}

export function medians({ value, reference }: Pair<readonly number[]>): Pair<number> {
  return { value: percentile(value, 0.5), reference: percentile(reference, 0.5) };
}

/**
 * Rates of rounds that each did as much as the others of their kind: how much was done in the time that all of them
 * took.
 */
export function overallRates({ value, reference }: Pair<readonly number[]>): Pair<number> {
  return { value: overall(value), reference: overall(reference) };
}

/** The time of a round is the inverse of its rate. */
function overall(rates: readonly number[]): number {
  return rates.length / rates.reduce((seconds, rate) => seconds + 1 / rate, 0);
}
