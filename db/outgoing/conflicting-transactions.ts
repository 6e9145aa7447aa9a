/**
 * SQL that begins with `WITH`: `kin` holds the ids of all transactions of ours of which only one can be mined together
 * with the one whose id is bound as `$1`, itself among them. They are its line of replacements, and what else was
 * signed for the same payouts.
 */
export const WITH_KIN = `
  WITH RECURSIVE line_of AS (
    SELECT id, replaces FROM outgoing_transaction WHERE id = $1
    UNION SELECT t.id, t.replaces FROM line_of l JOIN outgoing_transaction t ON t.id = l.replaces OR t.replaces = l.id),
  kin AS (
    SELECT id FROM line_of
    UNION SELECT other.transaction_id FROM outgoing_line mine JOIN outgoing_line other ON other.payout_id = mine.payout_id
    WHERE mine.transaction_id = $1)`;
