-- Withdrawals to bank accounts. Those in coins are payouts of their own kind.
CREATE TABLE withdrawal (
  id                UUID PRIMARY KEY,
  merchant_id       UUID NOT NULL REFERENCES merchant,
  profile_id        UUID NOT NULL REFERENCES profile,
  mode              TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  version           INTEGER NOT NULL DEFAULT 1,
  status            TEXT NOT NULL
    CHECK (status IN ('new', 'pending', 'queue', 'confirming', 'done', 'error', 'canceled')),
  status_reason     TEXT,
  status_words      TEXT,
  needs_operator    BOOLEAN NOT NULL DEFAULT false,
  gate_id           TEXT NOT NULL CHECK (gate_id = 'EUR'),
  amount_minor      NUMERIC(78, 0) NOT NULL CHECK (amount_minor > 0),
  net_minor         NUMERIC(78, 0) NOT NULL CHECK (net_minor > 0),
  service_fee_minor NUMERIC(78, 0) NOT NULL CHECK (service_fee_minor >= 0),
  held_minor        NUMERIC(78, 0) NOT NULL,
  fee_payer         TEXT NOT NULL CHECK (fee_payer IN ('merchant', 'recipient')),
  hold              TEXT NOT NULL DEFAULT 'open' CHECK (hold IN ('open', 'posted', 'voided')),
  method_id         UUID NOT NULL REFERENCES payment_method,
  method_title      TEXT NOT NULL,
  iban              TEXT NOT NULL,
  bic               TEXT NOT NULL,
  account_name      TEXT NOT NULL,
  bank_name         TEXT,
  country           TEXT NOT NULL,
  town              TEXT NOT NULL,
  street            TEXT,
  post_code         TEXT,
  bank_stage        TEXT NOT NULL DEFAULT 'none' CHECK (bank_stage IN ('none', 'given', 'in_file')),
  payee_name        TEXT,                                 -- the account's owner according to the bank
  bank_reference    TEXT,
  approval_required BOOLEAN NOT NULL,
  created_by_kind   TEXT NOT NULL CHECK (created_by_kind IN ('user', 'system')),
  created_by        TEXT NOT NULL,
  creators          TEXT[] NOT NULL,                      -- users who count as the creator besides created_by
  approved_by_kind  TEXT,
  approved_by       TEXT,
  approval_mac      TEXT,                                 -- over all that decides whose money goes where
  approved_at       TIMESTAMPTZ,
  not_before        TIMESTAMPTZ,                          -- the end of a new account's cool-off
  created_at        TIMESTAMPTZ NOT NULL,
  completed_at      TIMESTAMPTZ,
  canceled_at       TIMESTAMPTZ,
  updated_at        TIMESTAMPTZ NOT NULL DEFAULT now(),
  CONSTRAINT withdrawal_check CHECK (held_minor = (net_minor + service_fee_minor)),
  CONSTRAINT withdrawal_check1 CHECK ((approved_by IS NULL) = (approval_mac IS NULL)),
  CONSTRAINT withdrawal_check2
    CHECK ((status NOT IN ('pending', 'queue', 'confirming', 'done')) OR approval_mac IS NOT NULL),
  CONSTRAINT withdrawal_check3 CHECK (status <> 'done' OR hold = 'posted'),
  CONSTRAINT withdrawal_check4 CHECK (status <> 'canceled' OR hold = 'voided')
);
CREATE INDEX withdrawal_by_profile ON withdrawal (profile_id, id DESC);
CREATE INDEX withdrawal_unfinished ON withdrawal (id)
  WHERE (status NOT IN ('done', 'error', 'canceled')) OR needs_operator;
CREATE INDEX withdrawal_by_method ON withdrawal (method_id) WHERE status IN ('new', 'pending', 'queue');
CREATE INDEX withdrawal_recent ON withdrawal (merchant_id, mode, created_at);
CREATE INDEX withdrawal_completed ON withdrawal (completed_at) WHERE status = 'done';

CREATE TRIGGER withdrawal_of_deleted BEFORE INSERT ON withdrawal
  FOR EACH ROW EXECUTE FUNCTION refuse_deleted_merchant();
