-- One customer of a profile and one gate: the reference again gives the same address. Watched for ever.
CREATE TABLE static_address (
  id                 UUID PRIMARY KEY,
  merchant_id        UUID NOT NULL REFERENCES merchant,
  profile_id         UUID NOT NULL REFERENCES profile,
  mode               TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  gate_id            TEXT NOT NULL,
  network            TEXT NOT NULL,
  chain              TEXT NOT NULL CHECK (chain IN ('main', 'test', 'regtest')),
  reference          TEXT NOT NULL,
  description        TEXT,
  address            TEXT NOT NULL,
  destination_tag    BIGINT,
  notification_url   TEXT,                                -- null: the profile's
  autoconversion     JSONB,                               -- null: the profile's, as it is when a deposit begins
  created_at         TIMESTAMPTZ NOT NULL DEFAULT now(),
  -- An address in euro is the gateway's account with a reference of the customer's (ISO 11649).
  creditor_reference TEXT,
  bank_name          TEXT,
  bank_bic           TEXT,
  UNIQUE (profile_id, gate_id, reference)
);
CREATE INDEX static_address_by_profile ON static_address (profile_id, id DESC);
CREATE UNIQUE INDEX static_address_creditor ON static_address (creditor_reference) WHERE creditor_reference IS NOT NULL;

-- One payment at such an address, or several below the gate's minimum, which wait together until their sum reaches it.
CREATE TABLE deposit (
  id               UUID PRIMARY KEY,
  merchant_id      UUID NOT NULL REFERENCES merchant,
  profile_id       UUID NOT NULL REFERENCES profile,
  mode             TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  version          INTEGER NOT NULL DEFAULT 0,
  status           TEXT NOT NULL CHECK (status IN ('created', 'pending', 'confirming', 'processing', 'done', 'error')),
  status_reason    TEXT,
  needs_operator   BOOLEAN NOT NULL DEFAULT false,
  announced        BOOLEAN NOT NULL DEFAULT false,        -- the merchant hears of it: it reached the minimum once
  address_id       UUID NOT NULL REFERENCES static_address,
  gate_id          TEXT NOT NULL,
  network          TEXT NOT NULL,
  reference        TEXT NOT NULL,
  payment_key      TEXT NOT NULL,                         -- network:txid:output of its first payment
  fee_bps          INTEGER NOT NULL,
  minimum_minor    NUMERIC(78, 0) NOT NULL CHECK (minimum_minor >= 0),
  autoconversion   JSONB NOT NULL,
  conversion       JSONB,
  amount_minor     NUMERIC(78, 0) NOT NULL CHECK (amount_minor >= 0),
  settled_minor    NUMERIC(78, 0) NOT NULL DEFAULT 0 CHECK (settled_minor >= 0),
  created_at       TIMESTAMPTZ NOT NULL,
  completed_at     TIMESTAMPTZ,
  updated_at       TIMESTAMPTZ NOT NULL DEFAULT now(),
  -- Staff hold the money of a deposit. Nothing that merchants or payers read says so.
  compliance_hold  BOOLEAN NOT NULL DEFAULT false,
  converting_minor NUMERIC(78, 0) NOT NULL DEFAULT 0,
  UNIQUE (mode, payment_key),
  CHECK (status <> 'done' OR settled_minor > 0)
);
CREATE INDEX deposit_by_profile ON deposit (profile_id, id DESC);
CREATE INDEX deposit_by_address ON deposit (address_id, id DESC);
-- Those that a further payment may join; a handful for each address.
CREATE INDEX deposit_open ON deposit (address_id) WHERE settled_minor = 0;
CREATE INDEX deposit_unfinished ON deposit (id)
  WHERE needs_operator OR status = 'processing' AND status_reason IS DISTINCT FROM 'below_minimum';

-- What staff do about euro in suspense: one person proposes, another one of another role confirms. The ID is that of
-- the payment that sends them back.
CREATE TABLE bank_match (
  id            UUID PRIMARY KEY,
  mode          TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  entry_id      UUID NOT NULL REFERENCES bank_entry,
  address_id    UUID REFERENCES static_address,           -- whose deposit it becomes
  payee         JSONB,                                    -- or whom it is sent back to: name, town, country
  reason        TEXT NOT NULL CHECK (reason <> ''),
  proposed_by   UUID NOT NULL REFERENCES staff_user,
  proposed_role TEXT NOT NULL,
  proposed_at   TIMESTAMPTZ NOT NULL DEFAULT now(),
  confirmed_by  UUID REFERENCES staff_user,
  confirmed_at  TIMESTAMPTZ,
  ended_at      TIMESTAMPTZ,                              -- discarded, or the bank did not pay it back
  CONSTRAINT bank_match_check CHECK (confirmed_by <> proposed_by),
  CONSTRAINT bank_match_check1 CHECK ((address_id IS NULL) = (payee IS NOT NULL)),
  CONSTRAINT bank_match_check2 CHECK ((confirmed_by IS NULL) = (confirmed_at IS NULL))
);
CREATE UNIQUE INDEX bank_match_open ON bank_match (entry_id) WHERE ended_at IS NULL;

ALTER TABLE bank_entry ADD FOREIGN KEY (deposit_id) REFERENCES deposit;
CREATE TRIGGER static_address_of_deleted BEFORE INSERT ON static_address
  FOR EACH ROW EXECUTE FUNCTION refuse_deleted_merchant();
