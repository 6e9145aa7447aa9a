import fc from 'fast-check';
import { expect, test } from 'vitest';
import { examples } from '../examples.fixture.ts';
import { newId } from '../ids.ts';
import { firstIdOf, MONTHS_AHEAD, missingMonths, monthOf } from './months.ts';

const at = (text: string) => Date.parse(`${text}Z`);
const names = (endMs: number, nowMs: number) => missingMonths(endMs, nowMs).map(({ name }) => name);

test('a month goes from its first millisecond to that of the next month, also at the end of a year', () => {
  const december = { name: '2026_12', fromMs: at('2026-12-01T00:00'), toMs: at('2027-01-01T00:00') };
  expect(monthOf(at('2026-12-01T00:00'))).toEqual(december);
  expect(monthOf(at('2026-12-31T23:59:59.999'))).toEqual(december);
  expect(monthOf(at('2027-01-01T00:00')).name).toBe('2027_01');
  expect(monthOf(at('2026-10-31T12:00'), 4).name).toBe('2027_02');
});

test('three months after the current one are always there', () => {
  const end = at('2027-01-01T00:00');
  expect(names(end, at('2026-09-30T23:59'))).toEqual([]);
  expect(names(end, at('2026-10-01T00:00'))).toEqual(['2027_01']);
  expect(names(end, at('2026-12-31T23:59'))).toEqual(['2027_01', '2027_02', '2027_03']);
});

test('months that nobody made in time, such as those of a restored database, are made as well', () => {
  expect(names(at('2026-11-01T00:00'), at('2027-01-15T00:00'))).toEqual([
    '2026_11',
    '2026_12',
    '2027_01',
    '2027_02',
    '2027_03',
    '2027_04',
  ]);
});

const moments = fc.integer({ min: at('2020-01-01T00:00'), max: at('2060-01-01T00:00') });

test('missing months follow each other without a gap, and end that many months after the current one', () => {
  fc.assert(
    fc.property(moments, moments, (end, now) => {
      const endMs = monthOf(end).fromMs;
      let next = endMs;
      for (const { fromMs, toMs } of missingMonths(endMs, now)) {
        expect(fromMs).toBe(next);
        next = toMs;
      }
      expect(next).toBe(Math.max(endMs, monthOf(now, MONTHS_AHEAD).toMs));
    }),
    { numRuns: examples(50) },
  );
});

test('ids of a month lie between its first id and that of the next month', () => {
  fc.assert(
    fc.property(moments, (ms) => {
      const { fromMs, toMs } = monthOf(ms);
      const id = newId(ms);
      expect(firstIdOf(fromMs) <= id && id < firstIdOf(toMs)).toBe(true);
      expect(newId(fromMs - 1) < firstIdOf(fromMs)).toBe(true);
    }),
  );
});
