-- Several times a second, the invoices whose deadline has passed are looked for. The condition is that of the code,
-- word for word, so that the planner recognizes it.
CREATE INDEX invoice_undecided ON invoice (expires_at, id)
  WHERE status IN ('new', 'pending', 'partially_paid') AND expiry_decided_at IS NULL;
