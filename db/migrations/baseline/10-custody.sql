CREATE TABLE custody_check (
  mode             TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  network          TEXT NOT NULL,
  gate_id          TEXT NOT NULL,
  height           BIGINT NOT NULL,
  chain_minor      NUMERIC(78, 0) NOT NULL,               -- on the addresses of ours, by the node
  books_minor      NUMERIC(78, 0) NOT NULL,               -- custody in the ledger
  incoming_minor   NUMERIC(78, 0) NOT NULL,               -- on the chain, not in the books yet
  outgoing_minor   NUMERIC(78, 0) NOT NULL,               -- left on the chain, not in the books yet
  open_fees_minor  NUMERIC(78, 0) NOT NULL,               -- the most that fees not in the books can be
  difference_minor NUMERIC(78, 0) NOT NULL,               -- 0: agreed; below: coins are missing; above: more than known
  differs_since    TIMESTAMPTZ,
  checked_at       TIMESTAMPTZ NOT NULL,
  -- When the oldest of the answers that make up `chain_minor` was given: a node with many coins of ours is asked about
  -- some of them at a time.
  asked_since      TIMESTAMPTZ NOT NULL DEFAULT now(),
  told_minor       NUMERIC(78, 0) NOT NULL DEFAULT 0,     -- the difference that operators were told of last
  untold_minor     NUMERIC(78, 0) NOT NULL DEFAULT 0,     -- what came on top of it, or is missing from it
  untold_since     TIMESTAMPTZ,
  untold_times     INTEGER NOT NULL DEFAULT 0,            -- in how many looks in a row
  CONSTRAINT custody_check_check1 CHECK ((untold_minor = 0) = (untold_since IS NULL)),
  CONSTRAINT custody_check_check CHECK ((difference_minor = 0) = (differs_since IS NULL)),
  PRIMARY KEY (mode, network, gate_id)
);
