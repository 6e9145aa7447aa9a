-- Which entries a contradiction is about.
-- concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS bank_entry_doubted ON bank_entry (doubted_by) WHERE doubted_by IS NOT NULL;
