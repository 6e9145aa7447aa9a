-- The foundation: people, profiles, invoices, payments, the ledger, and what leaves the database.
-- Amounts are NUMERIC(78,0) in minor units of the asset named beside them; times are TIMESTAMPTZ; statuses are TEXT with CHECK.

-- ── People ───────────────────────────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE merchant (
  id           UUID PRIMARY KEY,
  company_name TEXT,
  status       TEXT NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'email_verified', 'active', 'verified', 'blocked')),
  created_at   TIMESTAMPTZ NOT NULL DEFAULT now()
);

CREATE TABLE app_user (
  id            UUID PRIMARY KEY,
  merchant_id   UUID NOT NULL REFERENCES merchant,
  email         TEXT NOT NULL CHECK (email = lower(email)),
  full_name     TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  role          TEXT NOT NULL CHECK (role IN ('admin', 'support', 'viewer')),
  active_mode   TEXT NOT NULL DEFAULT 'sandbox' CHECK (active_mode IN ('sandbox', 'production')),
  blocked_at    TIMESTAMPTZ,
  last_login_at TIMESTAMPTZ,
  created_at    TIMESTAMPTZ NOT NULL DEFAULT now(),
  UNIQUE (email)
);
CREATE INDEX app_user_merchant ON app_user (merchant_id);

CREATE TABLE session (
  id_hash      BYTEA PRIMARY KEY,                 -- SHA-256 of the cookie's 256 random bits
  user_id      UUID NOT NULL REFERENCES app_user ON DELETE CASCADE,
  visitor_id   TEXT,
  ip           INET,
  user_agent   TEXT,
  created_at   TIMESTAMPTZ NOT NULL DEFAULT now(),
  last_seen_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  expires_at   TIMESTAMPTZ NOT NULL
);
CREATE INDEX session_by_user ON session (user_id);

-- One profile per merchant and mode; everything that moves money names its profile, so that more are possible later.
CREATE TABLE profile (
  id                        UUID PRIMARY KEY,
  merchant_id               UUID NOT NULL REFERENCES merchant,
  mode                      TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  name                      TEXT NOT NULL,
  domain                    TEXT,
  url                       TEXT,
  logo_url                  TEXT,
  support_email             TEXT,
  show_company              BOOLEAN NOT NULL DEFAULT true,
  invoice_currency          TEXT NOT NULL DEFAULT 'EUR',
  gates                     TEXT[] NOT NULL,
  tax_name                  TEXT NOT NULL DEFAULT 'VAT',
  tax_rate_bps              INTEGER NOT NULL DEFAULT 0 CHECK (tax_rate_bps BETWEEN 0 AND 10000),
  tax_type                  TEXT NOT NULL DEFAULT 'exempt' CHECK (tax_type IN ('exclusive', 'inclusive', 'exempt')),
  service_fee_payer         TEXT NOT NULL DEFAULT 'merchant' CHECK (service_fee_payer IN ('merchant', 'customer')),
  network_fee_payer         TEXT NOT NULL DEFAULT 'merchant' CHECK (network_fee_payer IN ('merchant', 'customer')),
  autoconversion            JSONB NOT NULL DEFAULT '{"type":"none"}',
  autocomplete              BOOLEAN NOT NULL DEFAULT false,
  underpaid_policy          TEXT NOT NULL DEFAULT 'reject' CHECK (underpaid_policy IN ('reject', 'accept')),
  underpaid_tolerance_bps   INTEGER NOT NULL DEFAULT 0 CHECK (underpaid_tolerance_bps BETWEEN 0 AND 1000),
  overpaid_tolerance_bps    INTEGER NOT NULL DEFAULT 0 CHECK (overpaid_tolerance_bps BETWEEN 0 AND 1000),
  notification_url          TEXT,
  notification_key_sealed   BYTEA NOT NULL,       -- AES-256-GCM of whsec_…, see db/secret-box.ts
  previous_key_sealed       BYTEA,                -- still signs until previous_key_until
  previous_key_until        TIMESTAMPTZ,
  created_at                TIMESTAMPTZ NOT NULL DEFAULT now(),
  UNIQUE (merchant_id, mode)
);

