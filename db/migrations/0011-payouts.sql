-- Money out: payment methods, payouts and refunds, what was signed for them, limits, policy, and the emergency stop.

ALTER TABLE verification_code DROP CONSTRAINT verification_code_purpose_check;
ALTER TABLE verification_code ADD CONSTRAINT verification_code_purpose_check CHECK (purpose IN ('sign_up', 'verify_email', 'new_device',
  'reset_password', 'two_fa', 'email_current', 'email_new', 'payout'));

-- ── Rules ────────────────────────────────────────────────────────────────────────────────────────────────────────────

-- What may leave, in minor units. scope: 'default' and a merchant's id (which stands in its place) bound one merchant, 'gateway' bounds all together.
CREATE TABLE payout_limit (
  scope        TEXT NOT NULL,
  gate_id      TEXT NOT NULL,
  min_minor    NUMERIC(78, 0) CHECK (min_minor > 0),     -- null: twice the typical network fee
  max_minor    NUMERIC(78, 0) CHECK (max_minor > 0),
  hourly_minor NUMERIC(78, 0) CHECK (hourly_minor > 0),
  daily_minor  NUMERIC(78, 0) CHECK (daily_minor > 0),
  PRIMARY KEY (scope, gate_id)
);

CREATE TABLE payout_policy (
  profile_id        UUID PRIMARY KEY REFERENCES profile,
  approval_required BOOLEAN NOT NULL DEFAULT false,      -- another person than the creator approves
  cool_off_seconds  INTEGER CHECK (cool_off_seconds BETWEEN 0 AND 2592000)  -- null: a day in production, none in sandbox
);

-- Where the merchant's people have sent money, or said that they will: a new address cools off.
CREATE TABLE payout_address (
  profile_id      UUID NOT NULL REFERENCES profile,
  network         TEXT NOT NULL,
  address_key     TEXT NOT NULL,
  destination_tag BIGINT NOT NULL DEFAULT -1,
  usable_from     TIMESTAMPTZ NOT NULL,
  created_at      TIMESTAMPTZ NOT NULL DEFAULT now(),
  PRIMARY KEY (profile_id, network, address_key, destination_tag)
);

-- One row per mode and network, and the row with network '*' for all. The signer reads them locked.
CREATE TABLE emergency_stop (
  mode       TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  network    TEXT NOT NULL,                              -- or '*'
  stopped    BOOLEAN NOT NULL DEFAULT false,
  reason     TEXT,
  changed_by TEXT,
  changed_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  PRIMARY KEY (mode, network)
);
INSERT INTO emergency_stop (mode, network)
SELECT mode, network FROM unnest(ARRAY['sandbox', 'production']) AS mode,
  unnest(ARRAY['*', 'BTC', 'LTC', 'BCH', 'ETH', 'TRON', 'XRP']) AS network;

-- ── Methods ──────────────────────────────────────────────────────────────────────────────────────────────────────────

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
  CHECK (automatic = (period IS NOT NULL)),
  CHECK ((type = 'crypto') = (address IS NOT NULL AND address_key IS NOT NULL)),
  CHECK ((type = 'fiat') = (iban IS NOT NULL AND bic IS NOT NULL AND account_name IS NOT NULL)),
  CHECK (status <> 'active' OR (ownership_confirmed_at IS NOT NULL AND correct_confirmed_at IS NOT NULL))
);
-- Spec §4: only one withdrawal method is active per asset.
CREATE UNIQUE INDEX payment_method_one_active ON payment_method (profile_id, gate_id) WHERE operation = 'withdrawal' AND status = 'active';
CREATE UNIQUE INDEX payment_method_one_default ON payment_method (profile_id, operation, gate_id) WHERE is_default AND status <> 'deleted';
CREATE INDEX payment_method_by_profile ON payment_method (profile_id, operation, id DESC) WHERE status <> 'deleted';

