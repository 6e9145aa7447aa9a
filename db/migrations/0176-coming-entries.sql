-- What is notified and in no statement yet.
-- concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS bank_entry_coming ON bank_entry (mode, day) WHERE NOT is_stated AND ended_at IS NULL;
