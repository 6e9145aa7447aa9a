-- Which of the newer events a profile's team is emailed about: withdrawals, conversions and payment requests. They are
-- apart from email_events, because processes of the last release refuse to save a profile with events that they do not
-- know. Withdrawals were always emailed, so they are on.
-- locks: profile, payment_request
-- safe: check payment_request.payment_request_conversion_fee_payer_check: the column is new
-- safe: check payment_request.payment_request_refund_fee_payer_check: the column is new
ALTER TABLE profile ADD COLUMN newer_email_events TEXT[] NOT NULL DEFAULT '{withdrawal.done,withdrawal.error}';

-- Who pays the other fees of a request's invoices; null: as the profile says at the time.
ALTER TABLE payment_request
  ADD COLUMN conversion_fee_payer TEXT CHECK (conversion_fee_payer IN ('merchant', 'customer')),
  ADD COLUMN refund_fee_payer TEXT CHECK (refund_fee_payer IN ('merchant', 'customer'));
