-- The same of euro that the bank received.
-- concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS bank_entry_credited ON bank_entry (created_at) WHERE credited;
