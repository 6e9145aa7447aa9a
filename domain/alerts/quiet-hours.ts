import type { AlertSettings } from './settings.ts';

const DAY_MINUTES = 24 * 60;
const MINUTE_MS = 60_000;

/**
 * When quiet hours that hold at this moment end, in Unix milliseconds; null outside of them. On the night of a clock
 * change the end can be an hour off, so it has to be asked again then.
 */
export function endOfQuietHours(
  { quietHours, timeZone }: Pick<AlertSettings, 'quietHours' | 'timeZone'>,
  nowMs: number,
): number | null {
  if (quietHours === undefined) return null;
  const minute = minuteOfDay(nowMs, timeZone);
  const length = (quietHours.toMinute - quietHours.fromMinute + DAY_MINUTES) % DAY_MINUTES;
  const since = (minute - quietHours.fromMinute + DAY_MINUTES) % DAY_MINUTES;
  if (since >= length) return null;
  return nowMs - (nowMs % MINUTE_MS) + (length - since) * MINUTE_MS;
}

function minuteOfDay(atMs: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const parts = Object.fromEntries(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
  return (parts.hour ?? 0) * 60 + (parts.minute ?? 0);
}
