/** The filters for the lines of a mass payout; `open` are those on their way. */
export const LINE_FILTERS = ['all', 'not_valid', 'open', 'done', 'failed'] as const;
export type LineFilter = (typeof LINE_FILTERS)[number];
