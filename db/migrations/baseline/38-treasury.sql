-- The state of the simulated exchanges: sandboxes and tests trade there, by the same HTTP interfaces as the real ones.
CREATE TABLE simulated_exchange_balance (
  mode     TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  exchange TEXT NOT NULL,
  currency TEXT NOT NULL,
  amount   NUMERIC(48,18) NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (mode, exchange, currency)
);

CREATE TABLE simulated_exchange_order (
  id        TEXT PRIMARY KEY,                             -- as the exchange names it
  mode      TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  exchange  TEXT NOT NULL,
  client_id TEXT NOT NULL,
  asset     TEXT NOT NULL,
  side      TEXT NOT NULL CHECK (side IN ('buy', 'sell')),
  amount    NUMERIC(48,18) NOT NULL,
  price     NUMERIC(48,18) NOT NULL,
  filled    NUMERIC(48,18) NOT NULL DEFAULT 0,
  status    TEXT NOT NULL CHECK (status IN ('open', 'filled', 'expired', 'canceled')),
  opened_at TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX simulated_exchange_order_client ON simulated_exchange_order (mode, exchange, client_id);

CREATE TABLE simulated_exchange_trade (
  id           TEXT PRIMARY KEY,
  order_id     TEXT NOT NULL REFERENCES simulated_exchange_order,
  amount       NUMERIC(48,18) NOT NULL,
  price        NUMERIC(48,18) NOT NULL,
  cost         NUMERIC(48,18) NOT NULL,
  fee          NUMERIC(48,18) NOT NULL,
  fee_currency TEXT NOT NULL,
  traded_at    TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX simulated_exchange_trade_order ON simulated_exchange_trade (order_id);
CREATE INDEX simulated_exchange_trade_time ON simulated_exchange_trade (traded_at);

CREATE TABLE simulated_exchange_quote (
  id            TEXT PRIMARY KEY,
  mode          TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  exchange      TEXT NOT NULL,
  from_currency TEXT NOT NULL,
  to_currency   TEXT NOT NULL,
  from_amount   NUMERIC(48,18) NOT NULL,
  to_amount     NUMERIC(48,18) NOT NULL,
  valid_until   TIMESTAMPTZ NOT NULL,
  trade_id      TEXT UNIQUE,                              -- once accepted
  status        TEXT CHECK (status IN ('PROCESS', 'SUCCESS', 'FAIL')),
  accepted_at   TIMESTAMPTZ,
  CHECK ((trade_id IS NULL) = (status IS NULL) AND (trade_id IS NULL) = (accepted_at IS NULL))
);

-- What conversions leave is hedged at exchanges: orders with their fills, limits, stops, and comparisons of balances.
CREATE TABLE hedge_order (
  id           UUID PRIMARY KEY,                          -- the exchange gets it as the client's id of the order
  version      INTEGER NOT NULL DEFAULT 1,
  status       TEXT NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'sending', 'open', 'done', 'canceled')),
  reason       TEXT,
  mode         TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  exchange     TEXT NOT NULL,
  kind         TEXT NOT NULL CHECK (kind IN ('order_book', 'quote')),
  asset        TEXT NOT NULL,
  side         TEXT NOT NULL CHECK (side IN ('buy', 'sell')),
  amount       NUMERIC(48,18) NOT NULL CHECK (amount > 0), -- coins
  bound        NUMERIC(48,18) NOT NULL CHECK (bound > 0), -- euro per coin, never worse
  mid          NUMERIC(48,18) NOT NULL CHECK (mid > 0),   -- of the market when it was made
  quote_id     TEXT,
  deadline_at  TIMESTAMPTZ NOT NULL,                      -- it does not count if it reaches the exchange later
  venue_id     TEXT,                                      -- the exchange's own id
  filled       NUMERIC(48,18) NOT NULL DEFAULT 0,         -- the sum of its fills
  cost         NUMERIC(48,18) NOT NULL DEFAULT 0,         -- euro, without fees
  sent_at      TIMESTAMPTZ,
  closed_at    TIMESTAMPTZ,
  rechecked_at TIMESTAMPTZ,                               -- looked up once more after it was closed
  created_at   TIMESTAMPTZ NOT NULL DEFAULT now(),
  updated_at   TIMESTAMPTZ NOT NULL DEFAULT now(),
  CONSTRAINT hedge_order_check1 CHECK ((status IN ('done', 'canceled')) = (closed_at IS NOT NULL)),
  CONSTRAINT hedge_order_check CHECK ((kind = 'quote') = (quote_id IS NOT NULL))
);
-- One at a time: two hedgers of an asset cannot both trade its position.
CREATE UNIQUE INDEX hedge_order_one ON hedge_order (mode, asset) WHERE status IN ('new', 'sending', 'open');
CREATE INDEX hedge_order_created ON hedge_order (created_at, id);
CREATE INDEX hedge_order_recheck ON hedge_order (mode, closed_at) WHERE closed_at IS NOT NULL AND rechecked_at IS NULL;

