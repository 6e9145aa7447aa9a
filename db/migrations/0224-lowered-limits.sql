-- When a merchant last lowered a limit of its own: what was requested before is checked again when it leaves.
ALTER TABLE own_payout_limit ADD COLUMN lowered_at TIMESTAMPTZ;
