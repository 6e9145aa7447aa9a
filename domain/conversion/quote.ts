/** How long a quoted price is firm. */
export const QUOTE_MS = 30_000;
