-- An error, or a request for a refund, is left to what it interrupted: not the status alone, but its reason, and how much was settled.
ALTER TABLE invoice
  ADD COLUMN reason_before        TEXT,
  ADD COLUMN settled_before_minor NUMERIC(78, 0) NOT NULL DEFAULT 0;

UPDATE invoice SET settled_before_minor = amount_settled_minor WHERE status_before IS NOT NULL;
