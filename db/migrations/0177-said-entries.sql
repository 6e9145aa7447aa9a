-- What a statement says.
-- concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS bank_entry_said_in ON bank_entry (said_in) WHERE said_in IS NOT NULL;
