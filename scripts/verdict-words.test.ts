import { expect, test } from 'vitest';
import type { DocumentFacts } from '../domain/documents/proof.ts';
import { verdictWords } from './verdict-words.ts';

const facts = (mode: 'sandbox' | 'production'): DocumentFacts => ({ kind: 'receipt', id: '7', mode });

test('a genuine document of the sandbox says first that no money moved', () => {
  expect(verdictWords({ verdict: 'genuine', facts: facts('sandbox') })).toBe(
    'GENUINE, TEST: no money moved. We issued this file, and nothing in it was changed.',
  );
  expect(verdictWords({ verdict: 'genuine', facts: facts('production') })).toBe(
    'GENUINE: we issued this file, and nothing in it was changed.',
  );
});

test('a changed or foreign document is never called genuine, test or not', () => {
  for (const mode of ['sandbox', 'production'] as const) {
    expect(verdictWords({ verdict: 'changed', facts: facts(mode) })).toMatch(/^CHANGED: /);
  }
  expect(verdictWords({ verdict: 'unknown', facts: null })).toMatch(/^NOT GENUINE: /);
});
