-- The latest accepted price of one whole coin in one fiat currency. A row past expires_at must not be used.
CREATE TABLE rate (
  mode       TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  asset      TEXT NOT NULL,                               -- BTC LTC BCH ETH USDT TRX XRP
  currency   TEXT NOT NULL,                               -- ISO 4217
  value      NUMERIC(38,18) NOT NULL CHECK (value > 0),
  -- e.g. 'median(kraken,bitstamp,coinbase)' or 'simulated market'
  source     TEXT NOT NULL,
  sampled_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (mode, asset, currency)
);

-- One row per change of status that was made; a repeated step returns its first result.
CREATE TABLE step (
  key        TEXT PRIMARY KEY,                            -- {entity}:{id}:{cause}
  result     JSONB NOT NULL,
  created_at TIMESTAMPTZ NOT NULL DEFAULT now()
);

-- What must leave the database; rows are deleted when every consumer has taken them.
CREATE TABLE outbox (
  id           BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id     UUID NOT NULL,
  -- workflow.start, workflow.signal, event.invoice.done, alert.…
  topic        TEXT NOT NULL,
  payload      JSONB NOT NULL,
  attempts     INTEGER NOT NULL DEFAULT 0,
  available_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  created_at   TIMESTAMPTZ NOT NULL DEFAULT now(),
  -- Set: only this consumer gets the message.
  queue        TEXT,
  -- Rows of one kind must not keep the others waiting: webhooks and pages first, then commands to workflows, and starts
  -- of workflows that have nothing to do for minutes last. With the lane in the index, a long backlog in one of them
  -- costs the others no time.
  lane         TEXT GENERATED ALWAYS AS (
    CASE WHEN topic = 'mail.code' THEN 'codes' WHEN topic LIKE 'event.%' THEN 'events'
      WHEN topic = 'workflow.start_later' THEN 'later' ELSE 'commands' END
  ) STORED NOT NULL,
  -- The span that wrote the row, for those who trace requests through all processes: the W3C header `traceparent`. Null
  -- outside sampled traces, which is all there is while tracing is off.
  traceparent  TEXT
);
CREATE INDEX outbox_due ON outbox (lane, available_at, id);

CREATE TABLE alert (
  id                UUID PRIMARY KEY,
  kind              TEXT NOT NULL,                        -- trial_balance, reorganisation, follower_behind, …
  subject           TEXT NOT NULL,
  message           TEXT NOT NULL,
  resolved_at       TIMESTAMPTZ,
  created_at        TIMESTAMPTZ NOT NULL DEFAULT now(),
  acknowledged_at   TIMESTAMPTZ,
  acknowledged_by   TEXT,                                 -- the name of a person, as the audit log has it
  acknowledged_note TEXT,
  plan_at           TIMESTAMPTZ DEFAULT now(),            -- when its further notices are decided; null: there are none
  -- Who closed an alert by hand, where only a person can know that its cause is understood.
  resolved_by       TEXT,
  resolved_note     TEXT,
  CONSTRAINT alert_acknowledged CHECK ((acknowledged_at IS NULL) = (acknowledged_by IS NULL))
);
CREATE UNIQUE INDEX alert_open ON alert (kind, subject) WHERE resolved_at IS NULL;
CREATE INDEX alert_to_plan ON alert (plan_at) WHERE plan_at IS NOT NULL;
-- The console lists the newest first.
CREATE INDEX alert_created ON alert (created_at, id);

-- Loops that must go on for as long as the gateway runs (followers, simulator, rates): which run of them began last. A
-- run that Temporal lost sight of goes on until this row names another one.
CREATE TABLE kept_loop (
  name     TEXT PRIMARY KEY,                              -- `follower:sandbox:BTC`, `rates:production`, `simulator`
  run      UUID NOT NULL,
  began_at TIMESTAMPTZ NOT NULL DEFAULT now()
);

-- One rate an hour, the first that was accepted: what an entry of the books was worth when it was made.
CREATE TABLE rate_hour (
  mode     TEXT NOT NULL,
  asset    TEXT NOT NULL,
  currency TEXT NOT NULL,
  hour     TIMESTAMPTZ NOT NULL,
  value    NUMERIC(38,18) NOT NULL CHECK (value > 0),
  PRIMARY KEY (mode, asset, currency, hour)
);

-- Calls within a minute by hashed key, counted by all API processes together; the columns are those of
-- rate-limiter-flexible. Unlogged: counting waits for no disk, and a crash of Postgres forgets the counts of one
-- minute.
CREATE UNLOGGED TABLE rate_limit (
  key    TEXT PRIMARY KEY,
  points INTEGER NOT NULL DEFAULT 0,
  expire BIGINT
) WITH (fillfactor=50);

-- Messages that a consumer failed to process too often wait here for an operator, not in the broker: listing them
-- changes nothing, and sending one again is one transaction.
CREATE TABLE parked_message (
  id        UUID PRIMARY KEY,
  queue     TEXT NOT NULL,                                -- the consumer that failed
  event_id  UUID,                                         -- null: not one of our messages, so it cannot be sent again
  topic     TEXT NOT NULL,
  payload   JSONB NOT NULL,                               -- the raw text of a message that is not ours
  attempts  INTEGER NOT NULL,
  reason    TEXT NOT NULL,
  parked_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  UNIQUE (queue, event_id)
);

-- Which keys and seeds this database belongs to: SHA-256 of each, from which no key can be computed. A program with
-- another one writes nothing.
CREATE TABLE key_fingerprint (
  name        TEXT PRIMARY KEY,
  fingerprint TEXT NOT NULL,
  recorded_at TIMESTAMPTZ NOT NULL DEFAULT now()
);
