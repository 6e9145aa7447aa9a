/**
 * SQL that lists the other sides of an operation, whose ID is the expression `id`: who sent the payments of an invoice
 * or a deposit, or who receives a payout or a withdrawal. The same address or account has the same key in every
 * direction. Payments in BTC, LTC and BCH come from many addresses at once, so they have none.
 */
export function counterpartiesOf(id: string): string {
  return `
    SELECT ${senderOf('p')} AS key FROM payment p WHERE p.invoice_id = ${id} AND ${hasSender('p')}
    UNION ALL
    SELECT ${senderOf('p')} FROM payment p WHERE p.deposit_id = ${id} AND ${hasSender('p')}
    UNION ALL
    SELECT ${recipientOf('o')} FROM payout o WHERE o.id = ${id}
    UNION ALL
    SELECT ${payeeOf('w')} FROM withdrawal w WHERE w.id = ${id}`;
}

/** The sender of the payment `p`; null where the chain does not tell it. */
export function senderOf(p: string): string {
  return `CASE WHEN ${hasSender(p)} THEN ${p}.network || ':' || split_part(${p}.spends[1], ':', 1) END`;
}

/** The recipient of the payout `o`. */
export function recipientOf(o: string): string {
  return `${o}.network || ':' || ${o}.address_key`;
}

/** The payee of the withdrawal `w` to a bank account. */
export function payeeOf(w: string): string {
  return `'SEPA:' || ${w}.iban`;
}

/** Accounts name their sender in `sender:nonce`. */
function hasSender(p: string): string {
  return `(${p}.network NOT IN ('BTC', 'LTC', 'BCH') AND split_part(coalesce(${p}.spends[1], ''), ':', 1) <> '')`;
}
