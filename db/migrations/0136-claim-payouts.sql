-- Claims are paid by payouts of a kind of their own: no merchant's balance, list or webhook has them.
-- Rows that exist are checked by the next migration, without the lock.
-- locks: payout
-- safe: check payout.payout_kind_check: it allows what it allowed, and the next migration validates it
ALTER TABLE payout DROP CONSTRAINT payout_kind_check;
ALTER TABLE payout ADD CONSTRAINT payout_kind_check
  CHECK (kind IN ('payout', 'refund', 'withdrawal', 'balance_recovery')) NOT VALID;
