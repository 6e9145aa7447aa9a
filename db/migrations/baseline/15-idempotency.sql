CREATE TABLE idempotency_key (
  scope         TEXT NOT NULL,                            -- merchant:mode:route
  key           TEXT NOT NULL,
  request_hash  BYTEA NOT NULL,
  status_code   INTEGER,                                  -- null only inside the transaction of the first request
  response_body TEXT,
  created_at    TIMESTAMPTZ NOT NULL DEFAULT now(),
  -- The version that a kept answer is written in; null for calls without one.
  api_version   TEXT,
  PRIMARY KEY (scope, key)
);
CREATE INDEX idempotency_key_age ON idempotency_key (created_at);
