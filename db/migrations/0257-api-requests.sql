-- The calls of a shop's API tokens, for 30 days: a log for people who look for a mistake, and no record of money. It
-- refers to nothing, so that writing it waits for nobody; neither bodies nor queries are kept.
CREATE TABLE api_request (
  id                  UUID PRIMARY KEY,     -- begins with the time at which the answer ended
  profile_id          UUID NOT NULL,
  token_id            UUID NOT NULL,
  request_id          TEXT NOT NULL CHECK (length(request_id) <= 100),
  method              TEXT NOT NULL CHECK (length(method) <= 10),
  route               TEXT NOT NULL CHECK (length(route) <= 200),
  path                TEXT NOT NULL CHECK (length(path) <= 500),
  status              INTEGER NOT NULL,
  error_code          TEXT CHECK (length(error_code) <= 100),
  duration_ms         INTEGER NOT NULL CHECK (duration_ms >= 0),
  has_idempotency_key BOOLEAN NOT NULL,
  api_version         TEXT                  -- null: of a call before versions existed
);
CREATE INDEX api_request_profile ON api_request (profile_id, id);
