-- Accounts: sign-up, codes by mail, two-factor authentication, known devices, activity. No secret is stored that could be used as it is:
-- codes and tokens are hashed, TOTP secrets are sealed (db/secret-box.ts).

ALTER TABLE merchant
  ADD COLUMN country               TEXT CHECK (country ~ '^[A-Z]{2}$'),
  ADD COLUMN website               TEXT,
  ADD COLUMN turnover              TEXT CHECK (turnover IN ('up_to_30k', '30k_to_100k', '100k_to_300k', '300k_to_500k', '500k_to_1m', 'above_1m')),
  ADD COLUMN industry              TEXT,
  ADD COLUMN contact_handle        TEXT,
  ADD COLUMN deletion_requested_at TIMESTAMPTZ;   -- support finishes what is marked here

ALTER TABLE app_user
  ADD COLUMN country           TEXT CHECK (country ~ '^[A-Z]{2}$'),
  ADD COLUMN language          TEXT NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'de', 'fr', 'es', 'it', 'pt', 'ru')),
  ADD COLUMN email_verified_at TIMESTAMPTZ,       -- null: nobody has proved to read this mailbox, so no code can go there
  ADD COLUMN terms_accepted_at TIMESTAMPTZ,       -- privacy and AML rules
  ADD COLUMN totp_secret_sealed  BYTEA,           -- in use once totp_enabled_at is set
  ADD COLUMN totp_pending_sealed BYTEA,           -- shown, not yet proved to be in an authenticator
  ADD COLUMN totp_enabled_at   TIMESTAMPTZ,
  ADD COLUMN totp_last_step    BIGINT,            -- the newest accepted time step: a code opens once
  ADD COLUMN mail_subscription BOOLEAN NOT NULL DEFAULT true,
  ADD COLUMN notify_sign_in    BOOLEAN NOT NULL DEFAULT true,
  ADD COLUMN product_updates   BOOLEAN NOT NULL DEFAULT false,
  ADD CHECK (totp_enabled_at IS NULL OR totp_secret_sealed IS NOT NULL);

-- A question that only a mailbox can answer, with what the answer approves. One row lives through all its resends.
CREATE TABLE verification_code (
  id              UUID PRIMARY KEY,
  purpose         TEXT NOT NULL CHECK (purpose IN ('sign_up', 'verify_email', 'new_device', 'reset_password', 'two_fa', 'email_current', 'email_new')),
  handle_hash     BYTEA UNIQUE,                   -- SHA-256 of the browser's cookie, where the question belongs to one browser
  email           TEXT NOT NULL CHECK (email = lower(email)),
  user_id         UUID REFERENCES app_user ON DELETE CASCADE,   -- null: nobody has this address, and no code opens anything
  bound           JSONB NOT NULL DEFAULT '{}',    -- what is approved, e.g. the new address; passwords only as hashes
  code_hash       BYTEA NOT NULL,                 -- HMAC of id and code
  code_expires_at TIMESTAMPTZ NOT NULL,
  sent_at         TIMESTAMPTZ NOT NULL,
  expires_at      TIMESTAMPTZ NOT NULL,           -- until then the code can be sent again
  used_at         TIMESTAMPTZ,
  created_at      TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX verification_code_open ON verification_code (purpose, email, created_at DESC) WHERE used_at IS NULL;
CREATE INDEX verification_code_expiry ON verification_code (expires_at);

CREATE TABLE recovery_code (
  user_id   UUID NOT NULL REFERENCES app_user ON DELETE CASCADE,
  code_hash BYTEA NOT NULL,                       -- SHA-256 of 50 random bits, keyed
  used_at   TIMESTAMPTZ,
  PRIMARY KEY (user_id, code_hash)
);

-- A browser in which a user has proved to be the mailbox's owner.
CREATE TABLE known_device (
  user_id      UUID NOT NULL REFERENCES app_user ON DELETE CASCADE,
  cookie_hash  BYTEA NOT NULL,                    -- SHA-256 of the device cookie's 256 random bits
  visitor_id   TEXT NOT NULL,                     -- the fingerprint it had
  ip           INET,
  user_agent   TEXT,
  created_at   TIMESTAMPTZ NOT NULL DEFAULT now(),
  last_seen_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, cookie_hash)
);

-- Tries are counted before they are looked at. Keys are hashed, as some are what strangers typed.
CREATE TABLE lockout (
  scope        TEXT NOT NULL,                     -- e.g. password:account, password:address, code:sign_up, two_fa
  key_hash     BYTEA NOT NULL,
  tries        INTEGER NOT NULL,
  window_ends  TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (scope, key_hash)
);
CREATE INDEX lockout_over ON lockout (window_ends);

CREATE TABLE activity (
  id          UUID PRIMARY KEY,
  merchant_id UUID NOT NULL REFERENCES merchant,
  user_id     UUID REFERENCES app_user ON DELETE SET NULL,
  action      TEXT NOT NULL,
  ip          INET,
  user_agent  TEXT,
  created_at  TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX activity_by_merchant ON activity (merchant_id, created_at DESC, id DESC);

-- "Apply for account": a link by mail that sets the first password.
CREATE TABLE account_application (
  id             UUID PRIMARY KEY,
  token_hash     BYTEA NOT NULL UNIQUE,           -- SHA-256 of the link's 256 random bits
  email          TEXT NOT NULL CHECK (email = lower(email)),
  contact_handle TEXT NOT NULL,
  domain         TEXT NOT NULL,
  industry       TEXT NOT NULL,
  turnover       TEXT NOT NULL,
  language       TEXT NOT NULL,
  created_at     TIMESTAMPTZ NOT NULL DEFAULT now(),
  expires_at     TIMESTAMPTZ NOT NULL,
  used_at        TIMESTAMPTZ
);
