import type { PartState, StatusPart } from './status-parts.ts';

/** The results of the checks of a day, one a minute, for a part. */
export interface StatusDay {
  /** UTC, e.g. `2026-11-29`. */
  readonly day: string;
  readonly part: StatusPart;
  readonly checks: number;
  readonly late: number;
  readonly down: number;
}

/** How far the public history goes back. */
export const HISTORY_DAYS = 90;

/** How long days are kept. */
export const STATUS_KEPT_DAYS = 400;

/** A day as it is drawn; `none` where no check was recorded. */
export interface DrawnDay {
  readonly day: string;
  readonly state: PartState | 'none';
  readonly lateMinutes: number;
  readonly downMinutes: number;
}

export interface PartHistory {
  readonly part: StatusPart;
  /** The oldest first, today last. */
  readonly days: readonly DrawnDay[];
  /** How many of the days have a record. */
  readonly recorded: number;
  /** The share of the recorded time in which it worked, in hundredths of a percent, rounded down; null: no record. */
  readonly workedBps: number | null;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** A day is drawn as troubled from this many minutes on: single checks fail while a process is replaced. */
const TROUBLE_MINUTES = 5;

/**
 * The last 90 days of each part. While nothing was recorded between the first check ever and now, nobody was there to
 * answer visitors: such minutes count against the pages, and against nothing else.
 *
 * @param firstMs when the first check was recorded; null: never
 */
export function historyOf(
  parts: readonly StatusPart[],
  days: readonly StatusDay[],
  { firstMs, nowMs }: { readonly firstMs: number | null; readonly nowMs: number },
): PartHistory[] {
  const known = new Map(days.map((each) => [`${each.part} ${each.day}`, each]));
  const today = Math.floor(nowMs / DAY_MS);
  return parts.map((part) => {
    let minutes = 0;
    let trouble = 0;
    const drawn = Array.from({ length: HISTORY_DAYS }, (_, at): DrawnDay => {
      const startMs = (today - (HISTORY_DAYS - 1 - at)) * DAY_MS;
      const day = new Date(startMs).toISOString().slice(0, 10);
      const { checks = 0, late = 0, down = 0 } = known.get(`${part} ${day}`) ?? {};
      const unseen = part === 'pages' ? unseenMinutes(startMs, checks, { firstMs, nowMs }) : 0;
      minutes += checks + unseen;
      trouble += late + down + unseen;
      const downMinutes = down + unseen;
      return { day, state: stateOf(checks + unseen, late, downMinutes), lateMinutes: late, downMinutes };
    });
    return {
      part,
      days: drawn,
      recorded: drawn.filter(({ state }) => state !== 'none').length,
      workedBps: minutes === 0 ? null : Math.floor(((minutes - trouble) * 10_000) / minutes),
    };
  });
}

/** Whole minutes of a day that should have been checked and were not. */
function unseenMinutes(
  startMs: number,
  checks: number,
  { firstMs, nowMs }: { readonly firstMs: number | null; readonly nowMs: number },
): number {
  if (firstMs === null) return 0;
  const fromMs = Math.max(startMs, firstMs);
  // The minute that has just begun is checked in its course, and the one before may still be on its way.
  const toMs = Math.min(startMs + DAY_MS, nowMs - 2 * MINUTE_MS);
  return Math.max(0, Math.floor((toMs - fromMs) / MINUTE_MS) - checks);
}

function stateOf(minutes: number, late: number, down: number): DrawnDay['state'] {
  if (minutes === 0) return 'none';
  if (down >= TROUBLE_MINUTES) return 'down';
  return late + down >= TROUBLE_MINUTES ? 'late' : 'up';
}
