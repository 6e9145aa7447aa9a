-- The integration profile as its owner edits it, logos, and payment links.

ALTER TABLE profile
  ADD COLUMN version         INTEGER NOT NULL DEFAULT 1,  -- grows with each edit: two tabs do not overwrite each other
  ADD COLUMN company_address TEXT,                        -- with phone and support mail on the invoice, unless show_company is off
  ADD COLUMN company_phone   TEXT;

ALTER TABLE api_token ADD COLUMN version INTEGER NOT NULL DEFAULT 1;

-- A profile's logo, encoded anew by the gateway. It is public under its id, which a new logo changes, so it may be cached for good.
CREATE TABLE logo (
  id         UUID PRIMARY KEY,
  profile_id UUID NOT NULL UNIQUE REFERENCES profile,
  png        BYTEA NOT NULL,
  width      INTEGER NOT NULL CHECK (width BETWEEN 1 AND 512),
  height     INTEGER NOT NULL CHECK (height BETWEEN 1 AND 512),
  created_at TIMESTAMPTZ NOT NULL DEFAULT now()
);

-- What a payment link asks for; whoever opens /pay/<id> gets an invoice of their own.
CREATE TABLE payment_link (
  id           UUID PRIMARY KEY,
  profile_id   UUID NOT NULL REFERENCES profile,
  title        TEXT NOT NULL,
  description  TEXT,
  amount_minor NUMERIC(78, 0) NOT NULL CHECK (amount_minor > 0),  -- fiat, minor units of currency
  currency     TEXT NOT NULL,
  gates        TEXT[],                                    -- null: the profile's assets at the time of paying
  success_url  TEXT,
  active       BOOLEAN NOT NULL DEFAULT true,
  invoice_count INTEGER NOT NULL DEFAULT 0,
  created_at   TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX payment_link_profile ON payment_link (profile_id, id DESC);
