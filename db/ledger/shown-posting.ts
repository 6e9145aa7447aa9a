/** SQL of what people read of an account's kind: the money of an invoice that is not settled is `unsettled`. */
export function shownKind(account: string): string {
  return `CASE WHEN ${account}.invoice_id IS NULL THEN ${account}.kind ELSE 'unsettled' END`;
}
