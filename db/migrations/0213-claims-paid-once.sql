-- concurrently
-- safe: unique claim.btree (payment_id) WHERE (status = ANY (ARRAY['paying'::text, 'done'::text])): the older rule implies it
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS claim_paid_once ON claim (payment_id)
  WHERE status IN ('paying', 'done');
