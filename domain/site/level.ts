/** A rate of an hour: where in the day before now it was recorded, 0 the oldest and 1 now, and its value in euro. */
export interface HourlyRate {
  readonly at: number;
  readonly value: number;
}

/** The picture of the landing page: what the coin's rate did, around the level line of the price. */
export interface Level {
  /** Of an SVG path in a box of {@link LEVEL_BOX}. */
  readonly path: string;
  readonly lowest: number;
  readonly highest: number;
}

/** How wide and high the picture is, where the price's line is, and how far from it the rate goes at most. */
export const LEVEL_BOX = { width: 1600, height: 220, price: 118, swing: 68 } as const;

/** Fewer hours are no picture of a day. */
const FEWEST_HOURS = 6;

/**
 * Draws the rates of the last day around their mean, which lies on the line of the price; the largest deviation fills
 * the picture. Null where too few hours are recorded to show anything.
 */
export function drawLevel(rates: readonly HourlyRate[]): Level | null {
  if (rates.length < FEWEST_HOURS) return null;
  const values = rates.map(({ value }) => value);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const most = Math.max(...values.map((value) => Math.abs(value - mean)));
  const { width, price, swing } = LEVEL_BOX;
  const points = rates.map(({ at, value }) => {
    const deviation = most === 0 ? 0 : (value - mean) / most;
    return `${Math.round(at * width)} ${(price - swing * deviation).toFixed(1)}`;
  });
  return { path: `M${points.join(' L')}`, lowest: Math.min(...values), highest: Math.max(...values) };
}

/** The drawing while no day is recorded: sums of waves whose periods have no common measure, and a little unrest. */
export function drawnLevel(): string {
  const { width, price, swing } = LEVEL_BOX;
  const points = Array.from({ length: width / STEP + 1 }, (_, at) => {
    const wave = Math.sin(at / 13) * 0.45 + Math.sin(at / 29 + 2) * 0.35;
    const unrest = Math.sin(at * 1.7) * 0.09 + Math.sin(at * 3.1 + 1) * 0.11;
    return `${at * STEP} ${(price - swing * (wave + unrest)).toFixed(1)}`;
  });
  return `M${points.join(' L')}`;
}

const STEP = 8;
