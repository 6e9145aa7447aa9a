-- A merchant's own limits count what is still to leave, however old it is.
-- concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS payout_to_leave ON payout (merchant_id, mode) WHERE hold = 'open';
