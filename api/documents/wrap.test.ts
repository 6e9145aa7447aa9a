import { expect, test } from 'vitest';
import { wrapped } from './wrap.ts';

const inLines = (text: string, most: number) => wrapped(text, most, (part) => part.length);

test('a text that fits is one line', () => {
  expect(inLines('Harbor tour', 11)).toEqual(['Harbor tour']);
  expect(inLines('', 11)).toEqual([]);
});

test('a longer one breaks between words, and nothing of it is lost', () => {
  expect(inLines('two hours around the harbor', 10)).toEqual(['two hours', 'around the', 'harbor']);
});

test('a word that is wider than a line breaks within', () => {
  expect(inLines(`order ${'R'.repeat(25)} end`, 10)).toEqual(['order', 'RRRRRRRRRR', 'RRRRRRRRRR', 'RRRRR end']);
});

test('a text without end is cut after twelve lines', () => {
  const lines = inLines('R'.repeat(1_000), 10);
  expect([lines.length, lines.at(-1)]).toEqual([12, 'RRRRRRRRR…']);
});
