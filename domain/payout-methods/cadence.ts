import type { MethodPeriod } from './fields.ts';

/** The hour of the day, in UTC, at which automatic methods pay: at night in Europe. */
export const PAY_HOUR_UTC = 2;
/** They pay within these minutes after it, so that not every merchant pays at the same moment. */
export const PAY_JITTER_MINUTES = 10;

/**
 * When an automatic method pays next: each day, each Monday or each first of a month, some minutes after the hour.
 * `shortSeconds` takes the place of the period where the sandbox is hurried; such times are counted from the epoch.
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

/** The earlier time unless it is over. */
function firstAfter(nowMs: number, [earlier, later]: readonly [Date, Date]): Date {
  return earlier.getTime() > nowMs ? earlier : later;
}
