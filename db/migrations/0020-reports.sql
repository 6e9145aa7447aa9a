-- What a statement is valued at, and the reports that people asked for.

-- One rate an hour, the first that was accepted: what an entry of the books was worth when it was made.
CREATE TABLE rate_hour (
  mode     TEXT NOT NULL,
  asset    TEXT NOT NULL,
  currency TEXT NOT NULL,
  hour     TIMESTAMPTZ NOT NULL,
  value    NUMERIC(38, 18) NOT NULL CHECK (value > 0),
  PRIMARY KEY (mode, asset, currency, hour)
);

-- A report is the question; its answer is streamed whenever it is asked for.
CREATE TABLE report (
  id          UUID PRIMARY KEY,
  merchant_id UUID NOT NULL REFERENCES merchant,
  profile_id  UUID NOT NULL REFERENCES profile,
  mode        TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  kind        TEXT NOT NULL CHECK (kind IN ('transactions', 'events', 'invoices', 'payouts', 'refunds')),
  filter      JSONB NOT NULL,
  time_zone   TEXT NOT NULL,
  until       TIMESTAMPTZ NOT NULL,              -- nothing that came later is in it
  created_by  UUID NOT NULL REFERENCES app_user,
  created_at  TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX report_by_merchant ON report (merchant_id, id DESC);

-- Transfers are written in the order of time, so a summary of blocks is enough to find a day.
CREATE INDEX transfer_created ON transfer USING brin (created_at);
