import { expect, test } from 'vitest';
import { ATTRIBUTION_DAYS, isCurrentTouch, readCode } from './attribution.ts';

const DAY_MS = 86_400_000;
const NOW_MS = Date.UTC(2026, 10, 30);

test.each([
  ['now', 0, true],
  ['a moment before its end', ATTRIBUTION_DAYS * DAY_MS - 1, true],
  ['ninety days ago', ATTRIBUTION_DAYS * DAY_MS, false],
  ['of a server whose clock is ahead', -60_000, true],
  ['of the future', -60_001, false],
])('a visit %s counts: %s', (_name, ageMs, expected) => {
  expect(isCurrentTouch({ atMs: NOW_MS - ageMs }, NOW_MS)).toBe(expected);
});

test.each([
  ['K7M2XQ9A', 'K7M2XQ9A'],
  [' k7m2-xq9a ', 'K7M2XQ9A'],
  ['K7M2 XQ9A', 'K7M2XQ9A'],
  ['K7M2XQ9', undefined],
  ['K7M2XQ9AB', undefined],
  ['K7M2XQ90', undefined],
  ['K7M2XQ9I', undefined],
  ["K7M2XQ9'", undefined],
  ['', undefined],
])('the code %j is read as %s', (text, code) => expect(readCode(text)).toBe(code));
