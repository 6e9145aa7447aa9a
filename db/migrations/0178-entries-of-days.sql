-- Entries of a day, for notifications that come after their statement.
-- concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS bank_entry_day ON bank_entry (mode, day, amount_minor);
