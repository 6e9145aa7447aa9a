/** When people work, as data. */
export interface WorkCalendar {
  /** IANA name. */
  readonly timeZone: string;
  readonly opens: WallTime;
  readonly closes: WallTime;
  /** 1 is Monday, 7 is Sunday. */
  readonly weekdays: readonly number[];
  /** `MM-DD`. */
  readonly holidays: readonly string[];
  /** Days from Easter Sunday (Gregorian). */
  readonly easterHolidays: readonly number[];
}

interface WallTime {
  readonly hour: number;
  readonly minute: number;
}

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const DAY_MS = 86_400_000;
/** No run of free days is longer. */
const MAX_DAYS = 60;

/**
 * The moment when `workingMs` of working time have passed since `startMs`, in Unix milliseconds. Time outside of
 * working hours, on weekends and on holidays does not count; days that are shorter or longer by a change of the clock
 * are as long as they are.
 */
export function workingDeadlineMs(startMs: number, workingMs: number, calendar: WorkCalendar): number {
  let leftMs = workingMs;
  let day = dayOf(startMs, calendar.timeZone);
  for (let turn = 0; turn < MAX_DAYS; turn += 1, day = nextDay(day)) {
    if (!isWorkingDay(day, calendar)) continue;
    const opensMs = instantOf(day, calendar.opens, calendar.timeZone);
    const closesMs = instantOf(day, calendar.closes, calendar.timeZone);
    const fromMs = Math.max(startMs, opensMs);
    if (fromMs >= closesMs) continue;
    if (leftMs <= closesMs - fromMs) return fromMs + leftMs;
    leftMs -= closesMs - fromMs;
  }
  throw new RangeError('The calendar has too few working hours.');
}

function isWorkingDay(day: Day, { weekdays, holidays, easterHolidays }: WorkCalendar): boolean {
  const utcMs = Date.UTC(day.year, day.month - 1, day.day);
  const weekday = new Date(utcMs).getUTCDay() || 7;
  if (!weekdays.includes(weekday) || holidays.includes(`${two(day.month)}-${two(day.day)}`)) return false;
  const fromEaster = Math.round((utcMs - easterMs(day.year)) / DAY_MS);
  return !easterHolidays.includes(fromEaster);
}

/** Easter Sunday of a year, midnight UTC (Anonymous Gregorian algorithm, Meeus/Jones/Butcher). */
function easterMs(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const shifted = h + l - 7 * m + 114;
  return Date.UTC(year, Math.floor(shifted / 31) - 1, (shifted % 31) + 1);
}

function nextDay({ year, month, day }: Day): Day {
  const next = new Date(Date.UTC(year, month - 1, day + 1));
  return { year: next.getUTCFullYear(), month: next.getUTCMonth() + 1, day: next.getUTCDate() };
}

/** The calendar day that people in the zone have at a moment. */
function dayOf(ms: number, timeZone: string): Day {
  const local = new Date(ms + offsetMs(ms, timeZone));
  return { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1, day: local.getUTCDate() };
}

/**
 * When a clock in the zone shows this time. The second guess is right also on the day of a change, whose hours are not
 * working hours.
 */
function instantOf({ year, month, day }: Day, { hour, minute }: WallTime, timeZone: string): number {
  const wallMs = Date.UTC(year, month - 1, day, hour, minute);
  const guessMs = wallMs - offsetMs(wallMs, timeZone);
  return wallMs - offsetMs(guessMs, timeZone);
}

/** How far the zone's clocks are ahead of UTC at a moment. */
function offsetMs(ms: number, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(ms);
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const wallMs = Date.UTC(
    value('year'),
    value('month') - 1,
    value('day'),
    value('hour'),
    value('minute'),
    value('second'),
  );
  return wallMs - Math.floor(ms / 1_000) * 1_000;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timeZone, format);
  return format;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
