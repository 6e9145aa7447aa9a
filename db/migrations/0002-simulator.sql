-- The simulated chains: what a node would know, so that the same adapters' port can be answered from here.

CREATE TABLE sim_chain (
  mode          TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  network       TEXT NOT NULL,
  height        BIGINT NOT NULL,
  hash          TEXT NOT NULL,
  next_block_at TIMESTAMPTZ,                      -- null: blocks are made only when asked for
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

-- state: waiting in the mempool, held (there too, but only a block that was asked for takes it), pinned (no block takes it), mined, dropped.
CREATE TABLE sim_transaction (
  mode         TEXT NOT NULL,
  network      TEXT NOT NULL,
  txid         TEXT NOT NULL,
  seq          BIGINT GENERATED ALWAYS AS IDENTITY,
  movements    JSONB NOT NULL,
  spends       TEXT[] NOT NULL,
  failed       BOOLEAN NOT NULL DEFAULT false,    -- takes effect when it is mined
  state        TEXT NOT NULL CHECK (state IN ('waiting', 'held', 'pinned', 'mined', 'dropped')),
  block_height BIGINT,
  position     INTEGER,
  created_at   TIMESTAMPTZ NOT NULL DEFAULT now(),
  PRIMARY KEY (mode, network, txid),
  CHECK ((state = 'mined') = (block_height IS NOT NULL))
);
CREATE INDEX sim_transaction_waiting ON sim_transaction (mode, network, seq) WHERE state IN ('waiting', 'held', 'pinned');
CREATE INDEX sim_transaction_block ON sim_transaction (mode, network, block_height, position) WHERE state = 'mined';

-- What the simulator still has to do. Written by the API in its own transaction; done in order of id when due.
CREATE TABLE sim_command (
  id         BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  mode       TEXT NOT NULL,
  network    TEXT NOT NULL,
  command    JSONB NOT NULL,
  due_at     TIMESTAMPTZ NOT NULL DEFAULT now(),
  done_at    TIMESTAMPTZ,
  created_at TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX sim_command_due ON sim_command (mode, network, due_at, id) WHERE done_at IS NULL;

-- Confirmed payments of large amounts that still wait for finality.
CREATE INDEX payment_not_final ON payment (mode, network, block_height) WHERE status = 'confirmed' AND NOT finalized;
