-- Operators are told of alerts: one row for each alert, channel and stage, sent by a loop that needs this database only.
CREATE TABLE alert_notice (
  id               BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,   -- the order of an alert's notices on a channel
  alert_id         UUID NOT NULL REFERENCES alert ON DELETE CASCADE,
  channel          TEXT NOT NULL CHECK (channel IN ('mail', 'webhook', 'pagerduty')),
  stage            TEXT NOT NULL CHECK (stage IN
    ('raised', 'escalated_1', 'escalated_2', 'escalated_3', 'acknowledged', 'resolved')),
  state            TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'dropped')),
  attempts         INTEGER NOT NULL DEFAULT 0,          -- counted before each attempt, so that none is forgotten
  next_attempt_at  TIMESTAMPTZ NOT NULL DEFAULT now(),  -- during an attempt: when its lease ends
  lease            UUID,                                -- the attempt that is under way
  sent_to          TEXT[] NOT NULL DEFAULT '{}',        -- mailboxes that have it already
  last_error       TEXT,                                -- of a dropped row: why
  first_attempt_at TIMESTAMPTZ,
  delivered_at     TIMESTAMPTZ,
  created_at       TIMESTAMPTZ NOT NULL DEFAULT now(),
  UNIQUE (alert_id, channel, stage),
  CHECK ((state = 'delivered') = (delivered_at IS NOT NULL))
);
CREATE INDEX alert_notice_due ON alert_notice (next_attempt_at) WHERE state = 'waiting';
CREATE INDEX alert_notice_delivered ON alert_notice (channel, delivered_at) WHERE state = 'delivered';

-- safe: check alert.alert_acknowledged: versions before this one write none of its columns
ALTER TABLE alert
  ADD COLUMN acknowledged_at TIMESTAMPTZ,
  ADD COLUMN acknowledged_by TEXT,                      -- the name of a person, as the audit log has it
  ADD COLUMN acknowledged_note TEXT,
  ADD COLUMN plan_at TIMESTAMPTZ,                       -- when its further notices are decided; null: there are none
  ADD CONSTRAINT alert_acknowledged CHECK ((acknowledged_at IS NULL) = (acknowledged_by IS NULL));
ALTER TABLE alert ALTER COLUMN plan_at SET DEFAULT now();
UPDATE alert SET plan_at = now() WHERE resolved_at IS NULL;
CREATE INDEX alert_to_plan ON alert (plan_at) WHERE plan_at IS NOT NULL;
-- The console lists the newest first.
CREATE INDEX alert_created ON alert (created_at, id);
