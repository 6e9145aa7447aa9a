-- The state of the simulated exchanges: sandboxes and tests trade there, by the same HTTP interfaces as the real ones.
CREATE TABLE simulated_exchange_balance (
  mode     TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  exchange TEXT NOT NULL,
  currency TEXT NOT NULL,
  amount   NUMERIC(48, 18) NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (mode, exchange, currency)
);
CREATE TABLE simulated_exchange_order (
  id        TEXT PRIMARY KEY,                     -- as the exchange names it
  mode      TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  exchange  TEXT NOT NULL,
  client_id TEXT NOT NULL,
  asset     TEXT NOT NULL,
  side      TEXT NOT NULL CHECK (side IN ('buy', 'sell')),
  amount    NUMERIC(48, 18) NOT NULL,
  price     NUMERIC(48, 18) NOT NULL,
  filled    NUMERIC(48, 18) NOT NULL DEFAULT 0,
  status    TEXT NOT NULL CHECK (status IN ('open', 'filled', 'expired', 'canceled')),
  opened_at TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX simulated_exchange_order_client ON simulated_exchange_order (mode, exchange, client_id);
CREATE TABLE simulated_exchange_trade (
  id           TEXT PRIMARY KEY,
  order_id     TEXT NOT NULL REFERENCES simulated_exchange_order,
  amount       NUMERIC(48, 18) NOT NULL,
  price        NUMERIC(48, 18) NOT NULL,
  cost         NUMERIC(48, 18) NOT NULL,
  fee          NUMERIC(48, 18) NOT NULL,
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
  from_amount   NUMERIC(48, 18) NOT NULL,
  to_amount     NUMERIC(48, 18) NOT NULL,
  valid_until   TIMESTAMPTZ NOT NULL,
  trade_id      TEXT UNIQUE,                      -- once accepted
  status        TEXT CHECK (status IN ('PROCESS', 'SUCCESS', 'FAIL')),
  accepted_at   TIMESTAMPTZ,
  CHECK ((trade_id IS NULL) = (status IS NULL) AND (trade_id IS NULL) = (accepted_at IS NULL))
);
