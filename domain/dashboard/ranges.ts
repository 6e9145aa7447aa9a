import { addDays } from '../text/day.ts';

/** The ranges of the charts (spec §1). */
export const CHART_RANGES = ['1W', '1M', '1Y', 'all'] as const;

export type ChartRange = (typeof CHART_RANGES)[number];

/** How far apart the points of a chart are. */
export const CHART_STEPS = ['day', 'week', 'month'] as const;

export type ChartStep = (typeof CHART_STEPS)[number];

export interface ChartDays {
  readonly step: ChartStep;
  /** Oldest first, the last one is today; each as 2026-01-31. */
  readonly days: readonly string[];
}

/**
 * The days that a chart shows: a point says how things were at the end of its day, and what happened since the point
 * before it. Few enough to be read as a table, however long the history is.
 * @param today in the zone of the merchant
 * @param first the day of the first figure; undefined if there is none
 */
export function chartDays(range: ChartRange, today: string, first?: string): ChartDays {
  if (range === '1W') return daily(today, 7);
  if (range === '1M') return daily(today, 30);
  if (range === '1Y') return weekly(today, 364);
  const length = first === undefined ? 0 : Math.max(0, dayNumber(today) - dayNumber(first));
  if (length <= MOST_DAYS) return daily(today, Math.max(7, length));
  return length <= MOST_WEEKS * 7 ? weekly(today, length) : monthly(today, first ?? today);
}

/** The first day of the month of a day. */
export function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

const MOST_DAYS = 62;
const MOST_WEEKS = 105;
const DAY_MS = 86_400_000;

function daily(today: string, length: number): ChartDays {
  return { step: 'day', days: Array.from({ length: length + 1 }, (_, index) => addDays(today, index - length)) };
}

function weekly(today: string, length: number): ChartDays {
  const weeks = Math.ceil(length / 7);
  return { step: 'week', days: Array.from({ length: weeks + 1 }, (_, index) => addDays(today, (index - weeks) * 7)) };
}

/** The last days of months, from that before the first figure. */
function monthly(today: string, first: string): ChartDays {
  const days = [today];
  let day = lastOfMonthBefore(today);
  while (day >= first) {
    days.unshift(day);
    day = lastOfMonthBefore(day);
  }
  return { step: 'month', days: [day, ...days] };
}

function lastOfMonthBefore(day: string): string {
  return addDays(firstOfMonth(day), -1);
}

function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MS;
}
