-- Deposit addresses that may hold money the paying account does not have yet, on networks with an account for each invoice. What is not worth its fee stays, and
-- is listed here as dust.

CREATE TABLE deposit_holding (
  mode             TEXT NOT NULL,
  network          TEXT NOT NULL,
  address_key      TEXT NOT NULL,
  gate_id          TEXT NOT NULL,
  derivation_index BIGINT NOT NULL,
  state            TEXT NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'dust', 'waiting', 'moving')),
  amount_minor     NUMERIC(78, 0),                -- when it was last looked at
  words            TEXT,                          -- why nothing moves, for operators
  due_at           TIMESTAMPTZ NOT NULL DEFAULT now(),
  PRIMARY KEY (mode, network, address_key, gate_id)
);
CREATE INDEX deposit_holding_due ON deposit_holding (mode, network, due_at);

-- Up to which block payments were looked through for such addresses.
CREATE TABLE deposit_cursor (
  mode    TEXT NOT NULL,
  network TEXT NOT NULL,
  height  BIGINT NOT NULL,
  PRIMARY KEY (mode, network)
);
