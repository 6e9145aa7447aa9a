-- Blocks that were followed while the node made no traces (ETH), so that coins that contracts sent in them were not seen. They are read again once it makes traces, from
-- the lowest up: `from_height` is the next one.
CREATE TABLE untraced_blocks (
  mode        TEXT NOT NULL CHECK (mode IN ('production', 'sandbox')),
  network     TEXT NOT NULL,
  from_height BIGINT NOT NULL,
  to_height   BIGINT NOT NULL,
  PRIMARY KEY (mode, network)
);

-- Those that were followed so before this table, as far as they are remembered.
INSERT INTO untraced_blocks (mode, network, from_height, to_height)
SELECT c.mode, c.network, min(b.height), max(b.height)
FROM chain_identity c JOIN chain_block b ON b.mode = c.mode AND b.network = c.network
WHERE c.network = 'ETH' AND c.name LIKE '%it makes no traces%'
GROUP BY c.mode, c.network;
