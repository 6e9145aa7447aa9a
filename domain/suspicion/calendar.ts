import type { WorkCalendar } from './working-hours.ts';

/**
 * When the compliance team works: the clock of spec §4 ("reported within three working hours") runs in these hours
 * only. Public holidays of Lithuania, whose authority sets that time. Source: Labour Code of the Republic of Lithuania,
 * Article 123; looked up 2026-11.
 */
export const COMPLIANCE_CALENDAR: WorkCalendar = {
  timeZone: 'Europe/Vilnius',
  opens: { hour: 8, minute: 0 },
  closes: { hour: 17, minute: 0 },
  weekdays: [1, 2, 3, 4, 5],
  /** Month and day, every year. */
  holidays: [
    '01-01', // New Year
    '02-16', // Restoration of the State
    '03-11', // Restoration of Independence
    '05-01', // Labour Day
    '06-24', // St John's Day
    '07-06', // Statehood Day
    '08-15', // Assumption Day
    '11-01', // All Saints' Day
    '11-02', // All Souls' Day
    '12-24',
    '12-25',
    '12-26',
  ],
  /** Days after Easter Sunday: the Sunday itself and the Monday. */
  easterHolidays: [0, 1],
};
