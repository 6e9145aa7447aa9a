/** SQL for an account's kind as people see it: unsettled money of an invoice or deposit is `unsettled`. */
export function shownKind(account: string): string {
  return `CASE WHEN ${account}.invoice_id IS NULL AND ${account}.deposit_id IS NULL THEN ${account}.kind
    ELSE 'unsettled' END`;
}
