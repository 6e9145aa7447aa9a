-- Money that moves between accounts of the gateway's own: deposits swept to the account that pays, and coins sent ahead for the fee of a token's sweep. It leaves
-- custody where it is; only its cost is booked.

ALTER TABLE outgoing_transaction ADD COLUMN kind TEXT NOT NULL DEFAULT 'payout' CHECK (kind IN ('payout', 'sweep', 'gas'));

CREATE TABLE outgoing_internal (
  transaction_id UUID PRIMARY KEY REFERENCES outgoing_transaction,
  mode           TEXT NOT NULL,
  network        TEXT NOT NULL,
  gate_id        TEXT NOT NULL,
  from_key       TEXT NOT NULL,
  to_key         TEXT NOT NULL,
  amount_minor   NUMERIC(78, 0) NOT NULL CHECK (amount_minor > 0)
);
CREATE INDEX outgoing_internal_from ON outgoing_internal (mode, network, from_key);
CREATE INDEX outgoing_internal_to ON outgoing_internal (mode, network, to_key);
