-- The version that a kept answer is written in, null for calls without one, and the version of a logged call. The log
-- is made by a later migration where it is not there yet.
-- locks: idempotency_key
ALTER TABLE idempotency_key ADD COLUMN api_version TEXT;
ALTER TABLE IF EXISTS api_request ADD COLUMN IF NOT EXISTS api_version TEXT;
