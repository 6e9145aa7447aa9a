-- Who pays the fee of automatic conversion (spec §3, fee settings). Until now it was the merchant.
-- safe: check profile.profile_conversion_fee_payer_check: the column is new, so the last release leaves its default
ALTER TABLE profile ADD COLUMN conversion_fee_payer TEXT NOT NULL DEFAULT 'merchant'
  CHECK (conversion_fee_payer IN ('merchant', 'customer'));
-- The plan's fee when the invoice was created, where the customer pays it; 0 where the merchant does.
ALTER TABLE invoice ADD COLUMN conversion_fee_bps INTEGER NOT NULL DEFAULT 0;
-- What the customer pays of it for the chosen asset, in the currency of the invoice.
ALTER TABLE invoice ADD COLUMN conversion_fee_minor NUMERIC(78, 0) NOT NULL DEFAULT 0;
ALTER TABLE quote ADD COLUMN conversion_fee_minor NUMERIC(78, 0) NOT NULL DEFAULT 0;
