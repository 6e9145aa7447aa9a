-- Who closed an alert by hand, where only a person can know that its cause is understood.
ALTER TABLE alert ADD COLUMN resolved_by TEXT, ADD COLUMN resolved_note TEXT;
