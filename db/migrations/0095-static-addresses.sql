-- Addresses of customers, which are paid any number of times, and deposits: what comes in at them.

-- One customer of a profile and one gate: the reference again gives the same address. Watched for ever.
CREATE TABLE static_address (
  id               UUID PRIMARY KEY,
  merchant_id      UUID NOT NULL REFERENCES merchant,
  profile_id       UUID NOT NULL REFERENCES profile,
  mode             TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  gate_id          TEXT NOT NULL,
  network          TEXT NOT NULL,
  chain            TEXT NOT NULL CHECK (chain IN ('main', 'test', 'regtest')),
  reference        TEXT NOT NULL,
  description      TEXT,
  address          TEXT NOT NULL,
  destination_tag  BIGINT,
  notification_url TEXT,                          -- null: the profile's
  autoconversion   JSONB,                         -- null: the profile's, as it is when a deposit begins
  created_at       TIMESTAMPTZ NOT NULL DEFAULT now(),
  UNIQUE (profile_id, gate_id, reference)
);
CREATE INDEX static_address_by_profile ON static_address (profile_id, id DESC);
CREATE TRIGGER static_address_of_deleted BEFORE INSERT ON static_address
  FOR EACH ROW EXECUTE FUNCTION refuse_deleted_merchant();

-- One payment at such an address, or several below the gate's minimum, which wait together until their sum reaches it.
CREATE TABLE deposit (
  id             UUID PRIMARY KEY,
  merchant_id    UUID NOT NULL REFERENCES merchant,
  profile_id     UUID NOT NULL REFERENCES profile,
  mode           TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  version        INTEGER NOT NULL DEFAULT 0,
  status         TEXT NOT NULL CHECK (status IN ('created', 'pending', 'confirming', 'processing', 'done', 'error')),
  status_reason  TEXT,
  needs_operator BOOLEAN NOT NULL DEFAULT false,
  announced      BOOLEAN NOT NULL DEFAULT false,  -- the merchant hears of it: it reached the minimum once
  address_id     UUID NOT NULL REFERENCES static_address,
  gate_id        TEXT NOT NULL,
  network        TEXT NOT NULL,
  reference      TEXT NOT NULL,
  payment_key    TEXT NOT NULL,                   -- network:txid:output of its first payment
  fee_bps        INTEGER NOT NULL,
  minimum_minor  NUMERIC(78, 0) NOT NULL CHECK (minimum_minor >= 0),
  autoconversion JSONB NOT NULL,
  conversion     JSONB,
  amount_minor   NUMERIC(78, 0) NOT NULL CHECK (amount_minor >= 0),
  settled_minor  NUMERIC(78, 0) NOT NULL DEFAULT 0 CHECK (settled_minor >= 0),
  created_at     TIMESTAMPTZ NOT NULL,
  completed_at   TIMESTAMPTZ,
  updated_at     TIMESTAMPTZ NOT NULL DEFAULT now(),
  UNIQUE (mode, payment_key),
  CHECK (status <> 'done' OR settled_minor > 0)
);
CREATE INDEX deposit_by_profile ON deposit (profile_id, id DESC);
CREATE INDEX deposit_by_address ON deposit (address_id, id DESC);
-- Those that a further payment may join; a handful for each address.
CREATE INDEX deposit_open ON deposit (address_id) WHERE settled_minor = 0;
CREATE INDEX deposit_unfinished ON deposit (id)
  WHERE needs_operator OR (status = 'processing' AND status_reason IS DISTINCT FROM 'below_minimum');

-- safe: reference watched_address.watched_address_static_address_id_fkey: older processes leave the column NULL
-- safe: reference payment.payment_static_address_id_fkey: older processes leave the column NULL
-- safe: reference payment.payment_deposit_id_fkey: older processes leave the column NULL
ALTER TABLE watched_address ADD COLUMN static_address_id UUID REFERENCES static_address;
CREATE INDEX watched_address_static ON watched_address (static_address_id) WHERE static_address_id IS NOT NULL;

ALTER TABLE payment
  ADD COLUMN static_address_id UUID REFERENCES static_address,
  ADD COLUMN deposit_id UUID REFERENCES deposit;
CREATE INDEX payment_deposit ON payment (deposit_id) WHERE deposit_id IS NOT NULL;

-- The money of a deposit is an account, as that of an invoice: owner the merchant, kind deposit:<id>. A stored column for it, as invoices have one,
-- would rewrite the table under a lock. Older processes keep account_of_owner.
CREATE INDEX transfer_of_deposit ON transfer (entity) WHERE entity LIKE 'deposit:%';
CREATE INDEX account_of_deposit ON account (kind) WHERE kind LIKE 'deposit:%';
CREATE INDEX account_open_deposit ON account (owner, mode)
  WHERE kind LIKE 'deposit:%' AND (credits_posted <> debits_posted OR debits_pending <> 0 OR credits_pending <> 0);
CREATE INDEX account_of_no_operation ON account (owner, mode) WHERE invoice_id IS NULL AND kind NOT LIKE 'deposit:%';

-- safe: reference conversion.conversion_deposit_id_fkey: older processes leave the column NULL
-- safe: check conversion.conversion_check5: conversion_of_subject replaces it, and allows what it allowed
-- safe: check conversion.conversion_of_subject: what older processes write has passed conversion_check5
ALTER TABLE conversion ADD COLUMN deposit_id UUID REFERENCES deposit;
CREATE INDEX conversion_deposit ON conversion (deposit_id) WHERE deposit_id IS NOT NULL;
ALTER TABLE conversion DROP CONSTRAINT conversion_check5;
ALTER TABLE conversion ADD CONSTRAINT conversion_of_subject
  CHECK ((kind <> 'manual')::int = (invoice_id IS NOT NULL)::int + (deposit_id IS NOT NULL)::int);
