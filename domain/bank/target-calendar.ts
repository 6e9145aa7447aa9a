import { addDays } from '../text/day.ts';

/**
 * TARGET, on whose business days euro payments settle: closed on weekends, 1 January, Good Friday, Easter Monday,
 * 1 May, 25 and 26 December (European Central Bank). Days are ISO dates, such as 2026-11-24.
 */
export function isTargetDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  const weekday = date.getUTCDay();
  if (weekday === 0 || weekday === 6) return false;
  if (CLOSED.has(day.slice(5))) return false;
  const easter = easterSunday(date.getUTCFullYear());
  return day !== addDays(easter, -2) && day !== addDays(easter, 1);
}

/**
 * The day on which the bank is to execute what is sent now: today, unless it is no business day or the bank's time to
 * accept files of the day is over.
 * @param cutOffHour of the day in Frankfurt, whose time TARGET uses
 */
export function executionDay(nowMs: number, cutOffHour: number): string {
  const { day, hour } = frankfurtTime(nowMs);
  let next = hour >= cutOffHour ? addDays(day, 1) : day;
  while (!isTargetDay(next)) next = addDays(next, 1);
  return next;
}

const CLOSED: ReadonlySet<string> = new Set(['01-01', '05-01', '12-25', '12-26']);

const FRANKFURT = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Berlin',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
});

function frankfurtTime(nowMs: number): { readonly day: string; readonly hour: number } {
  const parts = new Map(FRANKFURT.formatToParts(nowMs).map(({ type, value }) => [type, value]));
  const day = `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
  return { day, hour: Number(parts.get('hour')) };
}

/** Easter Sunday in the Gregorian calendar (Meeus, Jones, Butcher). */
function easterSunday(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const yearOfCentury = year % 100;
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * late + 114;
  const month = String(Math.floor(days / 31)).padStart(2, '0');
  return `${year}-${month}-${String((days % 31) + 1).padStart(2, '0')}`;
}
