-- While everybody works on.
ALTER TABLE payout VALIDATE CONSTRAINT payout_kind_check;
