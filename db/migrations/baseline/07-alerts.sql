-- Notices of alerts to operators: one row for each alert, channel and stage, sent by a loop that needs this database
-- only.
CREATE TABLE alert_notice (
  id               BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, -- the order of an alert's notices on a channel
  alert_id         UUID NOT NULL REFERENCES alert ON DELETE CASCADE,
  channel          TEXT NOT NULL CHECK (channel IN ('mail', 'webhook', 'pagerduty')),
  stage            TEXT NOT NULL
    CHECK (stage IN ('raised', 'escalated_1', 'escalated_2', 'escalated_3', 'acknowledged', 'resolved')),
  state            TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'dropped')),
  attempts         INTEGER NOT NULL DEFAULT 0,            -- counted before each attempt, so that none is forgotten
  next_attempt_at  TIMESTAMPTZ NOT NULL DEFAULT now(),    -- during an attempt: when its lease ends
  lease            UUID,                                  -- the attempt that is under way
  sent_to          TEXT[] NOT NULL DEFAULT '{}',          -- mailboxes that have it already
  last_error       TEXT,                                  -- of a dropped row: why
  first_attempt_at TIMESTAMPTZ,
  delivered_at     TIMESTAMPTZ,
  created_at       TIMESTAMPTZ NOT NULL DEFAULT now(),
  CHECK ((state = 'delivered') = (delivered_at IS NOT NULL)),
  UNIQUE (alert_id, channel, stage)
);
CREATE INDEX alert_notice_due ON alert_notice (next_attempt_at) WHERE state = 'waiting';
CREATE INDEX alert_notice_delivered ON alert_notice (channel, delivered_at) WHERE state = 'delivered';
