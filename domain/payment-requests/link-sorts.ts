/** The orders of lists of payment links. */
export const LINK_SORTS = ['created_at', 'title', 'invoice_count'] as const;

export type LinkSort = (typeof LINK_SORTS)[number];
