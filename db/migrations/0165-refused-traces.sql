-- Blocks followed without traces (ETH) that the node does not trace when they are read again, although it traces others. They are apart from the range of
-- `untraced_blocks`, so that one such block does not keep the blocks after it from being read again.
CREATE TABLE refused_traces (
  mode     TEXT NOT NULL CHECK (mode IN ('production', 'sandbox')),
  network  TEXT NOT NULL,
  height   BIGINT NOT NULL,
  tried_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (mode, network, height)
);
