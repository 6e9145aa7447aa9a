/**
 * Which lines of a mass payout are wanted: all, those that are not valid, those on their way, those that are done,
 * those that failed.
 */
export const LINE_FILTERS = ['all', 'not_valid', 'open', 'done', 'failed'] as const;
export type LineFilter = (typeof LINE_FILTERS)[number];
