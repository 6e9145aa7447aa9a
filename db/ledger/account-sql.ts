// Deposits' accounts are known by their kind: a stored column for it would have rewritten the whole table under a lock.
// Each condition is that of an index, and must stay the same. None may name a balance: each change of one would write
// to every index of its row.

/** SQL that is true of a deposit's account. Index `account_of_deposit`. */
export function isOfDeposit(account: string): string {
  return `${account}.kind LIKE 'deposit:%'`;
}

/** SQL that is true of a deposit's account with money in it. Index `account_of_open_deposit`. */
export function isOpenDeposit(account: string): string {
  return `${account}.is_open_deposit`;
}

/** SQL that is true of all accounts but those of single invoices and deposits. Index `account_of_no_operation`. */
export function isOfNoOperation(account: string): string {
  return `${account}.invoice_id IS NULL AND ${account}.kind NOT LIKE 'deposit:%'`;
}
