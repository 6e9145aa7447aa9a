-- Purchases of coins by card: a partner sells the coins and charges the card, the gateway follows the order to the chain
-- and books the shop's share of its commission. The customer's money is never ours.
CREATE TABLE card_customer (
  id          UUID PRIMARY KEY,               -- the partner knows the customer by it
  mode        TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  email       TEXT NOT NULL CHECK (email = lower(email) AND length(email) <= 254),
  country     TEXT NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  verified_at TIMESTAMPTZ,                    -- when a code that was mailed to the address was last entered
  created_at  TIMESTAMPTZ NOT NULL DEFAULT now(),
  UNIQUE (mode, email)
);

CREATE TABLE card_order (
  id                   UUID PRIMARY KEY,      -- the reference at the partner
  version              INTEGER NOT NULL DEFAULT 1,
  mode                 TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  merchant_id          UUID NOT NULL REFERENCES merchant,
  profile_id           UUID NOT NULL REFERENCES profile,
  invoice_id           UUID REFERENCES invoice,
  status               TEXT NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'placing', 'identity', 'payment',
                         'processing', 'sending', 'delivered', 'charged_back', 'declined', 'rejected', 'expired',
                         'refunded', 'canceled', 'failed')),
  status_reason        TEXT,
  needs_operator       BOOLEAN NOT NULL DEFAULT false,
  secret_hash          BYTEA NOT NULL CHECK (octet_length(secret_hash) = 32),  -- SHA-256 of the customer's secret
  customer_id          UUID REFERENCES card_customer,
  terms_accepted_at    TIMESTAMPTZ,           -- of the partner, by the customer
  gate_id              TEXT NOT NULL,
  address              TEXT,
  address_key          TEXT,
  destination_tag      BIGINT,
  fiat                 TEXT NOT NULL CHECK (fiat ~ '^[A-Z]{3}$'),
  -- The amounts that the customer agreed to, and which of them was entered: the partner calculates the other one.
  fixed_side           TEXT NOT NULL CHECK (fixed_side IN ('fiat', 'crypto')),
  fiat_minor           NUMERIC(78, 0) NOT NULL CHECK (fiat_minor > 0),
  crypto_minor         NUMERIC(78, 0) NOT NULL CHECK (crypto_minor > 0),
  processing_fee_minor NUMERIC(78, 0) NOT NULL DEFAULT 0 CHECK (processing_fee_minor >= 0),
  network_fee_minor    NUMERIC(78, 0) NOT NULL DEFAULT 0 CHECK (network_fee_minor >= 0),
  quoted_at            TIMESTAMPTZ NOT NULL,
  quote_expires_at     TIMESTAMPTZ NOT NULL,
  country              TEXT NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  method               TEXT NOT NULL CHECK (method IN ('card', 'apple_pay', 'google_pay')),
  -- The terms of earnings when the order was made: of the fiat total, and the shop's part of that.
  commission_bps       INTEGER NOT NULL CHECK (commission_bps BETWEEN 0 AND 10000),
  share_bps            INTEGER NOT NULL CHECK (share_bps BETWEEN 0 AND 10000),
  partner              TEXT NOT NULL CHECK (length(partner) BETWEEN 1 AND 40),
  partner_order_id     TEXT CHECK (length(partner_order_id) <= 200),
  partner_status       TEXT CHECK (length(partner_status) <= 100),  -- as the partner wrote it, for operators
  partner_fiat_minor   NUMERIC(78, 0),        -- the amounts of the order that the partner made
  partner_crypto_minor NUMERIC(78, 0),
  checkout_url         BYTEA,                 -- both sealed: with them one can pay in the customer's name
  checkout_until       TIMESTAMPTZ,
  payer_url            BYTEA,
  attempted_at         TIMESTAMPTZ,           -- before the partner was asked to make it: the answer may be lost
  find_misses          SMALLINT NOT NULL DEFAULT 0,
  txid                 TEXT CHECK (length(txid) <= 200),  -- as the partner says
  paid_at              TIMESTAMPTZ,           -- when the partner first said that the money is there
  delivered_minor      NUMERIC(78, 0),        -- as seen on the chain
  delivered_txid       TEXT,
  delivered_output     TEXT,
  euro_minor           NUMERIC(78, 0),        -- the fiat total in euro cents, at the rate of the delivery
  commission_minor     NUMERIC(78, 0),        -- euro cents, both
  share_minor          NUMERIC(78, 0),
  language             TEXT CHECK (language IN ('en', 'de', 'fr', 'es', 'it', 'pt', 'ru')),
  return_url           TEXT CHECK (length(return_url) <= 2000),
  next_check_at        TIMESTAMPTZ,           -- somebody has news: the partner is to be asked at once
  deadline_at          TIMESTAMPTZ NOT NULL,  -- of a draft: until when it can be placed; then: until when it is made
  created_at           TIMESTAMPTZ NOT NULL DEFAULT now(),
  placed_at            TIMESTAMPTZ,
  sent_at              TIMESTAMPTZ,           -- when the partner first named the present transaction
  delivered_at         TIMESTAMPTZ,
  matured_at           TIMESTAMPTZ,
  closed_at            TIMESTAMPTZ,
  updated_at           TIMESTAMPTZ NOT NULL DEFAULT now(),
  CHECK (status IN ('draft', 'canceled') OR (address IS NOT NULL AND address_key IS NOT NULL
    AND customer_id IS NOT NULL AND placed_at IS NOT NULL)),
  CHECK (status NOT IN ('identity', 'payment', 'processing', 'sending', 'delivered', 'charged_back')
    OR partner_order_id IS NOT NULL),
  CHECK ((status IN ('delivered', 'charged_back')) = (delivered_at IS NOT NULL)),
  CHECK (delivered_at IS NULL OR (commission_minor IS NOT NULL AND share_minor BETWEEN 0 AND commission_minor))
);
-- One partner numbers its own orders; two of ours never follow the same one.
CREATE UNIQUE INDEX card_order_partner ON card_order (mode, partner, partner_order_id)
  WHERE partner_order_id IS NOT NULL;
-- One payment on the chain delivers one order.
CREATE UNIQUE INDEX card_order_delivery ON card_order (mode, gate_id, delivered_txid, delivered_output)
  WHERE delivered_txid IS NOT NULL;
CREATE INDEX card_order_by_profile ON card_order (profile_id, id DESC);
CREATE INDEX card_order_of_invoice ON card_order (invoice_id, id DESC) WHERE invoice_id IS NOT NULL;
CREATE INDEX card_order_of_customer ON card_order (customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX card_order_drafts ON card_order (created_at) WHERE placed_at IS NULL;
CREATE INDEX card_order_followed ON card_order (id)
  WHERE status IN ('placing', 'identity', 'payment', 'processing', 'sending') OR needs_operator
    OR next_check_at IS NOT NULL;
CREATE INDEX card_order_maturing ON card_order (delivered_at) WHERE status = 'delivered' AND matured_at IS NULL;
CREATE TRIGGER card_order_of_deleted BEFORE INSERT ON card_order FOR EACH ROW EXECUTE FUNCTION refuse_deleted_merchant();
