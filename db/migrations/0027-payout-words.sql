-- What the signer or the node said of a payout's reason, in words: how much of which coin is missing, what a contract answered. For operators; what of it
-- merchants read is decided by domain/view/payout.ts.
ALTER TABLE payout ADD COLUMN status_words TEXT;
