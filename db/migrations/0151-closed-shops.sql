-- A shop that its merchant closed takes no new invoices, deposit addresses and link payments. What it has goes on: open
-- invoices are paid and settled, and deposits credited. Both of its profiles are closed together.
ALTER TABLE profile ADD COLUMN closed_at TIMESTAMPTZ;
