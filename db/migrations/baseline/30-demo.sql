-- The texts of visitors are in this table alone, so that a night's sweep removes all of them. An invoice of the demo
-- without a row has ended: nobody is shown it any more.
CREATE TABLE demo_invoice (
  invoice_id    UUID PRIMARY KEY REFERENCES invoice,
  merchant_name TEXT NOT NULL CHECK (char_length(merchant_name) >= 1 AND char_length(merchant_name) <= 60),
  description   TEXT CHECK (char_length(description) >= 1 AND char_length(description) <= 200),
  plays         INTEGER NOT NULL DEFAULT 0,
  txid          TEXT,                                     -- the payment that waits for blocks that the visitor asks for
  created_at    TIMESTAMPTZ NOT NULL
);
CREATE INDEX demo_invoice_created ON demo_invoice (created_at);
