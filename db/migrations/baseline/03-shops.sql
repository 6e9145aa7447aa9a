CREATE TABLE merchant (
  id                      UUID PRIMARY KEY,
  company_name            TEXT,
  status                  TEXT NOT NULL DEFAULT 'new'
    CHECK (status IN ('new', 'email_verified', 'active', 'verified', 'blocked')),
  created_at              TIMESTAMPTZ NOT NULL DEFAULT now(),
  fee_plan                TEXT NOT NULL DEFAULT 'default',
  country                 TEXT CHECK (country ~ '^[A-Z]{2}$'),
  website                 TEXT,
  turnover                TEXT
    CHECK (turnover IN ('up_to_30k', '30k_to_100k', '100k_to_300k', '300k_to_500k', '500k_to_1m', 'above_1m')),
  industry                TEXT,
  contact_handle          TEXT,
  deletion_requested_at   TIMESTAMPTZ,                    -- support finishes what is marked here
  -- Told to the merchant openly, unlike a suspended operation. Production only: the sandbox is not restricted.
  money_out_restricted_at TIMESTAMPTZ,
  invoices_restricted_at  TIMESTAMPTZ,
  -- The end of an account: two people of the staff confirm it, and from then on nothing new begins for the merchant.
  deleted_at              TIMESTAMPTZ,
  version                 INTEGER NOT NULL DEFAULT 1,
  updated_at              TIMESTAMPTZ NOT NULL DEFAULT now(),
  -- The zone whose days a merchant's figures are counted by; null: UTC.
  time_zone               TEXT,
  CHECK (deleted_at IS NULL OR deletion_requested_at IS NOT NULL)
);

-- The settings of a shop in one mode. Everything that moves money names its profile.
CREATE TABLE profile (
  id                      UUID PRIMARY KEY,
  merchant_id             UUID NOT NULL REFERENCES merchant,
  mode                    TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  name                    TEXT NOT NULL,
  domain                  TEXT,
  url                     TEXT,
  logo_url                TEXT,
  support_email           TEXT,
  show_company            BOOLEAN NOT NULL DEFAULT true,
  invoice_currency        TEXT NOT NULL DEFAULT 'EUR',
  gates                   TEXT[] NOT NULL,
  tax_name                TEXT NOT NULL DEFAULT 'VAT',
  tax_rate_bps            INTEGER NOT NULL DEFAULT 0 CHECK (tax_rate_bps >= 0 AND tax_rate_bps <= 10000),
  tax_type                TEXT NOT NULL DEFAULT 'exempt' CHECK (tax_type IN ('exclusive', 'inclusive', 'exempt')),
  service_fee_payer       TEXT NOT NULL DEFAULT 'merchant' CHECK (service_fee_payer IN ('merchant', 'customer')),
  network_fee_payer       TEXT NOT NULL DEFAULT 'merchant' CHECK (network_fee_payer IN ('merchant', 'customer')),
  autoconversion          JSONB NOT NULL DEFAULT '{"type": "none"}',
  autocomplete            BOOLEAN NOT NULL DEFAULT false,
  underpaid_policy        TEXT NOT NULL DEFAULT 'reject' CHECK (underpaid_policy IN ('reject', 'accept')),
  underpaid_tolerance_bps INTEGER NOT NULL DEFAULT 0
    CHECK (underpaid_tolerance_bps >= 0 AND underpaid_tolerance_bps <= 1000),
  overpaid_tolerance_bps  INTEGER NOT NULL DEFAULT 0
    CHECK (overpaid_tolerance_bps >= 0 AND overpaid_tolerance_bps <= 1000),
  notification_url        TEXT,
  notification_key_sealed BYTEA NOT NULL,                 -- AES-256-GCM of whsec_…, see db/secret-box.ts
  previous_key_sealed     BYTEA,                          -- still signs until previous_key_until
  previous_key_until      TIMESTAMPTZ,
  created_at              TIMESTAMPTZ NOT NULL DEFAULT now(),
  version                 INTEGER NOT NULL DEFAULT 1,
  -- with phone and support mail on the invoice, unless show_company is off
  company_address         TEXT,
  company_phone           TEXT,
  -- domain/merchant-mail.ts
  email_events            TEXT[] NOT NULL DEFAULT '{invoice.expired_paid,invoice.invalid,invoice.error}',
  -- What the value of late money may lack for auto-complete, of the total: a rate that moved by a little does not stop
  -- an honest order.
  late_tolerance_bps      INTEGER NOT NULL DEFAULT 100 CHECK (late_tolerance_bps >= 0 AND late_tolerance_bps <= 1000),
  -- Who pays the fees of a refund unless the refund says so (spec §3, fee settings).
  refund_fee_payer        TEXT NOT NULL DEFAULT 'merchant' CHECK (refund_fee_payer IN ('merchant', 'customer')),
  -- Who pays the fee of automatic conversion (spec §3, fee settings).
  conversion_fee_payer    TEXT NOT NULL DEFAULT 'merchant' CHECK (conversion_fee_payer IN ('merchant', 'customer')),
  -- A merchant may have several shops: each is a profile in sandbox and one in production, with the same shop_id. The
  -- merchant's first shop has none.
  shop_id                 UUID,
  -- A shop that its merchant closed takes no new invoices, deposit addresses and link payments. What it has goes on:
  -- open invoices are paid and settled, and deposits credited. Both of its profiles are closed together.
  closed_at               TIMESTAMPTZ,
  api_version             TEXT NOT NULL DEFAULT '2026-11-24'
);
CREATE UNIQUE INDEX profile_of_first_shop ON profile (merchant_id, mode) WHERE shop_id IS NULL;
CREATE UNIQUE INDEX profile_of_shop ON profile (merchant_id, shop_id, mode) WHERE shop_id IS NOT NULL;

