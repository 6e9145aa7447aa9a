export interface DayRange {
  readonly date_from?: string;
  readonly date_to?: string;
}

/** The last `days` local days, today included. */
export function lastDays(days: number, now: Date = new Date()): Required<DayRange> {
  const from = new Date(now);
  from.setDate(from.getDate() - (days - 1));
  return { date_from: localDay(from), date_to: localDay(now) };
}

export function localDay(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Whether the last day is before the first; days that are not given are not. */
export function isBackwards(from: string, to: string): boolean {
  return from !== '' && to !== '' && from > to;
}
