-- What operators see of the whole gateway, computed by one process for all that are asked for it.
CREATE TABLE operator_figures (
  single      BOOLEAN PRIMARY KEY DEFAULT true CHECK (single),
  claimed_at  TIMESTAMPTZ,                         -- since when a process computes them
  computed_at TIMESTAMPTZ,
  samples     JSONB NOT NULL DEFAULT '[]'          -- [name, labels, value]
);
INSERT INTO operator_figures DEFAULT VALUES;

-- Confirmed money that waits to be settled: few rows, each for a moment.
CREATE INDEX invoice_settling ON invoice (updated_at)
  WHERE status IN ('confirming', 'processing') AND amount_confirmed_minor > amount_settled_minor;
