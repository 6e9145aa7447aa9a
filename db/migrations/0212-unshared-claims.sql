-- concurrently
-- safe: unique claim.btree (payment_id) WHERE ((status <> 'declined'::text) AND (NOT shared)): the older rule implies it
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS claim_one_unshared ON claim (payment_id)
  WHERE status <> 'declined' AND NOT shared;
