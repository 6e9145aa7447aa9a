-- What conversions leave is hedged at exchanges: orders with their fills, limits, stops, and comparisons of balances.
CREATE TABLE hedge_order (
  id          UUID PRIMARY KEY,                    -- the exchange gets it as the client's id of the order
  version     INTEGER NOT NULL DEFAULT 1,
  status      TEXT NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'sending', 'open', 'done', 'canceled')),
  reason      TEXT,
  mode        TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  exchange    TEXT NOT NULL,
  kind        TEXT NOT NULL CHECK (kind IN ('order_book', 'quote')),
  asset       TEXT NOT NULL,
  side        TEXT NOT NULL CHECK (side IN ('buy', 'sell')),
  amount      NUMERIC(48, 18) NOT NULL CHECK (amount > 0),   -- coins
  bound       NUMERIC(48, 18) NOT NULL CHECK (bound > 0),    -- euro per coin, never worse
  mid         NUMERIC(48, 18) NOT NULL CHECK (mid > 0),      -- of the market when it was made
  quote_id    TEXT,
  deadline_at TIMESTAMPTZ NOT NULL,                -- it does not count if it reaches the exchange later
  venue_id    TEXT,                                -- the exchange's own id
  filled      NUMERIC(48, 18) NOT NULL DEFAULT 0,  -- the sum of its fills
  cost        NUMERIC(48, 18) NOT NULL DEFAULT 0,  -- euro, without fees
  sent_at     TIMESTAMPTZ,
  closed_at   TIMESTAMPTZ,
  rechecked_at TIMESTAMPTZ,                        -- looked up once more after it was closed
  created_at  TIMESTAMPTZ NOT NULL DEFAULT now(),
  updated_at  TIMESTAMPTZ NOT NULL DEFAULT now(),
  CHECK ((kind = 'quote') = (quote_id IS NOT NULL)),
  CHECK ((status IN ('done', 'canceled')) = (closed_at IS NOT NULL))
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
  trade_id     TEXT NOT NULL,                      -- as the exchange names it
  amount       NUMERIC(48, 18) NOT NULL CHECK (amount > 0),
  cost         NUMERIC(48, 18) NOT NULL CHECK (cost > 0),
  fee          NUMERIC(48, 18) NOT NULL DEFAULT 0 CHECK (fee >= 0),
  fee_currency TEXT,
  traded_at    TIMESTAMPTZ NOT NULL,
  booked_at    TIMESTAMPTZ NOT NULL DEFAULT now(),
  UNIQUE (mode, exchange, trade_id),
  CHECK ((fee > 0) = (fee_currency IS NOT NULL))
);
CREATE INDEX hedge_fill_order ON hedge_fill (order_id);
CREATE INDEX hedge_fill_booked ON hedge_fill (booked_at, id);

-- What an exchange holds beyond whole minor units: it counts in more places than the ledger.
CREATE TABLE exchange_remainder (
  mode      TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  exchange  TEXT NOT NULL,
  asset     TEXT NOT NULL,                         -- as in the ledger
  remainder NUMERIC(48, 18) NOT NULL CHECK (remainder >= 0),
  PRIMARY KEY (mode, exchange, asset)
);

CREATE TABLE hedge_limit (
  mode            TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  asset           TEXT NOT NULL,
  threshold_minor NUMERIC(78, 0) NOT NULL CHECK (threshold_minor >= 0),   -- euro cents, as the other amounts
  max_age_seconds INTEGER NOT NULL CHECK (max_age_seconds > 0),
  max_order_minor NUMERIC(78, 0) NOT NULL CHECK (max_order_minor > 0),
  position_minor  NUMERIC(78, 0) NOT NULL CHECK (position_minor > 0),
  bound_bps       INTEGER NOT NULL CHECK (bound_bps BETWEEN 1 AND 1000),
  PRIMARY KEY (mode, asset)
);
INSERT INTO hedge_limit (mode, asset, threshold_minor, max_age_seconds, max_order_minor, position_minor, bound_bps)
SELECT mode, asset, 50000, 300, 2500000, 10000000, 50
FROM unnest('{sandbox,production}'::text[]) AS m(mode), unnest('{BTC,LTC,BCH,ETH,USDT,XRP}'::text[]) AS a(asset);

CREATE TABLE treasury_limit (
  mode             TEXT PRIMARY KEY CHECK (mode IN ('sandbox', 'production')),
  daily_loss_minor NUMERIC(78, 0) NOT NULL CHECK (daily_loss_minor > 0)   -- euro cents
);
INSERT INTO treasury_limit (mode, daily_loss_minor) VALUES ('sandbox', 500000), ('production', 500000);

-- Hedging that stopped itself, or that staff stopped, until staff release it.
CREATE TABLE hedge_stop (
  mode       TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  asset      TEXT NOT NULL,                        -- `*` for all
  reason     TEXT NOT NULL,
  stopped_by TEXT NOT NULL,
  since      TIMESTAMPTZ NOT NULL DEFAULT now(),
  PRIMARY KEY (mode, asset)
);

CREATE TABLE hedge_position (
  mode      TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  asset     TEXT NOT NULL,
  since     TIMESTAMPTZ,                           -- it has not been zero since then
  due_since TIMESTAMPTZ,                           -- it should have been hedged since then
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
  difference_minor NUMERIC(78, 0) NOT NULL,        -- below zero: the exchange has less than the books
  differs_since    TIMESTAMPTZ,
  told_minor       NUMERIC(78, 0) NOT NULL DEFAULT 0,
  untold_minor     NUMERIC(78, 0) NOT NULL DEFAULT 0,
  untold_since     TIMESTAMPTZ,
  untold_times     INTEGER NOT NULL DEFAULT 0,
  checked_at       TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (mode, exchange, currency)
);
