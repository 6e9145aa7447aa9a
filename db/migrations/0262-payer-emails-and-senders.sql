-- locks: payment
-- The email address that a payer entered on the page of an invoice for which the shop gave none. It gets one mail, and
-- is kept apart from the shop's: whoever knows the page's link could have entered it.
CREATE TABLE payer_email (
  invoice_id     UUID PRIMARY KEY REFERENCES invoice,
  email          TEXT NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  -- Entered while no payment was seen, and unchanged since: only then does the mail lead to a refund.
  before_payment BOOLEAN NOT NULL,
  entered_at     TIMESTAMPTZ NOT NULL
);

-- The account that owned the money, where the chain says so exactly: it can sign for a refund. Null: older, or not
-- known. Processes of the release before leave it empty.
ALTER TABLE payment ADD COLUMN sender TEXT;
