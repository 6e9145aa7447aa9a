-- What the file of a statement contains.
-- concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS bank_entry_stated_by ON bank_entry (stated_by) WHERE stated_by IS NOT NULL;
