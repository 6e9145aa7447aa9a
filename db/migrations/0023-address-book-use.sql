-- When a known address was last paid to, by whom or what ever.
CREATE INDEX payout_by_address ON payout (profile_id, address_key, created_at DESC);
