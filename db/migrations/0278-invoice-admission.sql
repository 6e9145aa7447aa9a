-- How many invoices may be created while money waits: one row, changed once a second then, and ignored once it is old.
CREATE TABLE invoice_admission (
  is_only    BOOLEAN PRIMARY KEY DEFAULT true CHECK (is_only),
  per_minute INTEGER CHECK (per_minute > 0),              -- null: as many as anybody likes
  refused    JSONB NOT NULL,                              -- the share of creations that is refused, by merchant and mode
  decided_at TIMESTAMPTZ NOT NULL
);
