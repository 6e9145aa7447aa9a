-- What shop plugins written for BTCPay's Greenfield API need beside our own: keys of their own kind, and what such a
-- shop keeps with an invoice, which it reads back as it was sent.
CREATE TABLE greenfield_key (
  id           UUID PRIMARY KEY,
  profile_id   UUID NOT NULL REFERENCES profile,
  label        TEXT NOT NULL CHECK (length(label) >= 1 AND length(label) <= 100),
  key_hash     BYTEA NOT NULL UNIQUE CHECK (octet_length(key_hash) = 32), -- SHA-256 of the key
  permissions  TEXT[] NOT NULL CHECK (cardinality(permissions) >= 1 AND cardinality(permissions) <= 20),
  created_by   UUID,                                      -- the person who made or authorized it
  created_at   TIMESTAMPTZ NOT NULL DEFAULT now(),
  last_used_at TIMESTAMPTZ,
  revoked_at   TIMESTAMPTZ
);
CREATE INDEX greenfield_key_profile ON greenfield_key (profile_id) WHERE revoked_at IS NULL;

CREATE TABLE greenfield_invoice (
  invoice_id  UUID PRIMARY KEY REFERENCES invoice,
  profile_id  UUID NOT NULL REFERENCES profile,
  order_id    TEXT CHECK (length(order_id) <= 255),       -- of the shop; several invoices may have the same
  metadata    JSONB NOT NULL,
  checkout    JSONB NOT NULL,
  archived_at TIMESTAMPTZ
);
CREATE INDEX greenfield_invoice_order ON greenfield_invoice (profile_id, order_id) WHERE order_id IS NOT NULL;

CREATE TABLE greenfield_pull_payment (
  id           UUID PRIMARY KEY,
  profile_id   UUID NOT NULL REFERENCES profile,
  invoice_id   UUID NOT NULL REFERENCES invoice,
  name         TEXT NOT NULL,
  description  TEXT NOT NULL,
  currency     TEXT NOT NULL,
  amount_minor NUMERIC(78, 0) NOT NULL CHECK (amount_minor > 0),
  created_at   TIMESTAMPTZ NOT NULL DEFAULT now(),
  archived_at  TIMESTAMPTZ
);
CREATE INDEX greenfield_pull_payment_invoice ON greenfield_pull_payment (invoice_id);
