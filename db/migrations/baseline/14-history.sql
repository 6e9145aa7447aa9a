-- What a merchant may read as GET /events and gets as webhooks. `body` is the exact text that is signed and sent.
CREATE TABLE event (
  id         UUID PRIMARY KEY,                            -- the webhook-id
  profile_id UUID NOT NULL REFERENCES profile,
  type       TEXT NOT NULL,                               -- invoice.done
  entity_id  UUID NOT NULL,
  body       TEXT NOT NULL,
  -- readers page by (xact, id) below the oldest running transaction, so none is skipped
  xact       XID8 NOT NULL DEFAULT pg_current_xact_id(),
  created_at TIMESTAMPTZ NOT NULL DEFAULT now()
) PARTITION BY RANGE (id);
CREATE INDEX event_profile ON event (profile_id, xact, id);
CREATE INDEX event_entity ON event (entity_id, id);

-- The calls of a shop's API tokens, for 30 days: a log for people who look for a mistake, and no record of money. It
-- refers to nothing, so that writing it waits for nobody; neither bodies nor queries are kept.
CREATE TABLE api_request (
  id                  UUID PRIMARY KEY,                   -- begins with the time at which the answer ended
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
  api_version         TEXT                                -- null: of a call without a version
);
CREATE INDEX api_request_profile ON api_request (profile_id, id);
