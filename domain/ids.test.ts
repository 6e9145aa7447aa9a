import { describe, expect, test } from 'vitest';
import { isUuid, msOfId, newEventId, newId, numberedId, parseId } from './ids.ts';

describe('ids', () => {
  test('are UUIDs of version 7 in the order of their time', () => {
    const early = newId(1_700_000_000_000);
    expect(early).toMatch(/^018bcfe5-6800-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(early < newId(1_700_000_000_001)).toBe(true);
    expect(isUuid(early)).toBe(true);
  });

  test('have random low bits: neighbours share nothing but the time', () => {
    const tails = Array.from({ length: 1_000 }, () => newId(1).slice(19));
    expect(new Set(tails).size).toBe(1_000);
    const rising = tails.filter((tail, at) => at > 0 && tail > (tails[at - 1] ?? '')).length;
    expect(rising).toBeGreaterThan(300);
    expect(rising).toBeLessThan(700);
  });

  test.each(['', 'x', '../etc/passwd', '018bcfe5-6800-7000-8000-00000000000', "' OR 1=1"])(
    '%j names nothing',
    (text) => {
      expect(() => parseId(text)).toThrow(expect.objectContaining({ code: 'not_found' }));
    },
  );
});

test('numbered ids of a millisecond have the order of their numbers, and random low bits', () => {
  const ids = [0, 1, 255, 256, 4095].map((number) => numberedId(1_800_000_000_000, number));
  expect(ids.toSorted()).toEqual(ids);
  expect(ids.every((id) => isUuid(id) && msOfId(id) === 1_800_000_000_000)).toBe(true);
  expect(new Set(ids.map((id) => id.slice(19))).size).toBe(ids.length);
});

describe('ids of events', () => {
  const made = (count: number, ms: number) => Array.from({ length: count }, () => newEventId(ms));

  test('made in one millisecond have the order in which they were made, however many', () => {
    const ids = made(5_000, 1_800_000_000_000);
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(5_000);
    expect(ids.every(isUuid)).toBe(true);
  });

  test('never go back with the clock', () => {
    const [before, after] = [newEventId(1_900_000_000_000), newEventId(1_899_999_999_000)];
    expect(after > before).toBe(true);
  });
});
