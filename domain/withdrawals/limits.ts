/** The least that is withdrawn to a bank account where `payout_limit` says nothing else: EUR 10. */
export const EURO_MINIMUM_MINOR = 1_000n;