CREATE TABLE hedge_fill (
  id           UUID PRIMARY KEY,
  order_id     UUID NOT NULL REFERENCES hedge_order,
  mode         TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  exchange     TEXT NOT NULL,
  trade_id     TEXT NOT NULL,                             -- as the exchange names it
  amount       NUMERIC(48,18) NOT NULL CHECK (amount > 0),
  cost         NUMERIC(48,18) NOT NULL CHECK (cost > 0),
  fee          NUMERIC(48,18) NOT NULL DEFAULT 0 CHECK (fee >= 0),
  fee_currency TEXT,
  traded_at    TIMESTAMPTZ NOT NULL,
  booked_at    TIMESTAMPTZ NOT NULL DEFAULT now(),
  CHECK ((fee > 0) = (fee_currency IS NOT NULL)),
  UNIQUE (mode, exchange, trade_id)
);
CREATE INDEX hedge_fill_order ON hedge_fill (order_id);
CREATE INDEX hedge_fill_booked ON hedge_fill (booked_at, id);

-- What an exchange holds beyond whole minor units: it counts in more places than the ledger.
CREATE TABLE exchange_remainder (
  mode      TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  exchange  TEXT NOT NULL,
  asset     TEXT NOT NULL,                                -- as in the ledger
  remainder NUMERIC(48,18) NOT NULL CHECK (remainder >= 0),
  PRIMARY KEY (mode, exchange, asset)
);

CREATE TABLE hedge_limit (
  mode            TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  asset           TEXT NOT NULL,
  threshold_minor NUMERIC(78, 0) NOT NULL CHECK (threshold_minor >= 0), -- euro cents, as the other amounts
  max_age_seconds INTEGER NOT NULL CHECK (max_age_seconds > 0),
  max_order_minor NUMERIC(78, 0) NOT NULL CHECK (max_order_minor > 0),
  position_minor  NUMERIC(78, 0) NOT NULL CHECK (position_minor > 0),
  bound_bps       INTEGER NOT NULL CHECK (bound_bps >= 1 AND bound_bps <= 1000),
  PRIMARY KEY (mode, asset)
);
INSERT INTO hedge_limit (mode, asset, threshold_minor, max_age_seconds, max_order_minor, position_minor, bound_bps)
SELECT mode, asset, 50000, 300, 2500000, 10000000, 50
FROM unnest('{sandbox,production}'::text[]) AS m (mode), unnest('{BTC,LTC,BCH,ETH,USDT,XRP}'::text[]) AS a (asset);

CREATE TABLE treasury_limit (
  mode             TEXT PRIMARY KEY CHECK (mode IN ('sandbox', 'production')),
  daily_loss_minor NUMERIC(78, 0) NOT NULL CHECK (daily_loss_minor > 0) -- euro cents
);
INSERT INTO treasury_limit (mode, daily_loss_minor) VALUES ('sandbox', 500000), ('production', 500000);

-- Hedging that stopped itself, or that staff stopped, until staff release it.
CREATE TABLE hedge_stop (
  mode       TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  asset      TEXT NOT NULL,                               -- `*` for all
  reason     TEXT NOT NULL,
  stopped_by TEXT NOT NULL,
  since      TIMESTAMPTZ NOT NULL DEFAULT now(),
  PRIMARY KEY (mode, asset)
);

CREATE TABLE hedge_position (
  mode      TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  asset     TEXT NOT NULL,
  since     TIMESTAMPTZ,                                  -- it has not been zero since then
  due_since TIMESTAMPTZ,                                  -- it should have been hedged since then
  PRIMARY KEY (mode, asset)
);

