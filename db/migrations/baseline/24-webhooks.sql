CREATE TABLE webhook_delivery (
  event_id        UUID PRIMARY KEY,                       -- the webhook-id; a test send has an event of its own
  profile_id      UUID NOT NULL REFERENCES profile,
  invoice_id      UUID,
  type            TEXT NOT NULL,
  url             TEXT NOT NULL,
  status          TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'retrying', 'failed')),
  attempt_count   INTEGER NOT NULL DEFAULT 0,
  next_attempt_at TIMESTAMPTZ,
  delivered_at    TIMESTAMPTZ,
  created_at      TIMESTAMPTZ NOT NULL DEFAULT now(),
  -- A delivery to an endpoint has an id of its own in event_id, of the same millisecond as its event, and names both
  -- here.
  source_event_id UUID,
  endpoint_id     UUID
) PARTITION BY RANGE (event_id);
CREATE INDEX webhook_delivery_profile ON webhook_delivery (profile_id, event_id DESC);
CREATE INDEX webhook_delivery_invoice ON webhook_delivery (invoice_id);
-- Not by status: a delivery that succeeds at once never changes this column, so its row needs no new index entries.
CREATE INDEX webhook_delivery_planned ON webhook_delivery (event_id) WHERE next_attempt_at IS NOT NULL;

CREATE TABLE webhook_attempt (
  event_id    UUID NOT NULL,
  attempt     INTEGER NOT NULL,
  started_at  TIMESTAMPTZ NOT NULL,
  duration_ms INTEGER NOT NULL,
  http_status INTEGER,
  -- a code: refused_address, timeout, redirect, tls, connect, too_large
  error       TEXT,
  answer      TEXT,                                       -- the first 1 000 characters
  PRIMARY KEY (event_id, attempt)
) PARTITION BY RANGE (event_id);

-- Where events go besides the notification URLs: several per shop, each with its own secret and choice of events.
CREATE TABLE webhook_endpoint (
  id                     UUID PRIMARY KEY,
  profile_id             UUID NOT NULL REFERENCES profile,
  url                    TEXT NOT NULL,
  description            TEXT,
  -- invoice.done, or invoice.* for all
  event_types            TEXT[] NOT NULL CHECK (cardinality(event_types) >= 1 AND cardinality(event_types) <= 100),
  format                 TEXT NOT NULL DEFAULT 'standard' CHECK (format IN ('standard', 'greenfield')),
  secret_sealed          BYTEA NOT NULL,
  previous_secret_sealed BYTEA,
  previous_secret_until  TIMESTAMPTZ,                     -- until then both secrets sign
  disabled_at            TIMESTAMPTZ,
  version                INTEGER NOT NULL DEFAULT 1,
  created_at             TIMESTAMPTZ NOT NULL DEFAULT now(),
  -- Which of BTCPay's events an endpoint of the format greenfield wants, and what else its plugin reads back of it.
  greenfield             JSONB,
  api_version            TEXT NOT NULL DEFAULT '2026-11-24',
  CHECK ((previous_secret_sealed IS NULL) = (previous_secret_until IS NULL))
);
CREATE INDEX webhook_endpoint_profile ON webhook_endpoint (profile_id, id);

-- The first month of the tables that grow with every payment has no beginning, and ends at least four weeks ahead;
-- db/growth/months.ts adds the months after it.
DO $$
DECLARE
  ends TIMESTAMP := date_trunc('month', now() AT TIME ZONE 'UTC' + interval '4 weeks') + interval '1 month';
  milliseconds BIGINT := extract(epoch FROM ends) * 1000;
  bound UUID := rpad(lpad(to_hex(milliseconds), 12, '0'), 32, '0');
  grown TEXT;
BEGIN
  FOREACH grown IN ARRAY '{event,webhook_delivery,webhook_attempt}'::text[] LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (MINVALUE) TO (%L)', grown || '_first', grown, bound);
  END LOOP;
END $$;
ALTER TABLE webhook_attempt_first ADD CONSTRAINT webhook_attempt_event_id_fkey
  FOREIGN KEY (event_id) REFERENCES webhook_delivery_first;
