-- What visitors chose about cookies: the proof of their consent, without who they are. The browser knows the id.
CREATE TABLE cookie_consent (
  id          UUID PRIMARY KEY,
  version     TEXT NOT NULL CHECK (version ~ '^\d{4}-\d{2}-\d{2}$'),
  performance BOOLEAN NOT NULL,
  functional  BOOLEAN NOT NULL,
  targeting   BOOLEAN NOT NULL,
  gpc         BOOLEAN NOT NULL,                  -- the browser sent Global Privacy Control
  CHECK (NOT (gpc AND targeting)),
  created_at  TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX cookie_consent_age ON cookie_consent (created_at);
