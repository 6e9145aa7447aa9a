-- locks: sim_transaction
-- The fees that a merchant lets a simulated network ask of itself, in percent of the usual, and until when.
CREATE TABLE sim_fee (
  merchant_id UUID NOT NULL REFERENCES merchant,
  mode        TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  network     TEXT NOT NULL,
  percent     INTEGER NOT NULL CHECK (percent BETWEEN 10 AND 1000),
  set_at      TIMESTAMPTZ NOT NULL DEFAULT now(),
  until       TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (merchant_id, mode, network)
);

-- Whose test a simulated payment is: blocks that another merchant asks for leave it waiting where it has to wait.
ALTER TABLE sim_transaction ADD COLUMN merchant_id UUID;
