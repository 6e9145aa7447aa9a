-- Messages that a consumer failed to process too often wait here for an operator, not in the broker: listing them
-- changes nothing, and sending one again is one transaction.
CREATE TABLE parked_message (
  id         UUID PRIMARY KEY,
  queue      TEXT NOT NULL,                       -- the consumer that failed
  event_id   UUID,                                -- null: not one of our messages, so it cannot be sent again
  topic      TEXT NOT NULL,
  payload    JSONB NOT NULL,                      -- the raw text of a message that is not ours
  attempts   INTEGER NOT NULL,
  reason     TEXT NOT NULL,
  parked_at  TIMESTAMPTZ NOT NULL DEFAULT now(),
  UNIQUE (queue, event_id)
);
-- Set: only this consumer gets the message.
ALTER TABLE outbox ADD COLUMN queue TEXT;
