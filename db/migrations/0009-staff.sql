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
