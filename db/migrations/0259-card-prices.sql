-- locks: verification_code
-- What the seller of coins by card sells, and prices that customers ask of it. Workers have its key and ask; the API,
-- which everybody can reach, only writes questions and reads answers.
CREATE TABLE card_offer (
  mode          TEXT PRIMARY KEY CHECK (mode IN ('sandbox', 'production')),
  offer         JSONB,                       -- null: not answered yet
  answered_at   TIMESTAMPTZ,
  claimed_until TIMESTAMPTZ NOT NULL         -- a worker asks; another one may after this
);

-- Answers of some seconds: nothing of it is missed after a crash.
CREATE UNLOGGED TABLE card_question (
  id            UUID PRIMARY KEY,
  mode          TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  gate_id       TEXT NOT NULL,
  currency      TEXT NOT NULL,
  method        TEXT NOT NULL,
  country       TEXT NOT NULL CHECK (length(country) = 2),
  given         TEXT NOT NULL CHECK (given IN ('fiat', 'crypto')),
  minor         NUMERIC(78,0) NOT NULL CHECK (minor > 0),
  asked_at      TIMESTAMPTZ NOT NULL DEFAULT now(),
  taken_at      TIMESTAMPTZ,
  answered_at   TIMESTAMPTZ,
  refusal       TEXT,                        -- instead of a price
  fiat_minor    NUMERIC(78,0),
  crypto_minor  NUMERIC(78,0),
  partner_fee_minor NUMERIC(78,0),
  network_fee_minor NUMERIC(78,0)
);
CREATE INDEX card_question_same ON card_question (mode, gate_id, currency, method, country, given, minor);
CREATE INDEX card_question_open ON card_question (asked_at) WHERE answered_at IS NULL;

-- Customers who buy coins by card confirm their email address.
ALTER TABLE verification_code DROP CONSTRAINT verification_code_purpose_check,
  ADD CONSTRAINT verification_code_purpose_check CHECK (purpose IN ('sign_up', 'verify_email', 'new_device',
    'reset_password', 'two_fa', 'email_current', 'email_new', 'payout', 'card_order'));
