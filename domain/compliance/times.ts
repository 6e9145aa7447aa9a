import type { CaseStatus } from './case.ts';

const DAY_MS = 86_400_000;

/** How long a status may last before it ends by itself, or before somebody is late. Days. */
const DAYS: Readonly<Partial<Record<CaseStatus, number>>> = {
  integrating: 90,
  business: 90,
  personal: 90,
  checking: 3,
  review: 5,
  more_requested: 30,
  renewal: 30,
  rechecking: 10,
  suspended: 180,
};

/**
 * Until when a status that began at `sinceMs` waits for somebody; null where nobody is waited for. Unix milliseconds.
 */
export function actUntilMs(status: CaseStatus, sinceMs: number): number | null {
  const days = DAYS[status];
  return days === undefined ? null : sinceMs + days * DAY_MS;
}

/** A merchant in production is screened against the lists this often. */
export const SCREENING_EVERY_MS = 30 * DAY_MS;
/**
 * Spec §9: monitoring lasts one year by default; then the team looks at the merchant again, and the next year begins.
 */
export const MONITORING_MS = 365 * DAY_MS;
/** A new document is requested this long before the present one expires. */
export const RENEWAL_NOTICE_MS = 30 * DAY_MS;
