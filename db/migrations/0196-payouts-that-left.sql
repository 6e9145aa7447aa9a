-- A merchant's own limits count what left within a day, of all gates.
-- concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS payout_left ON payout (merchant_id, mode, signed_at) WHERE signed_at IS NOT NULL;
