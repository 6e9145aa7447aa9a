CREATE TABLE staff_user (
  id                  UUID PRIMARY KEY,
  email               TEXT NOT NULL CHECK (email = lower(email)) UNIQUE,
  full_name           TEXT NOT NULL,
  role                TEXT NOT NULL CHECK (role IN ('representative', 'mlro', 'manager', 'compliance_officer')),
  password_hash       TEXT,                               -- null until the first link was used
  totp_secret_sealed  BYTEA,
  totp_pending_sealed BYTEA,
  totp_enabled_at     TIMESTAMPTZ,                        -- null: this person can do nothing but turn it on
  totp_last_step      BIGINT,
  blocked_at          TIMESTAMPTZ,
  last_login_at       TIMESTAMPTZ,
  created_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
  CHECK (totp_enabled_at IS NULL OR totp_secret_sealed IS NOT NULL)
);

CREATE TABLE staff_session (
  id_hash       BYTEA PRIMARY KEY,                        -- SHA-256 of the cookie's 256 random bits
  staff_id      UUID NOT NULL REFERENCES staff_user ON DELETE CASCADE,
  -- false: signed in by password or link alone, good for enrolment only
  second_factor BOOLEAN NOT NULL,
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
  token_hash BYTEA PRIMARY KEY,                           -- SHA-256 of the link's 256 random bits
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
  staff_name  TEXT NOT NULL,                              -- as they were called and what they were then
  staff_role  TEXT NOT NULL,
  merchant_id UUID REFERENCES merchant,
  kind        TEXT NOT NULL CHECK (kind IN ('case', 'document', 'operation', 'report', 'contact')),
  subject_id  UUID NOT NULL,
  label       TEXT NOT NULL,
  reason      TEXT NOT NULL,
  ip          INET,
  user_agent  TEXT,
  created_at  TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX person_look_recent ON person_look (created_at DESC, id DESC);
CREATE INDEX person_look_subject ON person_look (kind, subject_id);

-- A browser in which a member of staff passed both factors: its tries are counted apart from everybody else's.
CREATE TABLE staff_device (
  staff_id     UUID NOT NULL REFERENCES staff_user ON DELETE CASCADE,
  cookie_hash  BYTEA NOT NULL,                            -- SHA-256 of the device cookie's 256 random bits
  created_at   TIMESTAMPTZ NOT NULL DEFAULT now(),
  last_seen_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  PRIMARY KEY (staff_id, cookie_hash)
);
CREATE INDEX staff_device_by_cookie ON staff_device (cookie_hash);

-- What one person of the staff requested to write off, and who confirmed it: two people of two roles.
CREATE TABLE debt_write_off (
  id             UUID PRIMARY KEY,
  merchant_id    UUID NOT NULL REFERENCES merchant,
  mode           TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  asset          TEXT NOT NULL,
  minor          NUMERIC(78, 0) NOT NULL CHECK (minor > 0),
  reason         TEXT NOT NULL CHECK (reason <> ''),
  requested_by   UUID NOT NULL REFERENCES staff_user,
  requested_role TEXT NOT NULL,
  requested_at   TIMESTAMPTZ NOT NULL DEFAULT now(),
  confirmed_by   UUID REFERENCES staff_user,
  confirmed_at   TIMESTAMPTZ,
  CONSTRAINT debt_write_off_check1 CHECK (confirmed_by <> requested_by),
  CONSTRAINT debt_write_off_check CHECK ((confirmed_by IS NULL) = (confirmed_at IS NULL))
);
CREATE UNIQUE INDEX debt_write_off_open ON debt_write_off (merchant_id, mode, asset) WHERE confirmed_by IS NULL;

CREATE TABLE account_deletion (
  id             UUID PRIMARY KEY,
  merchant_id    UUID NOT NULL UNIQUE REFERENCES merchant,
  reason         TEXT NOT NULL CHECK (reason <> ''),
  requested_by   UUID NOT NULL REFERENCES staff_user,
  requested_role TEXT NOT NULL,
  requested_at   TIMESTAMPTZ NOT NULL DEFAULT now(),
  confirmed_by   UUID REFERENCES staff_user,
  confirmed_at   TIMESTAMPTZ,
  CONSTRAINT account_deletion_check CHECK ((confirmed_by IS NULL) = (confirmed_at IS NULL)),
  CONSTRAINT account_deletion_check1 CHECK (confirmed_by <> requested_by)
);

-- What one person of the staff alone approved, valued at that moment: within a day it adds up against the value from
-- which two people have to approve.
CREATE TABLE sole_approval (
  kind        TEXT NOT NULL CHECK (kind IN ('claim', 'treasury_transfer')),
  subject_id  UUID NOT NULL,
  mode        TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  staff_id    UUID NOT NULL REFERENCES staff_user,
  value_minor NUMERIC(78, 0) NOT NULL,                    -- euro cents
  approved_at TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX sole_approval_recent ON sole_approval (staff_id, kind, mode, approved_at);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: write a correcting transfer', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER person_look_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON person_look
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
