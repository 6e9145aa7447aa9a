CREATE TABLE app_user (
  id                  UUID PRIMARY KEY,
  merchant_id         UUID NOT NULL REFERENCES merchant,
  email               TEXT NOT NULL UNIQUE CHECK (email = lower(email)),
  full_name           TEXT NOT NULL,
  password_hash       TEXT NOT NULL,
  role                TEXT NOT NULL CHECK (role IN ('admin', 'support', 'viewer')),
  active_mode         TEXT NOT NULL DEFAULT 'sandbox' CHECK (active_mode IN ('sandbox', 'production')),
  blocked_at          TIMESTAMPTZ,
  last_login_at       TIMESTAMPTZ,
  created_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
  country             TEXT CHECK (country ~ '^[A-Z]{2}$'),
  language            TEXT NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'de', 'fr', 'es', 'it', 'pt', 'ru')),
  -- null: nobody has proved to read this mailbox, so no code can go there
  email_verified_at   TIMESTAMPTZ,
  terms_accepted_at   TIMESTAMPTZ,                        -- privacy and AML rules
  totp_secret_sealed  BYTEA,
  totp_pending_sealed BYTEA,                              -- shown, not yet proved to be in an authenticator
  totp_enabled_at     TIMESTAMPTZ,
  totp_last_step      BIGINT,
  mail_subscription   BOOLEAN NOT NULL DEFAULT true,
  notify_sign_in      BOOLEAN NOT NULL DEFAULT true,
  product_updates     BOOLEAN NOT NULL DEFAULT false,
  -- Someone removed from a merchant's team keeps the row that records point to, and loses everything that signs in.
  removed_at          TIMESTAMPTZ,
  -- Who gave the role has 2FA on: its powers begin when this person has it on, too. Until then they may do what a
  -- viewer may.
  two_fa_required     BOOLEAN NOT NULL DEFAULT false,
  -- The shop that the back office shows; null means the first.
  active_shop_id      UUID,
  CONSTRAINT app_user_check1 CHECK (removed_at IS NULL OR blocked_at IS NOT NULL),
  CONSTRAINT app_user_check CHECK (totp_enabled_at IS NULL OR totp_secret_sealed IS NOT NULL)
);
CREATE INDEX app_user_merchant ON app_user (merchant_id);

CREATE TABLE session (
  id_hash      BYTEA PRIMARY KEY,                         -- SHA-256 of the cookie's 256 random bits
  user_id      UUID NOT NULL REFERENCES app_user ON DELETE CASCADE,
  visitor_id   TEXT,
  ip           INET,
  user_agent   TEXT,
  created_at   TIMESTAMPTZ NOT NULL DEFAULT now(),
  last_seen_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  expires_at   TIMESTAMPTZ NOT NULL
);
CREATE INDEX session_by_user ON session (user_id);

CREATE TABLE visitor (
  id            TEXT PRIMARY KEY,                         -- the fingerprint as sent in X-VISITOR-ID
  first_seen_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  last_seen_at  TIMESTAMPTZ NOT NULL DEFAULT now(),
  user_agent    TEXT,
  ip            INET
);
CREATE INDEX visitor_by_age ON visitor (last_seen_at);

-- A question that only a mailbox can answer, with what the answer approves. One row lives through all its resends.
CREATE TABLE verification_code (
  id              UUID PRIMARY KEY,
  purpose         TEXT NOT NULL
    CHECK (purpose IN ('sign_up', 'verify_email', 'new_device', 'reset_password', 'two_fa', 'email_current',
      'email_new', 'payout')),
  -- SHA-256 of the browser's cookie, where the question belongs to one browser
  handle_hash     BYTEA UNIQUE,
  email           TEXT NOT NULL CHECK (email = lower(email)),
  -- null: nobody has this address, and no code opens anything
  user_id         UUID REFERENCES app_user ON DELETE CASCADE,
  -- what is approved, e.g. the new address; passwords only as hashes
  bound           JSONB NOT NULL DEFAULT '{}',
  code_hash       BYTEA,                                  -- HMAC of id and code
  code_expires_at TIMESTAMPTZ NOT NULL,
  sent_at         TIMESTAMPTZ NOT NULL,
  expires_at      TIMESTAMPTZ NOT NULL,                   -- until then the code can be sent again
  used_at         TIMESTAMPTZ,
  created_at      TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX verification_code_open ON verification_code (purpose, email, created_at DESC) WHERE used_at IS NULL;
CREATE INDEX verification_code_expiry ON verification_code (expires_at);

CREATE TABLE recovery_code (
  user_id   UUID NOT NULL REFERENCES app_user ON DELETE CASCADE,
  code_hash BYTEA NOT NULL,                               -- SHA-256 of 50 random bits, keyed
  used_at   TIMESTAMPTZ,
  PRIMARY KEY (user_id, code_hash)
);

-- A browser in which a user has proved to be the mailbox's owner.
CREATE TABLE known_device (
  user_id      UUID NOT NULL REFERENCES app_user ON DELETE CASCADE,
  cookie_hash  BYTEA NOT NULL,                            -- SHA-256 of the device cookie's 256 random bits
  visitor_id   TEXT NOT NULL,                             -- the fingerprint it had
  ip           INET,
  user_agent   TEXT,
  created_at   TIMESTAMPTZ NOT NULL DEFAULT now(),
  last_seen_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, cookie_hash)
);

