-- What payment methods and the address book are shown with.

ALTER TABLE payment_method ADD COLUMN status_reason TEXT;

-- The same in a new method's or address's mail and in lists: the key alone does not tell people which address it is.
ALTER TABLE payout_address
  ADD COLUMN id UUID NOT NULL DEFAULT gen_random_uuid() UNIQUE,
  ADD COLUMN address TEXT NOT NULL DEFAULT '',
  ADD COLUMN label TEXT;
ALTER TABLE payout_address ALTER COLUMN address DROP DEFAULT;

CREATE INDEX payout_by_method ON payout (method_id, id DESC) WHERE method_id IS NOT NULL;
