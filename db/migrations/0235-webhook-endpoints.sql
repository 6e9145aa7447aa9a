-- locks: webhook_delivery
-- Where events go besides the notification URLs: several per shop, each with its own secret and choice of events.
CREATE TABLE webhook_endpoint (
  id                     UUID PRIMARY KEY,
  profile_id             UUID NOT NULL REFERENCES profile,
  url                    TEXT NOT NULL,
  description            TEXT,
  event_types            TEXT[] NOT NULL CHECK (cardinality(event_types) BETWEEN 1 AND 100),  -- invoice.done, or invoice.* for all
  format                 TEXT NOT NULL DEFAULT 'standard' CHECK (format IN ('standard', 'greenfield')),
  secret_sealed          BYTEA NOT NULL,
  previous_secret_sealed BYTEA,
  previous_secret_until  TIMESTAMPTZ,           -- until then both secrets sign
  disabled_at            TIMESTAMPTZ,
  version                INTEGER NOT NULL DEFAULT 1,
  created_at             TIMESTAMPTZ NOT NULL DEFAULT now(),
  CHECK ((previous_secret_sealed IS NULL) = (previous_secret_until IS NULL))
);
CREATE INDEX webhook_endpoint_profile ON webhook_endpoint (profile_id, id);

-- A delivery to an endpoint has an id of its own in event_id, of the same millisecond as its event, and names both here.
ALTER TABLE webhook_delivery ADD COLUMN source_event_id UUID, ADD COLUMN endpoint_id UUID;