-- Tries are counted before they are looked at. Keys are hashed, as some are what strangers typed.
CREATE TABLE lockout (
  -- e.g. password:account, password:address, code:sign_up, two_fa
  scope       TEXT NOT NULL,
  key_hash    BYTEA NOT NULL,
  tries       INTEGER NOT NULL,
  window_ends TIMESTAMPTZ NOT NULL,
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
  token_hash     BYTEA NOT NULL UNIQUE,                   -- SHA-256 of the link's 256 random bits
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

CREATE TABLE invitation (
  id               UUID PRIMARY KEY,
  merchant_id      UUID NOT NULL REFERENCES merchant,
  email            TEXT NOT NULL CHECK (email = lower(email)),
  full_name        TEXT NOT NULL,
  role             TEXT NOT NULL CHECK (role IN ('admin', 'support', 'viewer')),
  language         TEXT NOT NULL,
  token_hash       BYTEA NOT NULL UNIQUE,                 -- SHA-256 of the link's 256 random bits; a resend replaces it
  invited_by       UUID NOT NULL REFERENCES app_user,
  created_at       TIMESTAMPTZ NOT NULL DEFAULT now(),
  sent_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
  expires_at       TIMESTAMPTZ NOT NULL,
  accepted_at      TIMESTAMPTZ,
  canceled_at      TIMESTAMPTZ,
  -- Whether its sender had 2FA on when the invitation was sent: what they turn off afterwards does not make the role
  -- begin without it.
  sent_with_two_fa BOOLEAN NOT NULL DEFAULT false,
  -- The only shops that the invited person may work in, the first by the id of its merchant; null is all.
  only_shops       UUID[],
  CHECK (accepted_at IS NULL OR canceled_at IS NULL)
);
CREATE INDEX invitation_by_merchant ON invitation (merchant_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX invitation_open ON invitation (merchant_id, email)
  WHERE accepted_at IS NULL AND canceled_at IS NULL;

-- The shops of a member who may work in these only; nobody without a row is limited. The first shop is named by the id
-- of its merchant.
CREATE TABLE member_shop (
  user_id UUID NOT NULL REFERENCES app_user ON DELETE CASCADE,
  shop_id UUID NOT NULL,
  PRIMARY KEY (user_id, shop_id)
);

-- Which version of which legal document a person accepted, and when: one row each, never changed.
CREATE TABLE legal_acceptance (
  user_id     UUID NOT NULL REFERENCES app_user,
  document    TEXT NOT NULL CHECK (document IN ('terms', 'privacy', 'aml')),
  version     TEXT NOT NULL CHECK (version ~ '^\d{4}-\d{2}-\d{2}$'),
  accepted_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, document, version)
);

-- What visitors chose about cookies: the proof of their consent, without who they are. The browser knows the id.
CREATE TABLE cookie_consent (
  id          UUID PRIMARY KEY,
  version     TEXT NOT NULL CHECK (version ~ '^\d{4}-\d{2}-\d{2}$'),
  performance BOOLEAN NOT NULL,
  functional  BOOLEAN NOT NULL,
  targeting   BOOLEAN NOT NULL,
  gpc         BOOLEAN NOT NULL,                           -- the browser sent Global Privacy Control
  created_at  TIMESTAMPTZ NOT NULL DEFAULT now(),
  CHECK (NOT (gpc AND targeting))
);
CREATE INDEX cookie_consent_age ON cookie_consent (created_at);

-- An error code of its own (api/plugins/errors.ts): callers who began just before the deletion get the answer for
-- credentials that have ended.
CREATE FUNCTION refuse_deleted_merchant() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE gone TIMESTAMPTZ;
BEGIN
  SELECT deleted_at INTO gone FROM merchant WHERE id = NEW.merchant_id FOR KEY SHARE;
  IF gone IS NOT NULL THEN
    RAISE EXCEPTION 'merchant % is deleted', NEW.merchant_id USING ERRCODE = 'TG001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER app_user_of_deleted BEFORE INSERT ON app_user FOR EACH ROW EXECUTE FUNCTION refuse_deleted_merchant();
CREATE TRIGGER invitation_of_deleted BEFORE INSERT ON invitation
  FOR EACH ROW EXECUTE FUNCTION refuse_deleted_merchant();
