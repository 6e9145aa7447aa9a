/**
 * The statuses of somebody who wants to bring merchants. `approved`: the agreement waits for its acceptance; `paused`:
 * brings nobody new and earns nothing, until staff resume it.
 */
export const PARTNER_STATUSES = ['applied', 'in_review', 'approved', 'active', 'paused', 'ended', 'declined'] as const;

export type PartnerStatus = (typeof PARTNER_STATUSES)[number];
