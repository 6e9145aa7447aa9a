-- An invoice may be open longer than a rate is locked: each quote has an end of its own, and its earlier terms count for
-- money that was seen while they held.
-- locks: quote
ALTER TABLE quote ADD COLUMN locked_until TIMESTAMPTZ;  -- null: as long as the invoice is open

CREATE TABLE earlier_quote (
  quote_id             UUID NOT NULL REFERENCES quote,
  locked_at            TIMESTAMPTZ NOT NULL,
  locked_until         TIMESTAMPTZ NOT NULL CHECK (locked_until > locked_at),
  total_minor          NUMERIC(78, 0) NOT NULL,
  network_fee_minor    NUMERIC(78, 0) NOT NULL,
  conversion_fee_minor NUMERIC(78, 0) NOT NULL,
  rate_value           NUMERIC(38, 18) NOT NULL,
  rate_source          TEXT NOT NULL,
  amount_due_minor     NUMERIC(78, 0) NOT NULL CHECK (amount_due_minor > 0),
  PRIMARY KEY (quote_id, locked_at)
);