-- What positions were worth when they were valued: the gateway's profit or loss since the valuation before.
CREATE TABLE treasury_result (
  id        UUID PRIMARY KEY,
  mode      TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  minor     NUMERIC(78, 0) NOT NULL CHECK (minor <> 0),   -- euro cents; below zero: a loss
  valued_at TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX treasury_result_time ON treasury_result (mode, valued_at);

-- The latest comparison of each currency of an exchange with custody:exchange:<name>.
CREATE TABLE exchange_check (
  mode             TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  exchange         TEXT NOT NULL,
  currency         TEXT NOT NULL,
  venue_minor      NUMERIC(78, 0) NOT NULL,
  books_minor      NUMERIC(78, 0) NOT NULL,
  difference_minor NUMERIC(78, 0) NOT NULL,               -- below zero: the exchange has less than the books
  differs_since    TIMESTAMPTZ,
  told_minor       NUMERIC(78, 0) NOT NULL DEFAULT 0,
  untold_minor     NUMERIC(78, 0) NOT NULL DEFAULT 0,
  untold_since     TIMESTAMPTZ,
  untold_times     INTEGER NOT NULL DEFAULT 0,
  checked_at       TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (mode, exchange, currency)
);

-- What one person of the staff requested to change about the limits of hedging, and who confirmed it.
CREATE TABLE treasury_limit_change (
  id             UUID PRIMARY KEY,
  mode           TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  asset          TEXT NOT NULL,                           -- `*` for the limits of a mode
  limits         JSONB NOT NULL,                          -- name → new value, as text
  reason         TEXT NOT NULL CHECK (reason <> ''),
  requested_by   UUID NOT NULL REFERENCES staff_user,
  requested_role TEXT NOT NULL,
  requested_at   TIMESTAMPTZ NOT NULL DEFAULT now(),
  confirmed_by   UUID REFERENCES staff_user,
  confirmed_at   TIMESTAMPTZ,
  CONSTRAINT treasury_limit_change_check1 CHECK (confirmed_by <> requested_by),
  CONSTRAINT treasury_limit_change_check CHECK ((confirmed_by IS NULL) = (confirmed_at IS NULL))
);
CREATE UNIQUE INDEX treasury_limit_change_open ON treasury_limit_change (mode, asset) WHERE confirmed_by IS NULL;

-- Where money may go: requested by one person of the staff, confirmed by another one of another role, and sealed.
CREATE TABLE treasury_route (
  id              UUID PRIMARY KEY,
  mode            TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  from_place      TEXT NOT NULL,
  to_place        TEXT NOT NULL,
  gate_id         TEXT NOT NULL,                          -- a gate of the chain, or EUR
  status          TEXT NOT NULL DEFAULT 'requested' CHECK (status IN ('requested', 'confirmed', 'ended')),
  address         TEXT,                                   -- null: the exchange has not named it yet
  address_key     TEXT,
  destination_tag BIGINT,
  venue_key       TEXT,                                   -- how the exchange calls this destination in its own list
  -- of a payment by the bank: name, IBAN, BIC, address, reference
  payee           JSONB,
  seal            TEXT,                                   -- over all of this, once confirmed
  reason          TEXT NOT NULL CHECK (reason <> ''),
  requested_by    UUID NOT NULL REFERENCES staff_user,
  requested_role  TEXT NOT NULL,
  confirmed_by    UUID REFERENCES staff_user,
  created_at      TIMESTAMPTZ NOT NULL DEFAULT now(),
  confirmed_at    TIMESTAMPTZ,
  CONSTRAINT treasury_route_check CHECK (to_place <> from_place),
  CONSTRAINT treasury_route_check1 CHECK (confirmed_by <> requested_by),
  CONSTRAINT treasury_route_check2
    CHECK (status <> 'confirmed' OR seal IS NOT NULL AND confirmed_by IS NOT NULL AND confirmed_at IS NOT NULL)
);
CREATE UNIQUE INDEX treasury_route_confirmed ON treasury_route (mode, from_place, to_place, gate_id)
  WHERE status = 'confirmed';
CREATE UNIQUE INDEX treasury_route_requested ON treasury_route (mode, from_place, to_place, gate_id)
  WHERE status = 'requested';

CREATE TABLE treasury_transfer (
  id            UUID PRIMARY KEY,                         -- the exchange gets it as the client's id where it takes one
  version       INTEGER NOT NULL DEFAULT 1,
  status        TEXT NOT NULL DEFAULT 'proposed'
    CHECK (status IN ('proposed', 'approved', 'sending', 'sent', 'arrived', 'failed', 'declined')),
  reason        TEXT,                                     -- why it was refused or failed
  mode          TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  route_id      UUID NOT NULL REFERENCES treasury_route,
  from_place    TEXT NOT NULL,
  to_place      TEXT NOT NULL,
  gate_id       TEXT NOT NULL,
  -- what leaves the origin, fees of an exchange included
  amount_minor  NUMERIC(78, 0) NOT NULL CHECK (amount_minor > 0),
  value_minor   NUMERIC(78, 0),                           -- euro cents when it was proposed; null without a rate
  why           TEXT NOT NULL CHECK (why <> ''),
  proposed_by   TEXT NOT NULL,                            -- a person of the staff, or what watches the floors
  votes         JSONB NOT NULL DEFAULT '[]',              -- of those who approved it: id, role, name
  payout_id     UUID REFERENCES payout,
  venue_id      TEXT,                                     -- the exchange's own id
  txid          TEXT,
  net_minor     NUMERIC(78, 0) CHECK (net_minor > 0),     -- what is on its way
  arrived_minor NUMERIC(78, 0) CHECK (arrived_minor > 0),
  arrival       TEXT,                                     -- the payment, deposit or entry that it arrived as
  deadline_at   TIMESTAMPTZ NOT NULL,                     -- of the present status
  sent_at       TIMESTAMPTZ,
  departed_at   TIMESTAMPTZ,
  closed_at     TIMESTAMPTZ,
  created_at    TIMESTAMPTZ NOT NULL DEFAULT now(),
  updated_at    TIMESTAMPTZ NOT NULL DEFAULT now(),
  CHECK ((status IN ('arrived', 'failed', 'declined')) = (closed_at IS NOT NULL))
);
CREATE INDEX treasury_transfer_open ON treasury_transfer (mode, created_at)
  WHERE status IN ('proposed', 'approved', 'sending', 'sent');
CREATE INDEX treasury_transfer_newest ON treasury_transfer (mode, created_at DESC);
CREATE INDEX treasury_transfer_txid ON treasury_transfer (mode, txid) WHERE txid IS NOT NULL;
CREATE UNIQUE INDEX treasury_transfer_payout ON treasury_transfer (payout_id) WHERE payout_id IS NOT NULL;
-- One withdrawal, deposit, payment or entry belongs to one transfer.
CREATE UNIQUE INDEX treasury_transfer_venue ON treasury_transfer (mode, from_place, venue_id)
  WHERE venue_id IS NOT NULL;
CREATE UNIQUE INDEX treasury_transfer_arrival ON treasury_transfer (mode, to_place, arrival) WHERE arrival IS NOT NULL;
-- Kraken takes no id of ours: a withdrawal whose outcome is unknown is recognized by its amount, which no other one
-- has.
CREATE UNIQUE INDEX treasury_transfer_amount ON treasury_transfer (mode, from_place, gate_id, amount_minor)
  WHERE from_place LIKE 'exchange:%' AND status <> 'declined';

-- How much should be where: below the floor, a transfer up to the target is proposed.
CREATE TABLE treasury_level (
  mode         TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  place        TEXT NOT NULL,
  gate_id      TEXT NOT NULL,
  floor_minor  NUMERIC(78, 0) NOT NULL CHECK (floor_minor >= 0),
  target_minor NUMERIC(78, 0) NOT NULL,
  PRIMARY KEY (mode, place, gate_id),
  CHECK (target_minor > floor_minor)
);

-- Money in and out of the simulated exchanges.
CREATE TABLE simulated_exchange_withdrawal (
  id        TEXT PRIMARY KEY,                             -- as the exchange names it
  mode      TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  exchange  TEXT NOT NULL,
  client_id TEXT,
  currency  TEXT NOT NULL,
  address   TEXT NOT NULL,                                -- empty: a bank account
  tag       TEXT,
  amount    NUMERIC(48,18) NOT NULL CHECK (amount > 0),   -- with the fee
  fee       NUMERIC(48,18) NOT NULL CHECK (fee >= 0),
  paid      NUMERIC(48,18) NOT NULL CHECK (paid >= 0),    -- what reaches the address: a fault may pay less, or nothing
  status    TEXT NOT NULL CHECK (status IN ('pending', 'done', 'failed', 'stuck')), -- stuck: for ever pending
  txid      TEXT,
  made_at   TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX simulated_exchange_withdrawal_account ON simulated_exchange_withdrawal (mode, exchange, made_at);

CREATE TABLE simulated_exchange_deposit (
  mode     TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  exchange TEXT NOT NULL,
  currency TEXT NOT NULL,
  txid     TEXT NOT NULL,
  amount   NUMERIC(48,18) NOT NULL CHECK (amount > 0),
  made_at  TIMESTAMPTZ NOT NULL DEFAULT now(),
  PRIMARY KEY (mode, exchange, currency, txid)
);
