-- The block that a transaction was signed after, where no block before it can hold the transaction (TRON, XRP). Null for what was signed before this migration, and
-- where any later block may hold it. The 16 bits in the bytes of a TRON transaction name another block every two days.
ALTER TABLE outgoing_transaction ADD COLUMN reference_height BIGINT;

-- How often a node refused the bytes, why it did last, and when they are sent again.
ALTER TABLE outgoing_transaction
  ADD COLUMN refusals      INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN refusal_words TEXT,
  ADD COLUMN send_after    TIMESTAMPTZ;

-- `setting` changes an account of the gateway and moves nothing but its fee.
ALTER TABLE outgoing_transaction DROP CONSTRAINT outgoing_transaction_kind_check;
ALTER TABLE outgoing_transaction
  ADD CONSTRAINT outgoing_transaction_kind_check CHECK (kind IN ('payout', 'sweep', 'gas', 'setting'));

-- `refused`: a node refused the transfer of the address. The count makes the pauses between new transfers grow.
ALTER TABLE deposit_holding DROP CONSTRAINT deposit_holding_state_check;
ALTER TABLE deposit_holding
  ADD CONSTRAINT deposit_holding_state_check CHECK (state IN ('new', 'dust', 'waiting', 'moving', 'refused')),
  ADD COLUMN refusals INTEGER NOT NULL DEFAULT 0;
