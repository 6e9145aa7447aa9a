/**
 * How many examples a property test tries: `count`, ten times as many in `npm run test:long` (`EXAMPLES_FACTOR`).
 *
 * @param own a variable that says how many this test alone tries, whatever the factor is
 * @throws RangeError for a variable that is no whole number, since a test that tries no example cannot fail
 */
export function examples(count: number, own?: string): number {
  const requested = own === undefined ? undefined : fromEnvironment(own);
  return requested ?? count * factor();
}

/** The time limit, in milliseconds, of a test that takes the longer the more examples it tries. */
export function timeForExamples(milliseconds: number): number {
  return milliseconds * factor();
}

function factor(): number {
  return fromEnvironment('EXAMPLES_FACTOR') ?? 1;
}

function fromEnvironment(name: string): number | undefined {
  const text = process.env[name];
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new RangeError(`${name} must be a whole number above 0, not "${text}"`);
  return Number(text);
}
