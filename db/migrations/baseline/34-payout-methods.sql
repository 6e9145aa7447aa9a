CREATE TABLE payment_method (
  id                     UUID PRIMARY KEY,
  merchant_id            UUID NOT NULL REFERENCES merchant,
  profile_id             UUID NOT NULL REFERENCES profile,
  mode                   TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  operation              TEXT NOT NULL CHECK (operation IN ('payout', 'withdrawal')),
  type                   TEXT NOT NULL CHECK (type IN ('crypto', 'fiat')),
  version                INTEGER NOT NULL DEFAULT 1,
  status                 TEXT NOT NULL CHECK (status IN ('pending', 'error', 'active', 'paused', 'deleted')),
  title                  TEXT NOT NULL,
  label                  TEXT,
  gate_id                TEXT NOT NULL,
  address                TEXT,
  address_key            TEXT,
  destination_tag        BIGINT,
  iban                   TEXT,
  bic                    TEXT,
  account_name           TEXT,
  bank_name              TEXT,
  country                TEXT,
  is_default             BOOLEAN NOT NULL DEFAULT false,
  automatic              BOOLEAN NOT NULL DEFAULT false,
  period                 TEXT CHECK (period IN ('day', 'week', 'month')),
  ownership_confirmed_at TIMESTAMPTZ,
  correct_confirmed_at   TIMESTAMPTZ,
  created_by             TEXT NOT NULL,
  created_at             TIMESTAMPTZ NOT NULL DEFAULT now(),
  updated_at             TIMESTAMPTZ NOT NULL DEFAULT now(),
  status_reason          TEXT,
  changed_by             TEXT NOT NULL,                   -- the last user who made it or changed where or when it pays
  -- a MAC over what a person confirmed; null: nothing is paid to it automatically
  seal                   TEXT,
  town                   TEXT,
  street                 TEXT,
  -- SEPA payments need the payee's address since November 2026: town and country at least.
  post_code              TEXT,
  CONSTRAINT payment_method_check3
    CHECK (status <> 'active' OR ownership_confirmed_at IS NOT NULL AND correct_confirmed_at IS NOT NULL),
  CONSTRAINT payment_method_check2
    CHECK ((type = 'fiat') = (iban IS NOT NULL AND bic IS NOT NULL AND account_name IS NOT NULL)),
  CONSTRAINT payment_method_check1 CHECK ((type = 'crypto') = (address IS NOT NULL AND address_key IS NOT NULL)),
  CONSTRAINT payment_method_check CHECK (automatic = (period IS NOT NULL))
);
-- Spec §4: only one withdrawal method is active per asset.
CREATE UNIQUE INDEX payment_method_one_active ON payment_method (profile_id, gate_id)
  WHERE operation = 'withdrawal' AND status = 'active';
CREATE UNIQUE INDEX payment_method_one_default ON payment_method (profile_id, operation, gate_id)
  WHERE is_default AND status <> 'deleted';
CREATE INDEX payment_method_by_profile ON payment_method (profile_id, operation, id DESC) WHERE status <> 'deleted';

CREATE TABLE automatic_payout (
  method_id     UUID NOT NULL REFERENCES payment_method,
  scheduled_at  TIMESTAMPTZ NOT NULL,
  payout_id     UUID,
  words         TEXT NOT NULL,                            -- what was paid, or why nothing was
  created_at    TIMESTAMPTZ NOT NULL DEFAULT now(),
  -- The result of a scheduled run is a payout or a withdrawal to a bank account.
  withdrawal_id UUID,
  PRIMARY KEY (method_id, scheduled_at)
);

CREATE TRIGGER payment_method_of_deleted BEFORE INSERT ON payment_method
  FOR EACH ROW EXECUTE FUNCTION refuse_deleted_merchant();
