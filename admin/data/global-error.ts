import { makeStore } from './store.ts';

/** The error that replaces the page, by its HTTP status; null when there is none. Leaving the page clears it. */
export const globalError = makeStore<number | null>(null);

const PAGE_ERRORS: ReadonlySet<number> = new Set([403, 404, 410, 500, 503]);
export const OUTDATED_LINK = 'Your link is outdated. Please contact support.';

/**
 * Spec §8: these statuses set the global error, save 403 with the message of an outdated link. A forbidden call always
 * does; the others only where the answer is the page itself, as a list or a form shows its own failure in place.
 */
export function setsGlobalError(status: number, message: string, isPage: boolean): boolean {
  if (status === 403) return message !== OUTDATED_LINK;
  return isPage && PAGE_ERRORS.has(status);
}
