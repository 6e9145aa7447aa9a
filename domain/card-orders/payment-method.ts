/** How a payer pays for coins by card (spec §1). */
export const CARD_METHODS = ['card', 'apple_pay', 'google_pay'] as const;

export type CardMethod = (typeof CARD_METHODS)[number];
