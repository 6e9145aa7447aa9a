import { clipMiddle } from '../i18n/format.ts';

/** The display name of a payout: the merchant's reference, or else its shortened id. */
export function payoutName(payout: { id: string; reference: string | null }): string {
  return payout.reference ?? clipMiddle(payout.id, 8, 6);
}

export function payoutPath(id: string): string {
  return `/payouts/details?id=${encodeURIComponent(id)}`;
}
