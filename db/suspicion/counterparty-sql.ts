import { UTXO_NETWORKS_SQL } from '../core/utxo-networks.ts';
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
    SELECT ${payeeOf('w')} FROM withdrawal w WHERE w.id = ${id}
    UNION ALL
    SELECT ${payerOf('e')} FROM bank_entry e WHERE e.deposit_id = ${id} AND e.party_iban IS NOT NULL`;
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

/** The sender of the entry `e` of the bank's account; null if the bank does not say it. */
export function payerOf(e: string): string {
  return `'SEPA:' || ${e}.party_iban`;
}

/** Accounts name their sender in `sender:nonce`. */
function hasSender(p: string): string {
  return `(${p}.network NOT IN (${UTXO_NETWORKS_SQL}) AND split_part(coalesce(${p}.spends[1], ''), ':', 1) <> '')`;
}
