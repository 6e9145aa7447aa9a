-- locks: payment_request
-- safe: check payment_request.payment_request_published_check: the column is new
-- safe: index payment_request: it has a row for each request that a person sent
-- The outcome of which an event was written last. Requests that had ended before have no event: nobody waits for it.
ALTER TABLE payment_request
  ADD COLUMN published TEXT CHECK (published IN ('paid', 'expired', 'canceled'));
UPDATE payment_request r SET published = 'paid' WHERE EXISTS (
  SELECT FROM payment_request_invoice x JOIN invoice i ON i.id = x.invoice_id
  WHERE x.request_id = r.id AND (i.status IN ('done', 'overpaid')
    OR (i.status IN ('refund_requested', 'refunded', 'partially_refunded') AND i.completed_at IS NOT NULL)));
UPDATE payment_request SET published = CASE WHEN canceled_at IS NULL THEN 'expired' ELSE 'canceled' END
  WHERE published IS NULL AND (canceled_at IS NOT NULL OR expires_at <= now());
CREATE INDEX payment_request_unpublished ON payment_request (expires_at) WHERE published IS NULL;
