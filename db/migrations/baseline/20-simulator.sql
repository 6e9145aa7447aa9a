CREATE TABLE sim_chain (
  mode          TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  network       TEXT NOT NULL,
  height        BIGINT NOT NULL,
  hash          TEXT NOT NULL,
  next_block_at TIMESTAMPTZ,                              -- null: blocks are made only when asked for
  -- What a simulated network asks for, in percent of the usual, and until when it does.
  fee_percent   INTEGER NOT NULL DEFAULT 100 CHECK (fee_percent >= 10 AND fee_percent <= 10000),
  fee_until     TIMESTAMPTZ,
  PRIMARY KEY (mode, network)
);

-- The best chain only; a reorganisation replaces its rows.
CREATE TABLE sim_block (
  mode        TEXT NOT NULL,
  network     TEXT NOT NULL,
  height      BIGINT NOT NULL,
  hash        TEXT NOT NULL,
  parent_hash TEXT NOT NULL,
  block_time  TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (mode, network, height)
);

-- state: waiting in the mempool, held (there too, but only a block that was asked for takes it), pinned (no block takes
-- it), mined, dropped.
CREATE TABLE sim_transaction (
  mode         TEXT NOT NULL,
  network      TEXT NOT NULL,
  txid         TEXT NOT NULL,
  seq          BIGINT GENERATED ALWAYS AS IDENTITY,
  movements    JSONB NOT NULL,
  spends       TEXT[] NOT NULL,
  failed       BOOLEAN NOT NULL DEFAULT false,            -- takes effect when it is mined
  state        TEXT NOT NULL CHECK (state IN ('waiting', 'held', 'pinned', 'mined', 'dropped')),
  block_height BIGINT,
  position     INTEGER,
  created_at   TIMESTAMPTZ NOT NULL DEFAULT now(),
  -- Whose test a simulated payment is: blocks that another merchant asks for leave it waiting where it has to wait.
  merchant_id  UUID,
  CHECK ((state = 'mined') = (block_height IS NOT NULL)),
  PRIMARY KEY (mode, network, txid)
);
CREATE INDEX sim_transaction_waiting ON sim_transaction (mode, network, seq)
  WHERE state IN ('waiting', 'held', 'pinned');
CREATE INDEX sim_transaction_block ON sim_transaction (mode, network, block_height, "position") WHERE state = 'mined';
-- What is sent to a simulated chain is refused when something else has spent the same.
CREATE INDEX sim_transaction_spends ON sim_transaction USING gin (spends);

-- What the simulator still has to do. Written by the API in its own transaction; done in order of id when due.
CREATE TABLE sim_command (
  id          BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  mode        TEXT NOT NULL,
  network     TEXT NOT NULL,
  command     JSONB NOT NULL,
  due_at      TIMESTAMPTZ NOT NULL DEFAULT now(),
  done_at     TIMESTAMPTZ,
  created_at  TIMESTAMPTZ NOT NULL DEFAULT now(),
  -- Whose command it is: merchants take turns, so that one who asks for much delays nobody else. Null: the gateway's
  -- own.
  merchant_id UUID
);
CREATE INDEX sim_command_due ON sim_command (mode, network, due_at, id) WHERE done_at IS NULL;
CREATE INDEX sim_command_open ON sim_command (merchant_id) WHERE done_at IS NULL;

-- The fees that a merchant lets a simulated network ask of itself, in percent of the usual, and until when.
CREATE TABLE sim_fee (
  merchant_id UUID NOT NULL REFERENCES merchant,
  mode        TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  network     TEXT NOT NULL,
  percent     INTEGER NOT NULL CHECK (percent >= 10 AND percent <= 1000),
  set_at      TIMESTAMPTZ NOT NULL DEFAULT now(),
  until       TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (merchant_id, mode, network)
);
