-- Coins of BTC, LTC and BCH. Most that ever came in are spent: those that are not must be found without looking at the others.

-- True where a reservation was seen (outgoing_spend, which alone decides); written behind it, so that no signature waits for a payment's row.
ALTER TABLE payment ADD COLUMN reserved BOOLEAN NOT NULL DEFAULT false;
CREATE INDEX payment_spendable ON payment (mode, network)
  WHERE status = 'confirmed' AND NOT reserved AND network IN ('BTC', 'LTC', 'BCH');

ALTER TABLE outgoing_change ADD COLUMN reserved BOOLEAN NOT NULL DEFAULT false;
CREATE INDEX outgoing_change_spendable ON outgoing_change (transaction_id) WHERE NOT reserved;
