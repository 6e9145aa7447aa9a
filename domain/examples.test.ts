import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { examples, timeForExamples } from './examples.fixture.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('a property test tries as many examples as it names, times the factor of the run', () => {
  vi.stubEnv('EXAMPLES_FACTOR', undefined);
  expect([examples(40), timeForExamples(1_000)]).toEqual([40, 1_000]);
  vi.stubEnv('EXAMPLES_FACTOR', '10');
  expect([examples(40), timeForExamples(1_000)]).toEqual([400, 10_000]);
});

test("a test's own variable says how many it tries, whatever the factor is", () => {
  vi.stubEnv('EXAMPLES_FACTOR', '10');
  expect(examples(40, 'OWN_EXAMPLES')).toBe(400);
  vi.stubEnv('OWN_EXAMPLES', '7');
  expect(examples(40, 'OWN_EXAMPLES')).toBe(7);
});

test.each(['0', '', '-3', '1.5', 'many', '1e3'])('refuses "%s" examples: a test of none cannot fail', (text) => {
  vi.stubEnv('OWN_EXAMPLES', text);
  expect(() => examples(40, 'OWN_EXAMPLES')).toThrow('OWN_EXAMPLES must be a whole number above 0');
  vi.stubEnv('EXAMPLES_FACTOR', text);
  expect(() => examples(40)).toThrow('EXAMPLES_FACTOR must be a whole number above 0');
});

test('a property that names no number tries 100 examples, times the factor of the run', () => {
  let tried = 0;
  fc.assert(
    fc.property(fc.boolean(), () => {
      tried += 1;
    }),
  );
  // The factor with which the run began.
  expect(tried).toBe(examples(100));
});
