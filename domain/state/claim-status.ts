/**
 * The statuses of a claim to a payment that belongs to nobody. `checking`: the chain is asked again; `review`: waits
 * for a decision of the staff; `recorded`: an asset that cannot be paid back here, kept for the staff.
 */
export const CLAIM_STATUSES = ['checking', 'review', 'paying', 'done', 'declined', 'recorded'] as const;

export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

/** Why a claim is in its status. */
export const CLAIM_REASONS = [
  'not_on_chain',
  'refused_by_staff',
  'payout_failed',
  'reorganized',
  'loss_accepted',
  'asset_unsupported',
] as const;

export type ClaimReason = (typeof CLAIM_REASONS)[number];

export function isClaimStatus(text: string): text is ClaimStatus {
  return CLAIM_STATUSES.some((status) => status === text);
}
