-- A report is the question; its answer is streamed whenever it is asked for.
CREATE TABLE report (
  id          UUID PRIMARY KEY,
  merchant_id UUID NOT NULL REFERENCES merchant,
  profile_id  UUID NOT NULL REFERENCES profile,
  mode        TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  kind        TEXT NOT NULL
    CHECK (kind IN ('transactions', 'events', 'invoices', 'payouts', 'refunds', 'withdrawals', 'deposits', 'balance',
      'statement')),
  filter      JSONB NOT NULL,
  time_zone   TEXT NOT NULL,
  until       TIMESTAMPTZ NOT NULL,                       -- nothing that came later is in it
  created_by  UUID NOT NULL REFERENCES app_user,
  created_at  TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX report_by_merchant ON report (merchant_id, id DESC);

-- Reports that are mailed by schedule: each mail is a link, which asks for a sign-in.
CREATE TABLE report_schedule (
  id           UUID PRIMARY KEY,
  merchant_id  UUID NOT NULL REFERENCES merchant,
  profile_id   UUID NOT NULL REFERENCES profile,
  mode         TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  kind         TEXT NOT NULL,
  filter       JSONB NOT NULL,
  time_zone    TEXT NOT NULL,
  period       TEXT NOT NULL CHECK (period IN ('day', 'week', 'month')),
  recipient_id UUID NOT NULL REFERENCES app_user,
  created_by   UUID NOT NULL REFERENCES app_user,
  first_day    TEXT NOT NULL,                             -- of the period of the next report, e.g. 2026-11-20
  due_at       TIMESTAMPTZ NOT NULL,                      -- when that period is over in the zone
  last_sent_at TIMESTAMPTZ,
  stopped_at   TIMESTAMPTZ,
  created_at   TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX report_schedule_due ON report_schedule (due_at) WHERE stopped_at IS NULL;
CREATE INDEX report_schedule_of ON report_schedule (profile_id, id) WHERE stopped_at IS NULL;
