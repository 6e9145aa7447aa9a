-- What was last found when the coins on a chain were compared with the books.

CREATE TABLE custody_check (
  mode             TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  network          TEXT NOT NULL,
  gate_id          TEXT NOT NULL,
  height           BIGINT NOT NULL,
  chain_minor      NUMERIC(78, 0) NOT NULL,              -- on the addresses of ours, by the node
  books_minor      NUMERIC(78, 0) NOT NULL,              -- custody in the ledger
  incoming_minor   NUMERIC(78, 0) NOT NULL,              -- on the chain, not in the books yet
  outgoing_minor   NUMERIC(78, 0) NOT NULL,              -- left on the chain, not in the books yet
  open_fees_minor  NUMERIC(78, 0) NOT NULL,              -- the most that fees not in the books can be
  difference_minor NUMERIC(78, 0) NOT NULL,              -- 0: agreed; below: coins are missing; above: more than known
  differs_since    TIMESTAMPTZ,
  differed_times   INTEGER NOT NULL DEFAULT 0,
  checked_at       TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (mode, network, gate_id),
  CHECK ((difference_minor = 0) = (differs_since IS NULL))
);

CREATE INDEX outgoing_spends ON outgoing_transaction USING gin (spends);
