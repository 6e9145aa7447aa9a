-- Transactions of ours that wait for long, that others overtake, and coins that are counted without looking at those long spent.

-- What took whose place, in both directions.
CREATE INDEX outgoing_replaces ON outgoing_transaction (replaces) WHERE replaces IS NOT NULL;

-- Since which block the chain shows that something else has spent what it spends; null while it does not.
ALTER TABLE outgoing_transaction ADD COLUMN overtaken_height BIGINT, ADD COLUMN overtaken_hash TEXT,
  ADD CHECK ((overtaken_height IS NULL) = (overtaken_hash IS NULL));
-- Somebody else has it: it is never free again, whatever becomes of the transaction that reserved it.
ALTER TABLE outgoing_spend ADD COLUMN taken BOOLEAN NOT NULL DEFAULT false;

-- Coins that nothing of ours has set aside, at their confirmations or not.
DROP INDEX payment_spendable;
CREATE INDEX payment_unreserved ON payment (mode, network, status) WHERE NOT reserved AND network IN ('BTC', 'LTC', 'BCH');
-- Reservations say which coins are spent, so that arrays need not be searched.
DROP INDEX outgoing_spends;

-- What the chain has and the books have not, and the other way round.
CREATE INDEX payment_unbooked ON payment (mode, network) WHERE gate_id IS NOT NULL AND (status IN ('mined', 'confirmed')) <> credited;

-- When the oldest of the answers that make up `chain_minor` was given: a node with many coins of ours is asked about some of them at a time.
ALTER TABLE custody_check ADD COLUMN asked_since TIMESTAMPTZ NOT NULL DEFAULT now();
