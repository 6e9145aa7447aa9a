-- locks: payment, network_fee
-- What a waiting payment offers for its place in a block, as its transaction said when it was first seen: the fee, the
-- size that it is paid for (virtual bytes, or units of gas), and whether its sender can replace it. Null: mined when it
-- was first seen, a node that does not say it, or recorded by the release before.
ALTER TABLE payment ADD COLUMN fee_minor NUMERIC(78, 0), ADD COLUMN fee_units BIGINT, ADD COLUMN replaceable BOOLEAN;

-- What one such unit takes now to be in one of the next blocks, and when the node said so. The release before writes
-- neither, so the time is its own.
ALTER TABLE network_fee ADD COLUMN unit_minor NUMERIC(78, 0), ADD COLUMN unit_sampled_at TIMESTAMPTZ;
