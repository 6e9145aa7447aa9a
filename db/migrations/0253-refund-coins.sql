-- Refund links for money that arrived in another coin than the invoice's, and payers who take a refund in another coin
-- than they paid with.
-- locks: refund_link, payout, invoice
ALTER TABLE refund_link
  ADD COLUMN gate_id TEXT,                      -- of money on another quote; null: the invoice's own
  ADD COLUMN gates TEXT[] NOT NULL DEFAULT '{}'; -- what the payer may choose beside the coin that was paid

-- A refund in another coin than it was paid in, and the coins of the invoice that it counts as.
CREATE TABLE refund_cover (
  refund_id   UUID PRIMARY KEY REFERENCES payout,
  invoice_id  UUID NOT NULL REFERENCES invoice,
  gate_id     TEXT NOT NULL,
  minor       NUMERIC(78, 0) NOT NULL CHECK (minor > 0)
);
