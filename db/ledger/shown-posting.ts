/** SQL for an account's kind as people see it: an invoice's unsettled money is `unsettled`. */
export function shownKind(account: string): string {
  return `CASE WHEN ${account}.invoice_id IS NULL THEN ${account}.kind ELSE 'unsettled' END`;
}
