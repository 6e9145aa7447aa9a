-- What has come lately is counted together for reports, each time by this index: 0124 has those of what has left.
-- concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS payment_arrived ON payment (first_seen_at)
  WHERE status = 'confirmed' AND gate_id IS NOT NULL AND amount_minor > 0;
