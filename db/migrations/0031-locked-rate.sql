-- The locked rate waits for a payment for as long as its network usually takes, six times over: when a payment reached its threshold,
-- and what it was worth then. Null: not confirmed, or confirmed before this was recorded, when the rate had no such bound.
ALTER TABLE payment
  ADD COLUMN confirmed_at          TIMESTAMPTZ,
  ADD COLUMN confirmed_value_minor NUMERIC(78, 0);

-- What the value of late money may lack for auto-complete, of the total: a rate that moved by a little does not stop an honest order.
ALTER TABLE profile
  ADD COLUMN late_tolerance_bps INTEGER NOT NULL DEFAULT 100 CHECK (late_tolerance_bps BETWEEN 0 AND 1000);
ALTER TABLE invoice
  ADD COLUMN late_tolerance_bps INTEGER NOT NULL DEFAULT 100;
