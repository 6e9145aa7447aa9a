-- The spread of a pair in basis points. '*' stands for any gate; the most precise row counts.
CREATE TABLE conversion_spread (
  from_gate_id TEXT NOT NULL,
  to_gate_id   TEXT NOT NULL,
  spread_bps   INTEGER NOT NULL CHECK (spread_bps >= 0 AND spread_bps <= 2000),
  PRIMARY KEY (from_gate_id, to_gate_id)
);
INSERT INTO conversion_spread (from_gate_id, to_gate_id, spread_bps) VALUES
  ('*', '*', 30), ('USDT_ERC20', 'EUR', 20), ('USDT_TRC20', 'EUR', 20), ('EUR', 'USDT_ERC20', 20),
  ('EUR', 'USDT_TRC20', 20), ('USDT_ERC20', 'USDT_TRC20', 5), ('USDT_TRC20', 'USDT_ERC20', 5);

-- By gate, in its minor units: the smallest and largest amount of one conversion from it (about EUR 1 and EUR 100,000),
-- and how far the gateway's position may be from zero.
CREATE TABLE conversion_limit (
  gate_id        TEXT PRIMARY KEY,
  minimum_minor  NUMERIC(78, 0) NOT NULL CHECK (minimum_minor > 0),
  maximum_minor  NUMERIC(78, 0) NOT NULL,
  position_minor NUMERIC(78, 0) NOT NULL CHECK (position_minor >= 0),
  CHECK (maximum_minor >= minimum_minor)
);
INSERT INTO conversion_limit (gate_id, minimum_minor, maximum_minor, position_minor) VALUES
  ('BTC', 2000, 200000000, 1000000000), ('LTC', 1500000, 100000000000, 500000000000),
  ('BCH', 250000, 25000000000, 125000000000),
  ('ETH', 500000000000000, 40000000000000000000, 200000000000000000000),
  ('USDT_ERC20', 1000000, 100000000000, 500000000000), ('USDT_TRC20', 1000000, 100000000000, 500000000000),
  ('TRX', 5000000, 400000000000, 0), ('XRP', 500000, 50000000000, 250000000000), ('EUR', 100, 10000000, 50000000);

-- A price for one merchant, firm until expires_at and used at most once.
CREATE TABLE conversion_quote (
  id                UUID PRIMARY KEY,
  merchant_id       UUID NOT NULL REFERENCES merchant,
  profile_id        UUID NOT NULL REFERENCES profile,
  mode              TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  from_gate_id      TEXT NOT NULL,
  to_gate_id        TEXT NOT NULL,
  amount_from_minor NUMERIC(78, 0) NOT NULL CHECK (amount_from_minor > 0),
  amount_to_minor   NUMERIC(78, 0) NOT NULL CHECK (amount_to_minor > 0),
  fee_minor         NUMERIC(78, 0) NOT NULL CHECK (fee_minor >= 0), -- in the asset that comes out
  rate              NUMERIC(48,18) NOT NULL CHECK (rate > 0), -- to for one from, after the spread, before the fee
  spread_bps        INTEGER NOT NULL,
  fee_bps           INTEGER NOT NULL,
  sources           JSONB NOT NULL,                       -- each price with its source and age
  created_at        TIMESTAMPTZ NOT NULL,
  expires_at        TIMESTAMPTZ NOT NULL,
  used_at           TIMESTAMPTZ
);
CREATE INDEX conversion_quote_unused ON conversion_quote (expires_at) WHERE used_at IS NULL;

