-- The version of the API that a token calls in, and that webhooks to an endpoint or to the notification URLs of a shop
-- are written in. What was made before versions existed has the first one.
-- locks: api_token, webhook_endpoint, profile
ALTER TABLE api_token ADD COLUMN api_version TEXT NOT NULL DEFAULT '2026-11-24';
ALTER TABLE webhook_endpoint ADD COLUMN api_version TEXT NOT NULL DEFAULT '2026-11-24';
ALTER TABLE profile ADD COLUMN api_version TEXT NOT NULL DEFAULT '2026-11-24';
