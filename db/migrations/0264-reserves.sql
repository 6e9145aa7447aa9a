-- Proof of reserves: a tree of what merchants are owed for each mode and day, made once and never changed. A row is
-- public when it is published.
CREATE TABLE reserve_day (
  mode         TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  day          DATE NOT NULL,
  moment       TIMESTAMPTZ NOT NULL,                      -- of all balances
  statement    TEXT NOT NULL,                             -- signed, as domain/reserves/statement.ts writes it
  key_id       TEXT NOT NULL REFERENCES document_key,
  published_at TIMESTAMPTZ,
  PRIMARY KEY (mode, day)
);
CREATE INDEX reserve_day_open ON reserve_day (mode, day) WHERE published_at IS NULL;

CREATE TABLE reserve_asset (
  mode         TEXT NOT NULL,
  day          DATE NOT NULL,
  gate_id      TEXT NOT NULL,
  depth        SMALLINT NOT NULL,
  root_hash    BYTEA NOT NULL CHECK (octet_length(root_hash) = 32),
  owed_minor   NUMERIC(78, 0) NOT NULL CHECK (owed_minor >= 0),
  -- What is held by the source that was last asked, which need not be the moment of the balances.
  held_minor   NUMERIC(78, 0),
  held_source  TEXT CHECK (held_source IN ('node', 'simulator', 'bank_statement')),
  held_at      TIMESTAMPTZ,
  -- What is on addresses that were signed for; null until the day is published, and for euro.
  proven_minor NUMERIC(78, 0) CHECK (proven_minor >= 0),
  CHECK (num_nulls(held_minor, held_source, held_at) IN (0, 3)),
  PRIMARY KEY (mode, day, gate_id),
  FOREIGN KEY (mode, day) REFERENCES reserve_day
);

-- A merchant's balance with its way to the root. The seed of a day is not kept: nobody can find out later which other
-- places were taken.
CREATE TABLE reserve_leaf (
  mode         TEXT NOT NULL,
  day          DATE NOT NULL,
  gate_id      TEXT NOT NULL,
  owner        TEXT NOT NULL,                             -- a merchant's id, or 'unassigned'
  amount_minor NUMERIC(78, 0) NOT NULL CHECK (amount_minor > 0),
  place        BIGINT NOT NULL,
  salt         BYTEA NOT NULL CHECK (octet_length(salt) = 32),
  -- The siblings from the leaf on, 64 bytes each: hash and sum.
  path         BYTEA NOT NULL CHECK (octet_length(path) % 64 = 0),
  PRIMARY KEY (mode, day, gate_id, owner),
  UNIQUE (mode, day, gate_id, place),
  FOREIGN KEY (mode, day, gate_id) REFERENCES reserve_asset
);
CREATE INDEX reserve_leaf_owner ON reserve_leaf (owner, mode, day);

-- Addresses of the gateway's own on which coins lie, with a signature of each over the day's statement.
CREATE TABLE reserve_address (
  mode             TEXT NOT NULL,
  day              DATE NOT NULL,
  network          TEXT NOT NULL,
  address          TEXT NOT NULL,
  branch           SMALLINT NOT NULL CHECK (branch IN (0, 1)),
  derivation_index BIGINT NOT NULL,
  amounts          JSONB NOT NULL,                        -- minor units as text, by gate
  read_at          TIMESTAMPTZ NOT NULL,
  public_key       TEXT,                                  -- in hex, compressed; of the signature
  signature        TEXT,
  CHECK ((public_key IS NULL) = (signature IS NULL)),
  PRIMARY KEY (mode, day, network, address),
  FOREIGN KEY (mode, day) REFERENCES reserve_day
);

CREATE TRIGGER reserve_leaf_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON reserve_leaf
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
