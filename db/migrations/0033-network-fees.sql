-- Network fees of outgoing money are quoted from present conditions and sealed as a ceiling into the approval.

-- What one payment of a gate takes on its network at the most, in the network's coin, as its node last said.
CREATE TABLE network_fee (
  mode           TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  gate_id        TEXT NOT NULL,
  cost_minor     NUMERIC(78, 0) NOT NULL CHECK (cost_minor > 0),
  own_cost_minor NUMERIC(78, 0) CHECK (own_cost_minor > 0),   -- the same in the gate's own asset, where no rate is needed for it
  sampled_at     TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (mode, gate_id)
);

-- The ceiling is in the network's coin; null: approved before ceilings were sealed. fee_raise is an operator's, with a MAC of its own.
ALTER TABLE payout
  ADD COLUMN fee_ceiling_minor NUMERIC(78, 0) CHECK (fee_ceiling_minor >= 0),
  ADD COLUMN fee_sampled_at    TIMESTAMPTZ,
  ADD COLUMN fee_raise_minor   NUMERIC(78, 0) CHECK (fee_raise_minor >= 0),
  ADD COLUMN fee_raise_mac     TEXT,
  ADD CONSTRAINT payout_fee_raise CHECK ((fee_raise_minor IS NULL) = (fee_raise_mac IS NULL));

ALTER TABLE mass_payout_line
  ADD COLUMN fee_ceiling_minor NUMERIC(78, 0) CHECK (fee_ceiling_minor >= 0),
  ADD COLUMN fee_sampled_at    TIMESTAMPTZ;

-- What a simulated network asks for, in percent of the usual, and until when it does.
ALTER TABLE sim_chain
  ADD COLUMN fee_percent INTEGER NOT NULL DEFAULT 100 CHECK (fee_percent BETWEEN 10 AND 10000),
  ADD COLUMN fee_until   TIMESTAMPTZ;
