-- The block that holds a transaction of ours: while it is on the chain, the transaction need not be asked after.
ALTER TABLE outgoing_transaction ADD COLUMN block_hash TEXT;
