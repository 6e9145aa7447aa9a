/**
 * SQL that begins with `WITH`: `conflicting` holds the ids of the transaction `$1` and of all that can never be mined
 * together with it: its chain of replacements, and whatever else was signed for the same payouts.
 */
export const WITH_CONFLICTING = `
  WITH RECURSIVE replacements AS (
    SELECT id, replaces FROM outgoing_transaction WHERE id = $1
    UNION SELECT t.id, t.replaces
    FROM replacements l
    JOIN outgoing_transaction t ON t.id = l.replaces OR t.replaces = l.id),
  conflicting AS (
    SELECT id FROM replacements
    UNION SELECT other.transaction_id
    FROM outgoing_line mine
    JOIN outgoing_line other ON other.payout_id = mine.payout_id
    WHERE mine.transaction_id = $1)`;
