-- What operators see of the whole gateway, computed by one process for all that are asked for it.
CREATE TABLE operator_figures (
  single      BOOLEAN PRIMARY KEY DEFAULT true CHECK (single),
  claimed_at  TIMESTAMPTZ,                                -- since when a process computes them
  computed_at TIMESTAMPTZ,
  samples     JSONB NOT NULL DEFAULT '[]'                 -- [name, labels, value]
);
INSERT INTO operator_figures DEFAULT VALUES;
