-- `cancellation` takes the place of a payment that is not allowed any more and pays nobody. Rows that exist are checked by the next migration, without the lock.
-- locks: outgoing_transaction
-- safe: check outgoing_transaction.outgoing_transaction_kind_check: it allows what it allowed, and the next migration validates it
ALTER TABLE outgoing_transaction DROP CONSTRAINT outgoing_transaction_kind_check;
ALTER TABLE outgoing_transaction
  ADD CONSTRAINT outgoing_transaction_kind_check CHECK (kind IN ('payout', 'sweep', 'gas', 'setting', 'cancellation')) NOT VALID;
