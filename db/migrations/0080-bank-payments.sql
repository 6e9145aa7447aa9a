-- Euro payments through the bank. The ID is that of the withdrawal.
CREATE TABLE bank_payment (
  id               UUID PRIMARY KEY,
  merchant_id      UUID NOT NULL REFERENCES merchant,
  mode             TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  version          INTEGER NOT NULL DEFAULT 1,
  status           TEXT NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'in_file', 'accepted', 'name_question',
    'recalling', 'withdrawn', 'rejected', 'booked', 'returned')),
  end_to_end_id    TEXT NOT NULL UNIQUE CHECK (end_to_end_id ~ '^[A-Z0-9]{1,35}$'),
  amount_minor     NUMERIC(78, 0) NOT NULL CHECK (amount_minor BETWEEN 1 AND 99999999999),   -- cents
  creditor_name    TEXT NOT NULL CHECK (creditor_name <> ''),
  creditor_iban    TEXT NOT NULL CHECK (creditor_iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'),
  creditor_bic     TEXT,
  creditor_address JSONB NOT NULL,
  remittance       TEXT NOT NULL,
  files            INTEGER NOT NULL DEFAULT 0,     -- how many it has been in: more than one after a name was confirmed
  name_confirmed   BOOLEAN NOT NULL DEFAULT false, -- a person has decided to pay although the name differs
  reason_code      TEXT,                           -- of the latest news of the bank
  payee_name       TEXT,                           -- the account holder's name, by the bank
  bank_reference   TEXT,
  decided_by       TEXT,                           -- who answered the question about the name
  booked_at        TIMESTAMPTZ,
  created_at       TIMESTAMPTZ NOT NULL DEFAULT now(),
  updated_at       TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX bank_payment_open ON bank_payment (mode, status, id)
  WHERE status IN ('waiting', 'in_file', 'accepted', 'name_question', 'recalling');
CREATE INDEX bank_payment_of_merchant ON bank_payment (merchant_id);