CREATE TABLE api_token (
  id           UUID PRIMARY KEY,
  profile_id   UUID NOT NULL REFERENCES profile,
  name         TEXT NOT NULL,
  api_key      TEXT NOT NULL UNIQUE,              -- tg_test_… or tg_live_…
  secret_hash  BYTEA NOT NULL,                    -- SHA-256 of tgs_…
  permissions  TEXT[] NOT NULL,
  allowed_ips  TEXT[] NOT NULL DEFAULT '{}',      -- addresses or CIDR; empty means anyone
  last_used_at TIMESTAMPTZ,
  revoked_at   TIMESTAMPTZ,
  created_at   TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX api_token_profile ON api_token (profile_id);

-- Fee plans are data: a merchant without a row of its own has the plan 'default'.
CREATE TABLE fee_plan (
  plan      TEXT NOT NULL,
  operation TEXT NOT NULL CHECK (operation IN ('invoice', 'deposit', 'conversion', 'payout', 'mass_payout', 'withdrawal', 'refund', 'balance_recovery')),
  fee_bps   INTEGER NOT NULL CHECK (fee_bps BETWEEN 0 AND 10000),
  PRIMARY KEY (plan, operation)
);
INSERT INTO fee_plan (plan, operation, fee_bps) VALUES
  ('default', 'invoice', 100), ('default', 'deposit', 50), ('default', 'conversion', 50), ('default', 'payout', 30),
  ('default', 'mass_payout', 30), ('default', 'withdrawal', 100), ('default', 'refund', 500), ('default', 'balance_recovery', 1000);
ALTER TABLE merchant ADD COLUMN fee_plan TEXT NOT NULL DEFAULT 'default';

-- ── Rates ────────────────────────────────────────────────────────────────────────────────────────────────────────────

-- The latest accepted price of one whole coin in one fiat currency. A row past expires_at must not be used.
CREATE TABLE rate (
  mode       TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  asset      TEXT NOT NULL,                       -- BTC LTC BCH ETH USDT TRX XRP
  currency   TEXT NOT NULL,                       -- ISO 4217
  value      NUMERIC(38, 18) NOT NULL CHECK (value > 0),
  source     TEXT NOT NULL,                       -- e.g. 'median(kraken,bitstamp,coinbase)' or 'simulated market'
  sampled_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (mode, asset, currency)
);

-- ── Invoices ─────────────────────────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE invoice (
  id                       UUID PRIMARY KEY,
  merchant_id              UUID NOT NULL REFERENCES merchant,
  profile_id               UUID NOT NULL REFERENCES profile,
  mode                     TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  version                  INTEGER NOT NULL DEFAULT 1,
  status                   TEXT NOT NULL CHECK (status IN ('new', 'pending', 'confirming', 'partially_paid', 'overpaid', 'processing', 'done',
                             'expired', 'expired_paid', 'invalid', 'refund_requested', 'refunded', 'partially_refunded', 'canceled', 'error')),
  status_reason            TEXT,                  -- a code, e.g. underpaid, paid_after_cancel, reorganised, compliance_hold
  status_before            TEXT,                  -- the status to return to from error or refund_requested
  reference                TEXT,
  reference_live           BOOLEAN NOT NULL DEFAULT true,  -- false frees the reference: expired or canceled, unpaid
  description              TEXT,
  currency                 TEXT NOT NULL,
  items                    JSONB NOT NULL DEFAULT '[]',
  price_minor              NUMERIC(78, 0) NOT NULL CHECK (price_minor > 0),      -- fiat, before exclusive taxes and fees
  taxes                    JSONB NOT NULL DEFAULT '[]',
  service_fee_minor        NUMERIC(78, 0) NOT NULL DEFAULT 0,                    -- fiat, what the customer pays of it
  network_fee_minor        NUMERIC(78, 0) NOT NULL DEFAULT 0,
  service_fee_bps          INTEGER NOT NULL,      -- of the plan at creation; taken at settlement
  fee_payer                TEXT NOT NULL CHECK (fee_payer IN ('merchant', 'customer')),
  total_minor              NUMERIC(78, 0) NOT NULL,                              -- fiat, what the payer owes
  gates                    TEXT[] NOT NULL,
  gate_id                  TEXT,                  -- of the current quote
  gate_locked              BOOLEAN NOT NULL DEFAULT false, -- something was seen: the gate is fixed
  amount_due_minor         NUMERIC(78, 0),        -- of the current quote, in the asset
  amount_paid_minor        NUMERIC(78, 0) NOT NULL DEFAULT 0,   -- seen and not dropped
  amount_confirmed_minor   NUMERIC(78, 0) NOT NULL DEFAULT 0,   -- at its threshold
  amount_settled_minor     NUMERIC(78, 0) NOT NULL DEFAULT 0,   -- moved from unsettled to available, before the fee
  amount_refunded_minor    NUMERIC(78, 0) NOT NULL DEFAULT 0,
  excess_kept_minor        NUMERIC(78, 0) NOT NULL DEFAULT 0,   -- of the excess, what the merchant keeps: settled without a fee
  amount_owed_minor        NUMERIC(78, 0) NOT NULL DEFAULT 0,   -- booked on the merchant's receivable by a reorganisation
  autoconversion           JSONB NOT NULL DEFAULT '{"type":"none"}',
  autocomplete             BOOLEAN NOT NULL DEFAULT false,
  underpaid_policy         TEXT NOT NULL DEFAULT 'reject' CHECK (underpaid_policy IN ('reject', 'accept')),
  underpaid_tolerance_bps  INTEGER NOT NULL DEFAULT 0,
  overpaid_tolerance_bps   INTEGER NOT NULL DEFAULT 0,
  needs_operator           BOOLEAN NOT NULL DEFAULT false,
  metadata                 JSONB NOT NULL DEFAULT '{}',
  customer                 JSONB NOT NULL DEFAULT '{}',
  success_url              TEXT,
  cancel_url               TEXT,
  notification_url         TEXT,
  checkout_url             TEXT NOT NULL,         -- the payer's page, as handed to the shop
  compliance_hold          BOOLEAN NOT NULL DEFAULT false, -- set by an operator: fully paid waits in processing until cleared
  payer_claimed_at         TIMESTAMPTZ,           -- the payer pressed "I have paid"
  created_at               TIMESTAMPTZ NOT NULL,
  expires_at               TIMESTAMPTZ NOT NULL,
  expiry_decided_at        TIMESTAMPTZ,
  completed_at             TIMESTAMPTZ,
  canceled_at              TIMESTAMPTZ,
  updated_at               TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX invoice_reference ON invoice (profile_id, reference) WHERE reference IS NOT NULL AND reference_live;
CREATE INDEX invoice_by_profile ON invoice (profile_id, id DESC);
CREATE INDEX invoice_by_status ON invoice (profile_id, status, id DESC);
CREATE INDEX invoice_any_reference ON invoice (profile_id, reference) WHERE reference IS NOT NULL;
CREATE INDEX invoice_metadata ON invoice USING gin (metadata jsonb_path_ops);

-- Each choice of an asset is a quote; the same gate gives the same quote, never a new rate.
CREATE TABLE quote (
  id               UUID PRIMARY KEY,
  invoice_id       UUID NOT NULL REFERENCES invoice,
  gate_id          TEXT NOT NULL,
  network          TEXT NOT NULL,
  chain            TEXT NOT NULL CHECK (chain IN ('main', 'test', 'regtest')), -- whose parameters the address has
  address          TEXT NOT NULL,
  destination_tag  BIGINT,
  total_minor      NUMERIC(78, 0) NOT NULL,       -- fiat: what the payer owes with this gate's network fee in it
  network_fee_minor NUMERIC(78, 0) NOT NULL DEFAULT 0,
  rate_value       NUMERIC(38, 18) NOT NULL,
  rate_source      TEXT NOT NULL,
  locked_at        TIMESTAMPTZ NOT NULL,
  amount_due_minor NUMERIC(78, 0) NOT NULL CHECK (amount_due_minor > 0),
  UNIQUE (invoice_id, gate_id)
);

-- ── Chains ───────────────────────────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE derivation_counter (
  mode       TEXT NOT NULL,
  network    TEXT NOT NULL,
  next_index BIGINT NOT NULL DEFAULT 0,           -- for XRP: the next destination tag
  PRIMARY KEY (mode, network)
);

-- What the followers look for. address_key is canonical: the script in hex (BTC, LTC, BCH), the lower-case address (ETH),
-- base58 (TRON), the classic address (XRP). destination_tag is -1 where the network has none.
CREATE TABLE watched_address (
  mode             TEXT NOT NULL,
  network          TEXT NOT NULL,
  address_key      TEXT NOT NULL,
  destination_tag  BIGINT NOT NULL DEFAULT -1,
  derivation_index BIGINT NOT NULL,
  invoice_id       UUID REFERENCES invoice,
  quote_id         UUID REFERENCES quote,
  created_at       TIMESTAMPTZ NOT NULL DEFAULT now(),
  -- The address first: comparing what all rows share would double the time of a block.
  PRIMARY KEY (address_key, destination_tag, network, mode)
);
CREATE INDEX watched_address_invoice ON watched_address (invoice_id);

-- What the node of a network said it is when the worker connected; addresses are made with its parameters.
CREATE TABLE chain_identity (
  mode      TEXT NOT NULL,
  network   TEXT NOT NULL,
  chain     TEXT NOT NULL CHECK (chain IN ('main', 'test', 'regtest')),
  name      TEXT NOT NULL,
  simulated BOOLEAN NOT NULL,
  PRIMARY KEY (mode, network)
);

CREATE TABLE chain_cursor (
  mode        TEXT NOT NULL,
  network     TEXT NOT NULL,
  height      BIGINT NOT NULL,
  block_hash  TEXT NOT NULL,
  block_time  TIMESTAMPTZ NOT NULL,
  checked_at  TIMESTAMPTZ NOT NULL,               -- begin of the last complete look at blocks and mempool
  PRIMARY KEY (mode, network)
);

CREATE TABLE chain_block (
  mode        TEXT NOT NULL,
  network     TEXT NOT NULL,
  height      BIGINT NOT NULL,
  hash        TEXT NOT NULL,
  parent_hash TEXT NOT NULL,
  block_time  TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (mode, network, height)
);

-- One incoming movement of money. `key` is network:txid:output (UTXO), txid:log:n or txid:trace:path (EVM, TRON), the hash (XRP).
-- status is what the chain says; credit_count and credited are what the ledger did about it.
CREATE TABLE payment (
  id               UUID PRIMARY KEY,
  mode             TEXT NOT NULL,
  network          TEXT NOT NULL,
  key              TEXT NOT NULL,
  txid             TEXT NOT NULL,
  output           TEXT NOT NULL,
  asset_ref        TEXT NOT NULL,                 -- a gate id, or network:contract / network:issuer for what is no gate
  gate_id          TEXT,                          -- null when asset_ref is no gate
  amount_minor     NUMERIC(78, 0) NOT NULL CHECK (amount_minor >= 0),
  address_key      TEXT NOT NULL,
  destination_tag  BIGINT NOT NULL DEFAULT -1,
  spends           TEXT[] NOT NULL DEFAULT '{}',  -- outpoints, or sender:nonce: what a replacement shares
  invoice_id       UUID REFERENCES invoice,
  quote_id         UUID REFERENCES quote,         -- the quote it pays; null: an asset without a quote
  status           TEXT NOT NULL CHECK (status IN ('seen', 'mined', 'confirmed', 'dropped', 'replaced', 'failed')),
  first_seen_at    TIMESTAMPTZ NOT NULL,
  block_height     BIGINT,
  block_hash       TEXT,
  required_confirmations INTEGER NOT NULL,
  coinbase         BOOLEAN NOT NULL DEFAULT false,
  finalized        BOOLEAN NOT NULL DEFAULT false,
  seen_value_minor NUMERIC(78, 0),                -- fiat of the invoice at the rate when first seen; null: no rate then
  credited         BOOLEAN NOT NULL DEFAULT false,
  credit_count     INTEGER NOT NULL DEFAULT 0,
  credited_to      TEXT CHECK (credited_to IN ('unsettled', 'suspense')),
  updated_at       TIMESTAMPTZ NOT NULL DEFAULT now(),
  UNIQUE (mode, key)
);
CREATE INDEX payment_invoice ON payment (invoice_id);
CREATE INDEX payment_open ON payment (mode, network, status) WHERE status IN ('seen', 'mined');
CREATE INDEX payment_height ON payment (mode, network, block_height);
CREATE INDEX payment_txid ON payment (mode, txid);
CREATE INDEX payment_spends ON payment USING gin (spends);

-- ── Ledger (double entry, append-only) ───────────────────────────────────────────────────────────────────────────────

CREATE TABLE account (
  id              BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner           TEXT NOT NULL,                  -- a merchant's id, or 'gateway'
  mode            TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  asset           TEXT NOT NULL,                  -- a gate id, EUR, or network:contract in suspense
  kind            TEXT NOT NULL,                  -- unsettled, available, custody, suspense, fees:service, fees:network, conversion, receivable, reorg_loss
  stripe          SMALLINT NOT NULL DEFAULT 0,
  may_go_negative BOOLEAN NOT NULL,
  debits_pending  NUMERIC(78, 0) NOT NULL DEFAULT 0 CHECK (debits_pending >= 0),
  debits_posted   NUMERIC(78, 0) NOT NULL DEFAULT 0 CHECK (debits_posted >= 0),
  credits_pending NUMERIC(78, 0) NOT NULL DEFAULT 0 CHECK (credits_pending >= 0),
  credits_posted  NUMERIC(78, 0) NOT NULL DEFAULT 0 CHECK (credits_posted >= 0),
  frozen_at       TIMESTAMPTZ,                    -- outgoing money stopped by an operator or a reorganisation
  UNIQUE (owner, mode, asset, kind, stripe),
  CONSTRAINT insufficient_funds CHECK (may_go_negative OR debits_pending + debits_posted <= credits_posted)
);

CREATE TABLE transfer (
  id          BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key         TEXT NOT NULL UNIQUE,
  kind        TEXT NOT NULL,                      -- payment_credit, payment_reverse, settle, service_fee, …
  state       TEXT NOT NULL CHECK (state IN ('posted', 'pending', 'post_pending', 'void_pending')),
  resolves    BIGINT REFERENCES transfer,         -- the pending transfer this posts or voids
  digest      BYTEA NOT NULL,                     -- of what was asked: the same key with another content is refused
  invoice_id  UUID,
  entity      TEXT,                               -- e.g. payout:<uuid>
  note        TEXT,
  created_at  TIMESTAMPTZ NOT NULL DEFAULT now(),
  CHECK ((resolves IS NOT NULL) = (state IN ('post_pending', 'void_pending')))
);
CREATE UNIQUE INDEX transfer_resolved_once ON transfer (resolves) WHERE resolves IS NOT NULL;
CREATE INDEX transfer_invoice ON transfer (invoice_id) WHERE invoice_id IS NOT NULL;

-- amount is signed: debit positive, credit negative. The entries of a transfer sum to zero per asset and layer.
CREATE TABLE entry (
  transfer_id BIGINT NOT NULL REFERENCES transfer,
  account_id  BIGINT NOT NULL REFERENCES account,
  asset       TEXT NOT NULL,
  layer       TEXT NOT NULL CHECK (layer IN ('pending', 'posted')),
  amount      NUMERIC(78, 0) NOT NULL CHECK (amount <> 0),
  line        SMALLINT NOT NULL,
  PRIMARY KEY (transfer_id, line)
);
CREATE INDEX entry_account ON entry (account_id, transfer_id);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: write a correcting transfer', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER transfer_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON transfer FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER account_kept BEFORE DELETE OR TRUNCATE ON account FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION check_transfer_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM entry WHERE transfer_id = NEW.transfer_id GROUP BY asset, layer HAVING sum(amount) <> 0) THEN
    RAISE EXCEPTION 'the entries of transfer % do not sum to zero', NEW.transfer_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_balances';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER transfer_balances AFTER INSERT ON entry
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_transfer_balances();

-- ── Steps, events, outbox ────────────────────────────────────────────────────────────────────────────────────────────

-- One row per change of status that was made; a step asked for again returns its first result.
CREATE TABLE step (
  key        TEXT PRIMARY KEY,                    -- {entity}:{id}:{cause}
  result     JSONB NOT NULL,
  created_at TIMESTAMPTZ NOT NULL DEFAULT now()
);

-- What a merchant may read as GET /events and gets as webhooks. `body` is the exact text that is signed and sent.
CREATE TABLE event (
  id          UUID PRIMARY KEY,                   -- the webhook-id
  profile_id  UUID NOT NULL REFERENCES profile,
  type        TEXT NOT NULL,                      -- invoice.done
  entity_id   UUID NOT NULL,
  body        TEXT NOT NULL,
  xact        XID8 NOT NULL DEFAULT pg_current_xact_id(),  -- readers page by (xact, id) below the oldest running transaction, so none is skipped
  created_at  TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX event_profile ON event (profile_id, xact, id);
CREATE INDEX event_entity ON event (entity_id, id);

-- What must leave the database; rows are deleted when every consumer has taken them.
CREATE TABLE outbox (
  id            BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id      UUID NOT NULL,
  topic         TEXT NOT NULL,                    -- workflow.start, workflow.signal, event.invoice.done, alert.…
  payload       JSONB NOT NULL,
  attempts      INTEGER NOT NULL DEFAULT 0,
  available_at  TIMESTAMPTZ NOT NULL DEFAULT now(),
  created_at    TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX outbox_available ON outbox (available_at, id);

CREATE TABLE webhook_delivery (
  event_id        UUID PRIMARY KEY,               -- the webhook-id; a test send has an event of its own
  profile_id      UUID NOT NULL REFERENCES profile,
  invoice_id      UUID,
  type            TEXT NOT NULL,
  url             TEXT NOT NULL,
  status          TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'retrying', 'failed')),
  attempt_count   INTEGER NOT NULL DEFAULT 0,
  next_attempt_at TIMESTAMPTZ,
  delivered_at    TIMESTAMPTZ,
  created_at      TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX webhook_delivery_profile ON webhook_delivery (profile_id, event_id DESC);
CREATE INDEX webhook_delivery_invoice ON webhook_delivery (invoice_id);

CREATE TABLE webhook_attempt (
  event_id    UUID NOT NULL REFERENCES webhook_delivery,
  attempt     INTEGER NOT NULL,
  started_at  TIMESTAMPTZ NOT NULL,
  duration_ms INTEGER NOT NULL,
  http_status INTEGER,
  error       TEXT,                               -- a code: refused_address, timeout, redirect, tls, connect, too_large
  answer      TEXT,                               -- the first 1 000 characters
  PRIMARY KEY (event_id, attempt)
);

CREATE TABLE idempotency_key (
  scope         TEXT NOT NULL,                    -- merchant:mode:route
  key           TEXT NOT NULL,
  request_hash  BYTEA NOT NULL,
  status_code   INTEGER,                          -- null only inside the transaction of the first request
  response_body TEXT,
  created_at    TIMESTAMPTZ NOT NULL DEFAULT now(),
  PRIMARY KEY (scope, key)
);
CREATE INDEX idempotency_key_age ON idempotency_key (created_at);

CREATE TABLE alert (
  id          UUID PRIMARY KEY,
  kind        TEXT NOT NULL,                      -- trial_balance, reorganisation, follower_behind, …
  subject     TEXT NOT NULL,
  message     TEXT NOT NULL,
  resolved_at TIMESTAMPTZ,
  created_at  TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX alert_open ON alert (kind, subject) WHERE resolved_at IS NULL;

CREATE TABLE visitor (
  id            TEXT PRIMARY KEY,                 -- the fingerprint as sent in X-VISITOR-ID
  first_seen_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  last_seen_at  TIMESTAMPTZ NOT NULL DEFAULT now(),
  user_agent    TEXT,
  ip            INET
);
