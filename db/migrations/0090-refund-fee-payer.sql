-- Who pays the fees of a refund unless the refund says so (spec §3, fee settings). Until now it was the merchant.
-- safe: check profile.profile_refund_fee_payer_check: the column is new, so the last release leaves its default
ALTER TABLE profile ADD COLUMN refund_fee_payer TEXT NOT NULL DEFAULT 'merchant'
  CHECK (refund_fee_payer IN ('merchant', 'customer'));