-- ── Payouts and refunds ──────────────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE payout (
  id                UUID PRIMARY KEY,
  kind              TEXT NOT NULL CHECK (kind IN ('payout', 'refund')),
  merchant_id       UUID NOT NULL REFERENCES merchant,
  profile_id        UUID NOT NULL REFERENCES profile,
  mode              TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  version           INTEGER NOT NULL DEFAULT 1,
  status            TEXT NOT NULL CHECK (status IN ('new', 'pending', 'queue', 'confirming', 'done', 'error', 'canceled')),
  status_reason     TEXT,
  needs_operator    BOOLEAN NOT NULL DEFAULT false,
  gate_id           TEXT NOT NULL,
  network           TEXT NOT NULL,
  amount_minor      NUMERIC(78, 0) NOT NULL CHECK (amount_minor > 0),
  net_minor         NUMERIC(78, 0) NOT NULL CHECK (net_minor > 0),
  service_fee_minor NUMERIC(78, 0) NOT NULL CHECK (service_fee_minor >= 0),
  network_fee_minor NUMERIC(78, 0) NOT NULL CHECK (network_fee_minor >= 0),
  held_minor        NUMERIC(78, 0) NOT NULL,
  fee_payer         TEXT NOT NULL CHECK (fee_payer IN ('merchant', 'recipient')),
  hold              TEXT NOT NULL DEFAULT 'open' CHECK (hold IN ('open', 'posted', 'voided')),
  chain             TEXT NOT NULL CHECK (chain IN ('main', 'test', 'regtest')), -- whose parameters the address was read with
  address           TEXT NOT NULL,
  address_key       TEXT NOT NULL,
  destination_tag   BIGINT,
  reference         TEXT,
  description       TEXT,
  invoice_id        UUID REFERENCES invoice,                -- of a refund
  method_id         UUID REFERENCES payment_method,
  approval_required BOOLEAN NOT NULL,
  created_by_kind   TEXT NOT NULL CHECK (created_by_kind IN ('user', 'token', 'system')),
  created_by        TEXT NOT NULL,
  approved_by_kind  TEXT,
  approved_by       TEXT,
  approval_mac      TEXT,                                   -- over all that decides where how much goes
  approved_at       TIMESTAMPTZ,
  not_before        TIMESTAMPTZ,                            -- the end of a new address's cool-off
  signed_at         TIMESTAMPTZ,                            -- the first signature: what the signer's sums count
  created_at        TIMESTAMPTZ NOT NULL,
  completed_at      TIMESTAMPTZ,
  canceled_at       TIMESTAMPTZ,
  updated_at        TIMESTAMPTZ NOT NULL DEFAULT now(),
  CHECK (held_minor = net_minor + service_fee_minor + network_fee_minor),
  CHECK ((kind = 'refund') = (invoice_id IS NOT NULL)),
  CHECK ((approved_by IS NULL) = (approval_mac IS NULL)),
  CHECK (status NOT IN ('pending', 'queue', 'confirming', 'done') OR approval_mac IS NOT NULL),
  CHECK (status <> 'done' OR hold = 'posted'),
  CHECK (status <> 'canceled' OR hold = 'voided')
);
CREATE INDEX payout_by_profile ON payout (profile_id, kind, id DESC);
CREATE INDEX payout_by_status ON payout (profile_id, kind, status, id DESC);
CREATE INDEX payout_reference ON payout (profile_id, reference) WHERE reference IS NOT NULL;
CREATE INDEX payout_open ON payout (mode, network, status) WHERE status IN ('queue', 'confirming');
CREATE INDEX payout_recent ON payout (merchant_id, mode, gate_id, created_at);
CREATE INDEX payout_signed ON payout (mode, gate_id, signed_at) WHERE signed_at IS NOT NULL;
-- Invoice-states J: one open refund per invoice.
CREATE UNIQUE INDEX payout_one_refund ON payout (invoice_id) WHERE kind = 'refund' AND status NOT IN ('done', 'canceled');

-- ── What was signed ──────────────────────────────────────────────────────────────────────────────────────────────────

-- The next number of an account that signs; the row is locked while one is taken (Ethereum's nonce, XRP's sequence).
CREATE TABLE sending_account (
  mode       TEXT NOT NULL,
  network    TEXT NOT NULL,
  address    TEXT NOT NULL,
  next_nonce BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (mode, network, address)
);

-- Signed bytes, stored before anyone could see them. Sent again, they are the same bytes.
CREATE TABLE outgoing_transaction (
  id           UUID PRIMARY KEY,
  mode         TEXT NOT NULL,
  network      TEXT NOT NULL,
  txid         TEXT NOT NULL,
  raw          TEXT NOT NULL,
  spends       TEXT[] NOT NULL,                             -- outpoints, or account:nonce
  fee_minor    NUMERIC(78, 0) NOT NULL CHECK (fee_minor >= 0), -- the most it can cost, in the network's coin
  paid_fee_minor NUMERIC(78, 0),                            -- what the chain took
  status       TEXT NOT NULL CHECK (status IN ('signed', 'sent', 'mined', 'confirmed', 'replaced', 'failed')),
  replaces     UUID REFERENCES outgoing_transaction,
  block_height BIGINT,
  signed_at    TIMESTAMPTZ NOT NULL,
  sent_at      TIMESTAMPTZ,
  updated_at   TIMESTAMPTZ NOT NULL DEFAULT now(),
  UNIQUE (mode, network, txid)
);
CREATE INDEX outgoing_open ON outgoing_transaction (mode, network) WHERE status IN ('signed', 'sent', 'mined', 'replaced');
CREATE INDEX outgoing_recent ON outgoing_transaction (mode, network, block_height) WHERE status = 'confirmed';

-- Which payouts a transaction pays, and by which of its outputs: these and no others are sent by it.
CREATE TABLE outgoing_line (
  transaction_id UUID NOT NULL REFERENCES outgoing_transaction,
  payout_id      UUID NOT NULL REFERENCES payout,
  output         TEXT NOT NULL,
  live           BOOLEAN NOT NULL DEFAULT true,             -- false: another transaction took its place, or it failed for good
  PRIMARY KEY (transaction_id, payout_id)
);
-- A payout is in one live transaction at most.
CREATE UNIQUE INDEX outgoing_line_live ON outgoing_line (payout_id) WHERE live;
CREATE INDEX outgoing_line_payout ON outgoing_line (payout_id);

-- What a transaction of ours uses up belongs to it and to what replaces it: nobody else may spend it.
CREATE TABLE outgoing_spend (
  mode           TEXT NOT NULL,
  network        TEXT NOT NULL,
  spend          TEXT NOT NULL,
  transaction_id UUID NOT NULL REFERENCES outgoing_transaction, -- the first that reserved it
  PRIMARY KEY (mode, network, spend)
);

-- Change of ours, spendable like a payment once its transaction is mined.
CREATE TABLE outgoing_change (
  transaction_id   UUID NOT NULL REFERENCES outgoing_transaction,
  output           TEXT NOT NULL,
  address_key      TEXT NOT NULL,
  derivation_index BIGINT NOT NULL,                         -- on the internal chain
  amount_minor     NUMERIC(78, 0) NOT NULL CHECK (amount_minor > 0),
  PRIMARY KEY (transaction_id, output)
);
