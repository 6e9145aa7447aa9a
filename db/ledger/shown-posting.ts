import { isOfNoOperation } from './account-sql.ts';

/** SQL for an account's kind as people see it: unsettled money of an invoice or deposit is `unsettled`. */
export function shownKind(account: string): string {
  return `CASE WHEN ${isOfNoOperation(account)} THEN ${account}.kind ELSE 'unsettled' END`;
}
