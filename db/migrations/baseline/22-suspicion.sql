-- An operation that staff stopped. Its money does not move until it is released; within three working hours it is
-- reported or released (spec §4).
CREATE TABLE suspension (
  id              UUID PRIMARY KEY,
  merchant_id     UUID NOT NULL REFERENCES merchant,
  mode            TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  kind            TEXT NOT NULL CHECK (kind IN ('invoice', 'deposit', 'payout', 'withdrawal')),
  subject_id      UUID NOT NULL,
  label           TEXT NOT NULL,                          -- what staff call it
  value_eur_minor NUMERIC(78, 0),                         -- when it was suspended; null: no rate was known
  version         INTEGER NOT NULL DEFAULT 1,
  status          TEXT NOT NULL DEFAULT 'suspended' CHECK (status IN ('suspended', 'reported', 'released')),
  reason          TEXT NOT NULL CHECK (reason <> ''),
  suspended_by    UUID NOT NULL REFERENCES staff_user,
  suspended_at    TIMESTAMPTZ NOT NULL,
  due_at          TIMESTAMPTZ NOT NULL,                   -- reported or released until then
  reminders       INTEGER NOT NULL DEFAULT 0,             -- given so far
  reported_at     TIMESTAMPTZ,
  released_at     TIMESTAMPTZ,
  updated_at      TIMESTAMPTZ NOT NULL DEFAULT now(),
  CHECK ((status = 'released') = (released_at IS NOT NULL))
);
CREATE UNIQUE INDEX suspension_open ON suspension (kind, subject_id) WHERE status <> 'released';
CREATE INDEX suspension_queue ON suspension (status, due_at);
-- Operations of one merchant that were suspended one after the other count together.
CREATE INDEX suspension_of_merchant ON suspension (merchant_id, suspended_at);

-- What happened to it, in order. Append-only.
CREATE TABLE suspension_event (
  suspension_id UUID NOT NULL REFERENCES suspension,
  version       INTEGER NOT NULL,
  event         TEXT NOT NULL CHECK (event IN ('suspended', 'reported', 'agreed', 'released')),
  staff_id      UUID NOT NULL REFERENCES staff_user,
  staff_name    TEXT NOT NULL,
  staff_role    TEXT NOT NULL,
  words         TEXT NOT NULL,
  created_at    TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (suspension_id, version)
);
-- Who agrees to a release agrees once.
CREATE UNIQUE INDEX suspension_agreed ON suspension_event (suspension_id, staff_id) WHERE event = 'agreed';

-- Confirmed payments with their value in EUR at that time, for the threshold of linked operations (spec §9).
CREATE TABLE linked_operation (
  payment_id      UUID PRIMARY KEY,
  mode            TEXT NOT NULL,
  merchant_id     UUID NOT NULL REFERENCES merchant,
  payer           TEXT,                                   -- the sender's address, where the chain tells it
  customer        TEXT,                                   -- the mail address the shop gave
  value_eur_minor NUMERIC(78, 0) NOT NULL,
  at              TIMESTAMPTZ NOT NULL,
  kind            TEXT NOT NULL DEFAULT 'payment' CHECK (kind IN ('payment', 'bank_entry', 'payout', 'withdrawal'))
);
CREATE INDEX linked_operation_recent ON linked_operation (mode, at);

CREATE TABLE linked_report (
  id              UUID PRIMARY KEY,
  mode            TEXT NOT NULL,
  link            TEXT NOT NULL CHECK (link IN ('payer', 'customer', 'merchant', 'merchant_out')),
  link_key        TEXT NOT NULL,
  first_payment   UUID NOT NULL,                          -- names the group: one report each
  version         INTEGER NOT NULL DEFAULT 1,
  status          TEXT NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'filed', 'dismissed')),
  total_eur_minor NUMERIC(78, 0) NOT NULL,
  first_at        TIMESTAMPTZ NOT NULL,
  last_at         TIMESTAMPTZ NOT NULL,
  text            TEXT NOT NULL DEFAULT '',
  written_by      UUID REFERENCES staff_user,
  closed_by       UUID REFERENCES staff_user,
  closed_reason   TEXT,
  closed_at       TIMESTAMPTZ,
  created_at      TIMESTAMPTZ NOT NULL DEFAULT now(),
  updated_at      TIMESTAMPTZ NOT NULL DEFAULT now(),
  UNIQUE (mode, link, link_key, first_payment)
);
CREATE INDEX linked_report_queue ON linked_report (status, created_at);

CREATE TABLE linked_report_operation (
  report_id  UUID NOT NULL REFERENCES linked_report ON DELETE CASCADE,
  payment_id UUID NOT NULL REFERENCES linked_operation(payment_id),
  PRIMARY KEY (report_id, payment_id)
);
CREATE INDEX linked_report_operation_payment ON linked_report_operation (payment_id);

-- A voice for filing or dismissing a report. It counts for the version that was read: a report that changed is voted on
-- again. Append-only.
CREATE TABLE linked_report_vote (
  report_id  UUID NOT NULL REFERENCES linked_report,
  version    INTEGER NOT NULL,
  verdict    TEXT NOT NULL CHECK (verdict IN ('filed', 'dismissed')),
  staff_id   UUID NOT NULL REFERENCES staff_user,
  staff_role TEXT NOT NULL,
  reason     TEXT,
  created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  PRIMARY KEY (report_id, version, verdict, staff_id)
);

CREATE TRIGGER suspension_event_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON suspension_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER linked_report_vote_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON linked_report_vote
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
