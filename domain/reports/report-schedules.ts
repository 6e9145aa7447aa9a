import { startOfDay } from './reports.ts';

/** How often a report is mailed: each is about the whole day, week (from Monday) or month that has just ended. */
export const REPORT_PERIODS = ['day', 'week', 'month'] as const;

export type ReportPeriod = (typeof REPORT_PERIODS)[number];

/** The days of one period, both included, and when it is over in its zone. */
export interface PeriodDays {
  readonly firstDay: string;
  readonly lastDay: string;
  /** The first day of the next period. */
  readonly nextDay: string;
  readonly dueAt: Date;
}

/** The period that the day is in, e.g. `2026-11-20` by month is 1 to 30 November. */
export function periodOf(day: string, period: ReportPeriod, timeZone: string): PeriodDays {
  const firstDay = firstDayOf(day, period);
  const nextDay = nextFirstDay(firstDay, period);
  return { firstDay, lastDay: plusDays(nextDay, -1), nextDay, dueAt: startOfDay(nextDay, timeZone) };
}

function firstDayOf(day: string, period: ReportPeriod): string {
  switch (period) {
    case 'day':
      return day;
    case 'week':
      return plusDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
    case 'month':
      return `${day.slice(0, 8)}01`;
    default:
      return period satisfies never;
  }
}

function nextFirstDay(firstDay: string, period: ReportPeriod): string {
  if (period === 'month') return `${plusDays(firstDay, 31).slice(0, 8)}01`;
  return plusDays(firstDay, period === 'week' ? 7 : 1);
}

function plusDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
