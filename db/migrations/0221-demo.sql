-- The public demo: a merchant of its own that nobody can sign in as, and what visitors typed for its invoices.

-- One row: whose invoices are demos.
CREATE TABLE demo_shop (
  is_single   BOOLEAN PRIMARY KEY DEFAULT true CHECK (is_single),
  merchant_id UUID NOT NULL REFERENCES merchant,
  profile_id  UUID NOT NULL REFERENCES profile
);

-- The texts of visitors are in this table alone, so that a night's sweep removes all of them. An invoice of the demo
-- without a row has ended: nobody is shown it any more.
CREATE TABLE demo_invoice (
  invoice_id    UUID PRIMARY KEY REFERENCES invoice,
  merchant_name TEXT NOT NULL CHECK (char_length(merchant_name) BETWEEN 1 AND 60),
  description   TEXT CHECK (char_length(description) BETWEEN 1 AND 200),
  plays         INTEGER NOT NULL DEFAULT 0,
  txid          TEXT,                                -- the payment that waits for blocks that the visitor asks for
  created_at    TIMESTAMPTZ NOT NULL
);
CREATE INDEX demo_invoice_created ON demo_invoice (created_at);
