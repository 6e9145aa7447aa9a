-- Chains and exchanges are checked in minutes, but the bank's statement may come the next day: coins do not wait for it. Null: those are not checked. `checked_at` says that everything is.
ALTER TABLE database_restore ADD COLUMN coins_checked_at TIMESTAMPTZ;
