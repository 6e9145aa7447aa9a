-- Money in and out of the simulated exchanges.
CREATE TABLE simulated_exchange_withdrawal (
  id         TEXT PRIMARY KEY,                     -- as the exchange names it
  mode       TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  exchange   TEXT NOT NULL,
  client_id  TEXT,
  currency   TEXT NOT NULL,
  address    TEXT NOT NULL,                        -- empty: a bank account
  tag        TEXT,
  amount     NUMERIC(48, 18) NOT NULL CHECK (amount > 0),   -- with the fee
  fee        NUMERIC(48, 18) NOT NULL CHECK (fee >= 0),
  paid       NUMERIC(48, 18) NOT NULL CHECK (paid >= 0),    -- what reaches the address: a fault may pay less, or nothing
  status     TEXT NOT NULL CHECK (status IN ('pending', 'done', 'failed', 'stuck')),   -- stuck: for ever pending
  txid       TEXT,
  made_at    TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX simulated_exchange_withdrawal_account ON simulated_exchange_withdrawal (mode, exchange, made_at);
CREATE TABLE simulated_exchange_deposit (
  mode     TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  exchange TEXT NOT NULL,
  currency TEXT NOT NULL,
  txid     TEXT NOT NULL,
  amount   NUMERIC(48, 18) NOT NULL CHECK (amount > 0),
  made_at  TIMESTAMPTZ NOT NULL DEFAULT now(),
  PRIMARY KEY (mode, exchange, currency, txid)
);
