-- The gateway's own people and what they do: sign-in apart from merchants' users, suspended operations, reports of linked operations, and who looked at
-- whose personal data.

CREATE TABLE staff_user (
  id                  UUID PRIMARY KEY,
  email               TEXT NOT NULL UNIQUE CHECK (email = lower(email)),
  full_name           TEXT NOT NULL,
  role                TEXT NOT NULL CHECK (role IN ('representative', 'mlro', 'manager', 'compliance_officer')),
  password_hash       TEXT,                       -- null until the first link was used
  totp_secret_sealed  BYTEA,
  totp_pending_sealed BYTEA,
  totp_enabled_at     TIMESTAMPTZ,                -- null: this person can do nothing but turn it on
  totp_last_step      BIGINT,
  blocked_at          TIMESTAMPTZ,
  last_login_at       TIMESTAMPTZ,
  created_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
  CHECK (totp_enabled_at IS NULL OR totp_secret_sealed IS NOT NULL)
);

CREATE TABLE staff_session (
  id_hash       BYTEA PRIMARY KEY,                -- SHA-256 of the cookie's 256 random bits
  staff_id      UUID NOT NULL REFERENCES staff_user ON DELETE CASCADE,
  second_factor BOOLEAN NOT NULL,                 -- false: signed in by password or link alone, good for enrolment only
  ip            INET,
  user_agent    TEXT,
  created_at    TIMESTAMPTZ NOT NULL DEFAULT now(),
  last_seen_at  TIMESTAMPTZ NOT NULL DEFAULT now(),
  expires_at    TIMESTAMPTZ NOT NULL
);
CREATE INDEX staff_session_by_staff ON staff_session (staff_id);

CREATE TABLE staff_recovery_code (
  staff_id  UUID NOT NULL REFERENCES staff_user ON DELETE CASCADE,
  code_hash BYTEA NOT NULL,
  used_at   TIMESTAMPTZ,
  PRIMARY KEY (staff_id, code_hash)
);

-- A link that sets the first password, printed by `npm run staff`.
CREATE TABLE staff_link (
  token_hash BYTEA PRIMARY KEY,                   -- SHA-256 of the link's 256 random bits
  staff_id   UUID NOT NULL REFERENCES staff_user ON DELETE CASCADE,
  expires_at TIMESTAMPTZ NOT NULL,
  used_at    TIMESTAMPTZ,
  created_at TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX staff_link_by_staff ON staff_link (staff_id);

-- Every look of staff at personal data: who, at what of whom, when, why and from where.
CREATE TABLE person_look (
  id          UUID PRIMARY KEY,
  staff_id    UUID NOT NULL REFERENCES staff_user,
  staff_name  TEXT NOT NULL,                      -- as they were called and what they were then
  staff_role  TEXT NOT NULL,
  merchant_id UUID REFERENCES merchant,
  kind        TEXT NOT NULL CHECK (kind IN ('case', 'document', 'operation', 'report')),
  subject_id  UUID NOT NULL,
  label       TEXT NOT NULL,
  reason      TEXT NOT NULL,
  ip          INET,
  user_agent  TEXT,
  created_at  TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX person_look_recent ON person_look (created_at DESC, id DESC);
CREATE INDEX person_look_subject ON person_look (kind, subject_id);
CREATE TRIGGER person_look_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON person_look FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- An operation that staff stopped. Its money does not move until it is released; within three working hours it is reported or released (spec §4).
CREATE TABLE suspension (
  id              UUID PRIMARY KEY,
  merchant_id     UUID NOT NULL REFERENCES merchant,
  mode            TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  kind            TEXT NOT NULL CHECK (kind IN ('invoice', 'payout')),
  subject_id      UUID NOT NULL,
  label           TEXT NOT NULL,                  -- what staff call it
  value_eur_minor NUMERIC(78, 0),                 -- when it was suspended; null: no rate was known
  version         INTEGER NOT NULL DEFAULT 1,
  status          TEXT NOT NULL DEFAULT 'suspended' CHECK (status IN ('suspended', 'reported', 'released')),
  reason          TEXT NOT NULL CHECK (reason <> ''),
  suspended_by    UUID NOT NULL REFERENCES staff_user,
  suspended_at    TIMESTAMPTZ NOT NULL,
  due_at          TIMESTAMPTZ NOT NULL,           -- reported or released until then
  reminders       INTEGER NOT NULL DEFAULT 0,     -- given so far
  reported_at     TIMESTAMPTZ,
  released_at     TIMESTAMPTZ,
  CHECK ((status = 'released') = (released_at IS NOT NULL))
);
CREATE UNIQUE INDEX suspension_open ON suspension (kind, subject_id) WHERE status <> 'released';
CREATE INDEX suspension_queue ON suspension (status, due_at);

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
CREATE TRIGGER suspension_event_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON suspension_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Confirmed payments with their value in EUR at that time, for the threshold of linked operations (spec §9).
CREATE TABLE linked_operation (
  payment_id      UUID PRIMARY KEY REFERENCES payment,
  mode            TEXT NOT NULL,
  merchant_id     UUID NOT NULL REFERENCES merchant,
  payer           TEXT,                           -- the sender's address, where the chain tells it
  customer        TEXT,                           -- the mail address the shop gave
  value_eur_minor NUMERIC(78, 0) NOT NULL,
  at              TIMESTAMPTZ NOT NULL
);
CREATE INDEX linked_operation_recent ON linked_operation (mode, at);

CREATE TABLE linked_report (
  id              UUID PRIMARY KEY,
  mode            TEXT NOT NULL,
  link            TEXT NOT NULL CHECK (link IN ('payer', 'customer', 'merchant')),
  link_key        TEXT NOT NULL,
  first_payment   UUID NOT NULL,                  -- names the group: one report each
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
  payment_id UUID NOT NULL REFERENCES linked_operation,
  PRIMARY KEY (report_id, payment_id)
);
CREATE INDEX linked_report_operation_payment ON linked_report_operation (payment_id);
