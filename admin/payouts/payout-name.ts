import { clipMiddle } from '../i18n/format.ts';

/** What a payout is called: the merchant's reference, else its id in short. */
export function payoutName(payout: { id: string; reference: string | null }): string {
  return payout.reference ?? clipMiddle(payout.id, 8, 6);
}

export function payoutPath(id: string): string {
  return `/payouts/details?id=${encodeURIComponent(id)}`;
}
