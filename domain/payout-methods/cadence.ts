import type { MethodPeriod } from './fields.ts';

/** The hour of the day, in UTC, at which automatic methods pay: at night in Europe. */
export const PAY_HOUR_UTC = 2;
/** Automatic methods pay within these minutes after that hour, so that not all merchants pay at the same moment. */
export const PAY_JITTER_MINUTES = 10;

/**
 * When an automatic method pays next: every day, every Monday or on the first of every month, some minutes after the
 * hour. `shortSeconds` replaces the period in a sped-up sandbox; those times are multiples counted from the epoch.
 */
export function nextRun(period: MethodPeriod, nowMs: number, shortSeconds?: number): Date {
  if (shortSeconds !== undefined) {
    const stepMs = shortSeconds * 1_000;
    return new Date((Math.floor(nowMs / stepMs) + 1) * stepMs);
  }
  const now = new Date(nowMs);
  const at = (day: number, months = 0) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, day, PAY_HOUR_UTC));
  const today = now.getUTCDate();
  switch (period) {
    case 'day':
      return firstAfter(nowMs, [at(today), at(today + 1)]);
    case 'week': {
      const monday = today + ((8 - now.getUTCDay()) % 7);
      return firstAfter(nowMs, [at(monday), at(monday + 7)]);
    }
    case 'month':
      return firstAfter(nowMs, [at(1), at(1, 1)]);
    default:
      return period satisfies never;
  }
}

/** The earlier time, unless it has passed. */
function firstAfter(nowMs: number, [earlier, later]: readonly [Date, Date]): Date {
  return earlier.getTime() > nowMs ? earlier : later;
}
