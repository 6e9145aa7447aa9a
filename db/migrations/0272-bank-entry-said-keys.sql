-- concurrently
-- Entries of which a statement said only the sum, by the key of that sum: what is known of a statement is asked for
-- every five hundred of its entries.
CREATE INDEX CONCURRENTLY IF NOT EXISTS bank_entry_said_key ON bank_entry (mode, (said->>'key')) WHERE said IS NOT NULL;