-- A conversion happened: it commits with its transfers or not at all, so it has no other status.
CREATE TABLE conversion (
  id                  UUID PRIMARY KEY,
  merchant_id         UUID NOT NULL REFERENCES merchant,
  profile_id          UUID NOT NULL REFERENCES profile,
  mode                TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  kind                TEXT NOT NULL CHECK (kind IN ('manual', 'settlement', 'refund')),
  quote_id            UUID UNIQUE REFERENCES conversion_quote,
  invoice_id          UUID REFERENCES invoice,
  from_gate_id        TEXT NOT NULL,
  to_gate_id          TEXT NOT NULL,
  amount_from_minor   NUMERIC(78, 0) NOT NULL CHECK (amount_from_minor > 0),
  amount_to_minor     NUMERIC(78, 0) NOT NULL CHECK (amount_to_minor >= 0),
  fee_minor           NUMERIC(78, 0) NOT NULL CHECK (fee_minor >= 0),
  rate                NUMERIC(48,18) NOT NULL,
  rate_at             TEXT NOT NULL CHECK (rate_at IN ('locked', 'present')),
  spread_bps          INTEGER NOT NULL,
  fee_bps             INTEGER NOT NULL,
  sources             JSONB NOT NULL,
  -- What a reorganization or a refund has taken back, in minor units of each side.
  reversed_from_minor NUMERIC(78, 0) NOT NULL DEFAULT 0,
  reversed_to_minor   NUMERIC(78, 0) NOT NULL DEFAULT 0,
  reversed_fee_minor  NUMERIC(78, 0) NOT NULL DEFAULT 0,
  created_by          UUID,                               -- the user of a manual one
  created_at          TIMESTAMPTZ NOT NULL,
  deposit_id          UUID REFERENCES deposit,
  CONSTRAINT conversion_check1 CHECK (reversed_from_minor >= 0 AND reversed_from_minor <= amount_from_minor),
  CONSTRAINT conversion_check CHECK (to_gate_id <> from_gate_id),
  CONSTRAINT conversion_check2 CHECK (reversed_to_minor >= 0 AND reversed_to_minor <= amount_to_minor),
  CONSTRAINT conversion_check3 CHECK (reversed_fee_minor >= 0 AND reversed_fee_minor <= fee_minor),
  CONSTRAINT conversion_check4 CHECK ((kind = 'manual') = (quote_id IS NOT NULL AND created_by IS NOT NULL)),
  CONSTRAINT conversion_of_subject
    CHECK ((kind <> 'manual')::integer = ((invoice_id IS NOT NULL)::integer + (deposit_id IS NOT NULL)::integer))
);
CREATE INDEX conversion_by_profile ON conversion (profile_id, id DESC);
CREATE INDEX conversion_invoice ON conversion (invoice_id) WHERE invoice_id IS NOT NULL;
CREATE INDEX conversion_deposit ON conversion (deposit_id) WHERE deposit_id IS NOT NULL;
-- While staff hold an operation, what its money was converted into is looked up; settlements convert what they settle.
CREATE INDEX conversion_drawn ON conversion (merchant_id, from_gate_id, created_at) WHERE kind <> 'settlement';

-- Conversions of settlements that could not be made at once: no rate, a full position, a frozen balance. The coins are
-- held, and converted as promised as soon as that is possible, or given back as coins at until_at. A row ends with its
-- hold.
CREATE TABLE waiting_conversion (
  id            UUID PRIMARY KEY,
  merchant_id   UUID NOT NULL REFERENCES merchant,
  profile_id    UUID NOT NULL REFERENCES profile,
  mode          TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  invoice_id    UUID REFERENCES invoice,
  deposit_id    UUID REFERENCES deposit,
  from_gate_id  TEXT NOT NULL,
  to_gate_id    TEXT NOT NULL,
  locked_minor  NUMERIC(78, 0) NOT NULL CHECK (locked_minor >= 0),
  present_minor NUMERIC(78, 0) NOT NULL CHECK (present_minor >= 0),
  locked_rate   JSONB,
  step_key      TEXT NOT NULL UNIQUE,
  hold_key      TEXT NOT NULL UNIQUE,
  reason        TEXT NOT NULL,
  created_at    TIMESTAMPTZ NOT NULL,
  until_at      TIMESTAMPTZ NOT NULL,
  next_at       TIMESTAMPTZ NOT NULL,
  CONSTRAINT waiting_conversion_check CHECK ((locked_minor + present_minor) > 0),
  CONSTRAINT waiting_conversion_check1 CHECK ((invoice_id IS NULL) <> (deposit_id IS NULL))
);
CREATE INDEX waiting_conversion_due ON waiting_conversion (next_at);
CREATE INDEX waiting_conversion_invoice ON waiting_conversion (invoice_id);
CREATE INDEX waiting_conversion_deposit ON waiting_conversion (deposit_id);
