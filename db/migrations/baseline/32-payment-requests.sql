-- A price that a merchant asks one person to pay; the person gets the address of its page by email.
CREATE TABLE payment_request (
  id                      UUID PRIMARY KEY,
  profile_id              UUID NOT NULL REFERENCES profile,
  created_by              UUID NOT NULL,
  recipient_name          TEXT NOT NULL,
  recipient_email         TEXT NOT NULL,
  language                TEXT NOT NULL,
  description             TEXT NOT NULL,
  amount_minor            NUMERIC(78, 0) NOT NULL CHECK (amount_minor > 0), -- fiat, minor units of currency
  currency                TEXT NOT NULL,
  gates                   TEXT[],                         -- null: the profile's assets at the time of paying
  success_url             TEXT,
  -- For its invoices; null: as the profile says at the time of paying.
  service_fee_payer       TEXT CHECK (service_fee_payer IN ('merchant', 'customer')),
  network_fee_payer       TEXT CHECK (network_fee_payer IN ('merchant', 'customer')),
  autocomplete            BOOLEAN,
  underpaid_tolerance_bps INTEGER,
  overpaid_tolerance_bps  INTEGER,
  mail_count              INTEGER NOT NULL DEFAULT 1,
  mailed_at               TIMESTAMPTZ NOT NULL,
  created_at              TIMESTAMPTZ NOT NULL,
  expires_at              TIMESTAMPTZ NOT NULL,
  canceled_at             TIMESTAMPTZ
);
CREATE INDEX payment_request_profile ON payment_request (profile_id, id DESC);

-- The invoices that the recipient made: one at a time, and another one after it has ended unpaid.
CREATE TABLE payment_request_invoice (
  request_id UUID NOT NULL REFERENCES payment_request ON DELETE CASCADE,
  invoice_id UUID NOT NULL REFERENCES invoice UNIQUE,
  PRIMARY KEY (request_id, invoice_id)
);