CREATE TABLE api_token (
  id                UUID PRIMARY KEY,
  profile_id        UUID NOT NULL REFERENCES profile,
  name              TEXT NOT NULL,
  api_key           TEXT NOT NULL UNIQUE,                 -- tg_test_… or tg_live_…
  secret_hash       BYTEA NOT NULL,                       -- SHA-256 of tgs_…
  permissions       TEXT[] NOT NULL,
  allowed_ips       TEXT[] NOT NULL DEFAULT '{}',         -- addresses or CIDR; empty means anyone
  last_used_at      TIMESTAMPTZ,
  revoked_at        TIMESTAMPTZ,
  created_at        TIMESTAMPTZ NOT NULL DEFAULT now(),
  version           INTEGER NOT NULL DEFAULT 1,
  created_by        TEXT,                                 -- a user; null where the audit log does not know
  secret_renewed_by TEXT,                                 -- the last user who renewed the secret
  -- made, renewed, or given more power: its payouts cool off from then on
  armed_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
  -- The version of the API that a token calls in, and that webhooks to an endpoint or to the notification URLs of a
  -- shop are written in.
  api_version       TEXT NOT NULL DEFAULT '2026-11-24'
);
CREATE INDEX api_token_profile ON api_token (profile_id);

-- Fee plans are data: a merchant without a row of its own has the plan 'default'.
CREATE TABLE fee_plan (
  plan      TEXT NOT NULL,
  operation TEXT NOT NULL
    CHECK (operation IN ('invoice', 'deposit', 'conversion', 'payout', 'mass_payout', 'withdrawal', 'refund',
      'balance_recovery')),
  fee_bps   INTEGER NOT NULL CHECK (fee_bps >= 0 AND fee_bps <= 10000),
  PRIMARY KEY (plan, operation)
);
INSERT INTO fee_plan (plan, operation, fee_bps) VALUES
  ('default', 'invoice', 100), ('default', 'deposit', 50), ('default', 'conversion', 50), ('default', 'payout', 30),
  ('default', 'mass_payout', 30), ('default', 'withdrawal', 100), ('default', 'refund', 500),
  ('default', 'balance_recovery', 1000);

-- A profile's logo, re-encoded by the gateway. It is public under its id, which a new logo changes, so it may be
-- cached for good.
CREATE TABLE logo (
  id         UUID PRIMARY KEY,
  profile_id UUID NOT NULL UNIQUE REFERENCES profile,
  png        BYTEA NOT NULL,
  width      INTEGER NOT NULL CHECK (width >= 1 AND width <= 512),
  height     INTEGER NOT NULL CHECK (height >= 1 AND height <= 512),
  created_at TIMESTAMPTZ NOT NULL DEFAULT now()
);

-- What a payment link asks for; everybody who opens /pay/<id> gets an invoice of their own.
CREATE TABLE payment_link (
  id            UUID PRIMARY KEY,
  profile_id    UUID NOT NULL REFERENCES profile,
  title         TEXT NOT NULL,
  description   TEXT,
  amount_minor  NUMERIC(78, 0) NOT NULL CHECK (amount_minor > 0), -- fiat, minor units of currency
  currency      TEXT NOT NULL,
  gates         TEXT[],                                   -- null: the profile's assets at the time of paying
  success_url   TEXT,
  active        BOOLEAN NOT NULL DEFAULT true,
  invoice_count INTEGER NOT NULL DEFAULT 0,
  created_at    TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX payment_link_profile ON payment_link (profile_id, id DESC);

-- One row: whose invoices are demos.
CREATE TABLE demo_shop (
  is_single   BOOLEAN PRIMARY KEY DEFAULT true CHECK (is_single),
  merchant_id UUID NOT NULL REFERENCES merchant,
  profile_id  UUID NOT NULL REFERENCES profile
);

-- There is no way back.
CREATE FUNCTION refuse_undeletion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'merchant % is deleted', OLD.id USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER merchant_stays_deleted BEFORE UPDATE ON merchant FOR EACH ROW
  WHEN (OLD.deleted_at IS NOT NULL AND (NEW.deleted_at IS DISTINCT FROM OLD.deleted_at
    OR NEW.deletion_requested_at IS DISTINCT FROM OLD.deletion_requested_at))
  EXECUTE FUNCTION refuse_undeletion();
