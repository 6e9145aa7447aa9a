/**
 * One posting in the story of an invoice or payout: `amount` of `asset`, in major units, from the account `debit` to
 * the account `credit`.
 */
export interface StoryPosting {
  readonly at: string;
  readonly key: string;
  readonly kind: string;
  readonly debit: string;
  readonly credit: string;
  readonly asset: string;
  readonly amount: string;
  readonly posted: boolean;
}

/** SQL of what people read of an account's kind: the money of an invoice that is not settled is `unsettled`. */
export function shownKind(account: string): string {
  return `CASE WHEN ${account}.invoice_id IS NULL THEN ${account}.kind ELSE 'unsettled' END`;
}
