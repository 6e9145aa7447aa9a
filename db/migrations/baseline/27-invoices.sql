CREATE TABLE invoice (
  id                      UUID PRIMARY KEY,
  merchant_id             UUID NOT NULL REFERENCES merchant,
  profile_id              UUID NOT NULL REFERENCES profile,
  mode                    TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  version                 INTEGER NOT NULL DEFAULT 1,
  status                  TEXT NOT NULL
    CHECK (status IN ('new', 'pending', 'confirming', 'partially_paid', 'overpaid', 'processing', 'done', 'expired',
      'expired_paid', 'invalid', 'refund_requested', 'refunded', 'partially_refunded', 'canceled', 'error')),
  -- a code, e.g. underpaid, paid_after_cancel, reorganised, compliance_hold
  status_reason           TEXT,
  status_before           TEXT,                           -- the status to return to from error or refund_requested
  reference               TEXT,
  reference_live          BOOLEAN NOT NULL DEFAULT true,  -- false frees the reference: expired or canceled, unpaid
  description             TEXT,
  currency                TEXT NOT NULL,
  items                   JSONB NOT NULL DEFAULT '[]',
  price_minor             NUMERIC(78, 0) NOT NULL CHECK (price_minor > 0), -- fiat, before exclusive taxes and fees
  taxes                   JSONB NOT NULL DEFAULT '[]',
  service_fee_minor       NUMERIC(78, 0) NOT NULL DEFAULT 0, -- fiat, what the customer pays of it
  network_fee_minor       NUMERIC(78, 0) NOT NULL DEFAULT 0,
  service_fee_bps         INTEGER NOT NULL,               -- of the plan at creation; taken at settlement
  fee_payer               TEXT NOT NULL CHECK (fee_payer IN ('merchant', 'customer')),
  total_minor             NUMERIC(78, 0) NOT NULL,        -- fiat, what the payer owes
  gates                   TEXT[] NOT NULL,
  gate_id                 TEXT,                           -- of the current quote
  gate_locked             BOOLEAN NOT NULL DEFAULT false, -- something was seen: the gate is fixed
  amount_due_minor        NUMERIC(78, 0),                 -- of the current quote, in the asset
  amount_paid_minor       NUMERIC(78, 0) NOT NULL DEFAULT 0, -- seen and not dropped
  amount_confirmed_minor  NUMERIC(78, 0) NOT NULL DEFAULT 0, -- at its threshold
  amount_settled_minor    NUMERIC(78, 0) NOT NULL DEFAULT 0, -- moved from unsettled to available, before the fee
  amount_refunded_minor   NUMERIC(78, 0) NOT NULL DEFAULT 0,
  -- of the excess, what the merchant keeps: settled without a fee
  excess_kept_minor       NUMERIC(78, 0) NOT NULL DEFAULT 0,
  amount_owed_minor       NUMERIC(78, 0) NOT NULL DEFAULT 0, -- booked on the merchant's receivable by a reorganisation
  autoconversion          JSONB NOT NULL DEFAULT '{"type": "none"}',
  autocomplete            BOOLEAN NOT NULL DEFAULT false,
  underpaid_policy        TEXT NOT NULL DEFAULT 'reject' CHECK (underpaid_policy IN ('reject', 'accept')),
  underpaid_tolerance_bps INTEGER NOT NULL DEFAULT 0,
  overpaid_tolerance_bps  INTEGER NOT NULL DEFAULT 0,
  needs_operator          BOOLEAN NOT NULL DEFAULT false,
  metadata                JSONB NOT NULL DEFAULT '{}',
  customer                JSONB NOT NULL DEFAULT '{}',
  success_url             TEXT,
  cancel_url              TEXT,
  notification_url        TEXT,
  checkout_url            TEXT NOT NULL,                  -- the payer's page, as handed to the shop
  -- set by an operator: fully paid waits in processing until cleared
  compliance_hold         BOOLEAN NOT NULL DEFAULT false,
  payer_claimed_at        TIMESTAMPTZ,                    -- the payer pressed "I have paid"
  created_at              TIMESTAMPTZ NOT NULL,
  expires_at              TIMESTAMPTZ NOT NULL,
  expiry_decided_at       TIMESTAMPTZ,
  completed_at            TIMESTAMPTZ,
  canceled_at             TIMESTAMPTZ,
  updated_at              TIMESTAMPTZ NOT NULL DEFAULT now(),
  -- the payer's; null until the page was opened
  language                TEXT CHECK (language IN ('en', 'de', 'fr', 'es', 'it', 'pt', 'ru')),
  reason_before           TEXT,
  -- An error, or a request for a refund, is left to what it interrupted: not the status alone, but its reason, and how
  -- much was settled.
  settled_before_minor    NUMERIC(78, 0) NOT NULL DEFAULT 0,
  late_tolerance_bps      INTEGER NOT NULL DEFAULT 100,
  -- What an invoice's settlements were converted into, as its views show it; the conversions themselves are rows of
  -- their own.
  conversion              JSONB,
  -- The plan's fee when the invoice was created, where the customer pays it; 0 where the merchant does.
  conversion_fee_bps      INTEGER NOT NULL DEFAULT 0,
  -- What the customer pays of it for the chosen asset, in the currency of the invoice.
  conversion_fee_minor    NUMERIC(78, 0) NOT NULL DEFAULT 0,
  -- Who pays the network fee of this invoice; null: as the profile says when the asset is chosen.
  network_fee_payer       TEXT,
  -- How much of what was settled waits to be converted, in minor units of the gate.
  converting_minor        NUMERIC(78, 0) NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX invoice_reference ON invoice (profile_id, reference) WHERE reference IS NOT NULL AND reference_live;
CREATE INDEX invoice_by_profile ON invoice (profile_id, id DESC);
CREATE INDEX invoice_by_status ON invoice (profile_id, status, id DESC);
CREATE INDEX invoice_any_reference ON invoice (profile_id, reference) WHERE reference IS NOT NULL;
CREATE INDEX invoice_metadata ON invoice USING gin (metadata jsonb_path_ops);
-- Once a minute the unfinished rows are compared with the workflows that they need; finished ones must not cost a read.
-- The conditions are those of the processes in the code, word for word, so that the planner recognizes them.
CREATE INDEX invoice_unfinished ON invoice (id)
  WHERE (status NOT IN ('overpaid', 'done', 'expired', 'expired_paid', 'invalid', 'refunded', 'partially_refunded',
    'canceled', 'refund_requested')) OR ((status IN ('confirming', 'processing')) OR status = 'expired_paid'
    AND autocomplete) AND amount_confirmed_minor > amount_settled_minor;
-- Confirmed money that waits to be settled: few rows, each for a moment.
CREATE INDEX invoice_settling ON invoice (updated_at)
  WHERE (status IN ('confirming', 'processing')) AND amount_confirmed_minor > amount_settled_minor;
-- Several times a second, the invoices whose deadline has passed are looked for. The condition is that of the code,
-- word for word, so that the planner recognizes it.
CREATE INDEX invoice_undecided ON invoice (expires_at, id)
  WHERE (status IN ('new', 'pending', 'partially_paid')) AND expiry_decided_at IS NULL;

-- Each choice of an asset is a quote; the same gate gives the same quote, never a new rate.
CREATE TABLE quote (
  id                   UUID PRIMARY KEY,
  invoice_id           UUID NOT NULL REFERENCES invoice,
  gate_id              TEXT NOT NULL,
  network              TEXT NOT NULL,
  chain                TEXT NOT NULL CHECK (chain IN ('main', 'test', 'regtest')), -- whose parameters the address has
  address              TEXT NOT NULL,
  destination_tag      BIGINT,
  -- fiat: what the payer owes with this gate's network fee in it
  total_minor          NUMERIC(78, 0) NOT NULL,
  network_fee_minor    NUMERIC(78, 0) NOT NULL DEFAULT 0,
  rate_value           NUMERIC(38,18) NOT NULL,
  rate_source          TEXT NOT NULL,
  locked_at            TIMESTAMPTZ NOT NULL,
  amount_due_minor     NUMERIC(78, 0) NOT NULL CHECK (amount_due_minor > 0),
  conversion_fee_minor NUMERIC(78, 0) NOT NULL DEFAULT 0,
  -- An invoice may be open longer than a rate is locked: each quote has an end of its own, and its earlier terms count
  -- for money that was seen while they held.
  locked_until         TIMESTAMPTZ,                       -- null: as long as the invoice is open
  UNIQUE (invoice_id, gate_id)
);

CREATE TABLE derivation_counter (
  mode       TEXT NOT NULL,
  network    TEXT NOT NULL,
  next_index BIGINT NOT NULL DEFAULT 0,                   -- for XRP: the next destination tag
  PRIMARY KEY (mode, network)
);

-- One incoming movement of money. `key` is network:txid:output (UTXO), txid:log:n or txid:trace:path (EVM, TRON), the
-- hash (XRP). status is what the chain says; credit_count and credited are what the ledger did about it.
CREATE TABLE payment (
  id                     UUID PRIMARY KEY,
  mode                   TEXT NOT NULL,
  network                TEXT NOT NULL,
  key                    TEXT NOT NULL,
  txid                   TEXT NOT NULL,
  output                 TEXT NOT NULL,
  -- a gate id, or network:contract / network:issuer for what is no gate
  asset_ref              TEXT NOT NULL,
  gate_id                TEXT,                            -- null when asset_ref is no gate
  amount_minor           NUMERIC(78, 0) NOT NULL CHECK (amount_minor >= 0),
  address_key            TEXT NOT NULL,
  destination_tag        BIGINT NOT NULL DEFAULT '-1',
  spends                 TEXT[] NOT NULL DEFAULT '{}',    -- outpoints, or sender:nonce: what a replacement shares
  invoice_id             UUID REFERENCES invoice,
  quote_id               UUID REFERENCES quote,           -- the quote it pays; null: an asset without a quote
  status                 TEXT NOT NULL
    CHECK (status IN ('seen', 'mined', 'confirmed', 'dropped', 'replaced', 'failed')),
  first_seen_at          TIMESTAMPTZ NOT NULL,
  block_height           BIGINT,
  block_hash             TEXT,
  required_confirmations INTEGER NOT NULL,
  coinbase               BOOLEAN NOT NULL DEFAULT false,
  finalized              BOOLEAN NOT NULL DEFAULT false,
  -- fiat of the invoice at the rate when first seen; null: no rate then
  seen_value_minor       NUMERIC(78, 0),
  credited               BOOLEAN NOT NULL DEFAULT false,
  credit_count           INTEGER NOT NULL DEFAULT 0,
  credited_to            TEXT CHECK (credited_to IN ('unsettled', 'suspense')),
  updated_at             TIMESTAMPTZ NOT NULL DEFAULT now(),
  -- True where a reservation was seen (outgoing_spend, which alone decides); written behind it, so that no signature
  -- waits for a payment's row.
  reserved               BOOLEAN NOT NULL DEFAULT false,
  -- What was credited for a payment and is not reversed: mined again, a transaction may bring another amount.
  credited_minor         NUMERIC(78, 0) NOT NULL DEFAULT 0,
  confirmed_at           TIMESTAMPTZ,
  -- The locked rate waits for a payment for as long as its network usually takes, six times over: when a payment
  -- reached its threshold, and what it was worth then. Null: not confirmed.
  confirmed_value_minor  NUMERIC(78, 0),
  static_address_id      UUID REFERENCES static_address,
  deposit_id             UUID REFERENCES deposit,
  UNIQUE (mode, key),
  CONSTRAINT payment_credited CHECK ((credited_minor > 0) = credited)
);
CREATE INDEX payment_invoice ON payment (invoice_id);
CREATE INDEX payment_open ON payment (mode, network, status) WHERE status IN ('seen', 'mined');
CREATE INDEX payment_height ON payment (mode, network, block_height);
CREATE INDEX payment_txid ON payment (mode, txid);
CREATE INDEX payment_spends ON payment USING gin (spends);
-- Confirmed payments of large amounts that still wait for finality.
CREATE INDEX payment_not_final ON payment (mode, network, block_height) WHERE status = 'confirmed' AND NOT finalized;
CREATE INDEX payment_unreserved ON payment (mode, network, status)
  WHERE NOT reserved AND (network IN ('BTC', 'LTC', 'BCH'));
-- What the chain has and the books have not, and the other way round.
CREATE INDEX payment_unbooked ON payment (mode, network)
  WHERE gate_id IS NOT NULL AND ((status IN ('mined', 'confirmed')) AND NOT credited OR (status IN ('seen', 'dropped',
    'replaced', 'failed')) AND credited);
-- Money in suspense, the newest first.
CREATE INDEX payment_suspense ON payment (first_seen_at DESC, id DESC) WHERE credited AND credited_to = 'suspense';
CREATE INDEX payment_deposit ON payment (deposit_id) WHERE deposit_id IS NOT NULL;
-- What has come lately is counted together for reports, each time by this index.
CREATE INDEX payment_arrived ON payment (first_seen_at)
  WHERE status = 'confirmed' AND gate_id IS NOT NULL AND amount_minor > 0;

CREATE TABLE earlier_quote (
  quote_id             UUID NOT NULL REFERENCES quote,
  locked_at            TIMESTAMPTZ NOT NULL,
  locked_until         TIMESTAMPTZ NOT NULL,
  total_minor          NUMERIC(78, 0) NOT NULL,
  network_fee_minor    NUMERIC(78, 0) NOT NULL,
  conversion_fee_minor NUMERIC(78, 0) NOT NULL,
  rate_value           NUMERIC(38,18) NOT NULL,
  rate_source          TEXT NOT NULL,
  amount_due_minor     NUMERIC(78, 0) NOT NULL CHECK (amount_due_minor > 0),
  CHECK (locked_until > locked_at),
  PRIMARY KEY (quote_id, locked_at)
);

CREATE TRIGGER invoice_of_deleted BEFORE INSERT ON invoice FOR EACH ROW EXECUTE FUNCTION refuse_deleted_merchant();

CREATE FUNCTION note_invoices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO dashboard_change (invoice_id) SELECT id FROM made;
  RETURN NULL;
END $$;
CREATE TRIGGER invoice_noted AFTER INSERT ON invoice REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION note_invoices();

-- A transaction that adds a quote has locked the invoice, so exactly one of its quotes finds no other.
CREATE FUNCTION note_quotes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO dashboard_change (invoice_id, gate_id, is_first)
    SELECT m.invoice_id, m.gate_id, row_number() OVER (PARTITION BY m.invoice_id ORDER BY m.id) = 1
      AND NOT EXISTS (SELECT FROM quote q WHERE q.invoice_id = m.invoice_id AND q.id NOT IN (SELECT id FROM made))
    FROM made m;
  RETURN NULL;
END $$;
CREATE TRIGGER quote_noted AFTER INSERT ON quote REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION note_quotes();
