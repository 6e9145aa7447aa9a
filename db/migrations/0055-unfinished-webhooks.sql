-- Finished invoices whose money the rules never settle by themselves no longer cost a read each minute. The condition is
-- that of the process in the code, word for word, so that the planner recognizes it.
DROP INDEX invoice_unfinished;
CREATE INDEX invoice_unfinished ON invoice (id)
  WHERE status NOT IN ('overpaid', 'done', 'expired', 'expired_paid', 'invalid', 'refunded', 'partially_refunded', 'canceled',
    'refund_requested')
  OR (status IN ('confirming', 'processing') OR (status = 'expired_paid' AND autocomplete))
    AND amount_confirmed_minor > amount_settled_minor;
CREATE INDEX mass_payout_unfinished ON mass_payout (id) WHERE run_by IS NOT NULL AND status NOT IN ('done', 'error');
-- Not by status: a delivery that succeeds at once never changes this column, so its row needs no new index entries.
CREATE INDEX webhook_delivery_planned ON webhook_delivery (event_id) WHERE next_attempt_at IS NOT NULL;
