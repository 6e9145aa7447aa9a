import { describe, expect, test } from 'vitest';
import { drawLevel, LEVEL_BOX } from './level.ts';

const hours = (values: readonly number[]) => values.map((value, at) => ({ at: at / values.length, value }));
const heights = (path: string) => [...path.matchAll(/[ML]\d+ ([\d.]+)/g)].map(([, y]) => Number(y));

describe('the picture of the landing page', () => {
  test('draws the rates of a day: higher ones above the price, the largest deviation at the edge', () => {
    const level = drawLevel(hours([60_000, 61_000, 62_000, 60_000, 59_000, 58_000]));
    const { price, swing } = LEVEL_BOX;
    expect(heights(level?.path ?? '')).toEqual(
      [60_000, 61_000, 62_000, 60_000, 59_000, 58_000].map((value) => price - (swing * (value - 60_000)) / 2_000),
    );
    expect(level).toMatchObject({ lowest: 58_000, highest: 62_000 });
  });

  test('lies on the price while nothing moves', () => {
    expect(new Set(heights(drawLevel(hours([5, 5, 5, 5, 5, 5]))?.path ?? ''))).toEqual(new Set([LEVEL_BOX.price]));
  });

  test('is none with too few hours', () => {
    expect(drawLevel(hours([1, 2, 3, 4, 5]))).toBeNull();
    expect(drawLevel([])).toBeNull();
  });
});
