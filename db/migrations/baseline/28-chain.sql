-- What the followers look for. address_key is canonical: the script in hex (BTC, LTC, BCH), the lower-case address
-- (ETH), base58 (TRON), the classic address (XRP). destination_tag is -1 where the network has none.
CREATE TABLE watched_address (
  mode              TEXT NOT NULL,
  network           TEXT NOT NULL,
  address_key       TEXT NOT NULL,
  destination_tag   BIGINT NOT NULL DEFAULT '-1',
  derivation_index  BIGINT NOT NULL,
  invoice_id        UUID REFERENCES invoice,
  quote_id          UUID REFERENCES quote,
  created_at        TIMESTAMPTZ NOT NULL DEFAULT now(),
  static_address_id UUID REFERENCES static_address,
  -- The address first: comparing what all rows share would double the time of a block.
  PRIMARY KEY (address_key, destination_tag, network, mode)
);
CREATE INDEX watched_address_invoice ON watched_address (invoice_id);
CREATE INDEX watched_address_static ON watched_address (static_address_id) WHERE static_address_id IS NOT NULL;

-- What the node of a network said it is when the worker connected; addresses are made with its parameters.
CREATE TABLE chain_identity (
  mode      TEXT NOT NULL,
  network   TEXT NOT NULL,
  chain     TEXT NOT NULL CHECK (chain IN ('main', 'test', 'regtest')),
  name      TEXT NOT NULL,
  simulated BOOLEAN NOT NULL,
  PRIMARY KEY (mode, network)
);

CREATE TABLE chain_cursor (
  mode       TEXT NOT NULL,
  network    TEXT NOT NULL,
  height     BIGINT NOT NULL,
  block_hash TEXT NOT NULL,
  block_time TIMESTAMPTZ NOT NULL,
  checked_at TIMESTAMPTZ NOT NULL,                        -- begin of the last complete look at blocks and mempool
  PRIMARY KEY (mode, network)
);

CREATE TABLE chain_block (
  mode        TEXT NOT NULL,
  network     TEXT NOT NULL,
  height      BIGINT NOT NULL,
  hash        TEXT NOT NULL,
  parent_hash TEXT NOT NULL,
  block_time  TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (mode, network, height)
);

-- Blocks that were followed while the node made no traces (ETH), so that coins that contracts sent in them were not
-- seen. They are read again once it makes traces, from the lowest up: `from_height` is the next one.
CREATE TABLE untraced_blocks (
  mode        TEXT NOT NULL CHECK (mode IN ('production', 'sandbox')),
  network     TEXT NOT NULL,
  from_height BIGINT NOT NULL,
  to_height   BIGINT NOT NULL,
  PRIMARY KEY (mode, network)
);

-- Blocks followed without traces (ETH) that the node does not trace when they are read again, although it traces
-- others. They are apart from the range of `untraced_blocks`, so that one such block does not keep the blocks after it
-- from being read again.
CREATE TABLE refused_traces (
  mode     TEXT NOT NULL CHECK (mode IN ('production', 'sandbox')),
  network  TEXT NOT NULL,
  height   BIGINT NOT NULL,
  tried_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (mode, network, height)
);
