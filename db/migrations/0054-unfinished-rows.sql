-- Once a minute the unfinished rows are compared with the workflows that they need; finished ones must not cost a read.
-- The conditions are those of the processes in the code, word for word, so that the planner recognizes them.
CREATE INDEX invoice_unfinished ON invoice (id)
  WHERE status NOT IN ('overpaid', 'done', 'expired', 'expired_paid', 'invalid', 'refunded', 'partially_refunded', 'canceled',
    'refund_requested')
  OR amount_confirmed_minor > amount_settled_minor;
CREATE INDEX payout_unfinished ON payout (id)
  WHERE status NOT IN ('done', 'canceled') AND NOT (status = 'error' AND NOT needs_operator)
  AND (mass_payout_id IS NULL OR needs_operator OR network NOT IN ('BTC', 'LTC', 'BCH'));
