-- Euro deposits: a customer's creditor reference, and the entries of the bank's account that name it.

-- safe: reference bank_entry.bank_entry_deposit_id_fkey: older processes leave the column NULL
-- safe: reference bank_entry.bank_entry_stated_by_fkey: older processes leave the column NULL
-- safe: unique static_address.btree (creditor_reference) WHERE (creditor_reference IS NOT NULL): older processes leave the column NULL

-- An address in euro is the gateway's account with a reference of the customer's (ISO 11649).
ALTER TABLE static_address
  ADD COLUMN creditor_reference TEXT,
  ADD COLUMN bank_name          TEXT,
  ADD COLUMN bank_bic           TEXT;
CREATE UNIQUE INDEX static_address_creditor ON static_address (creditor_reference) WHERE creditor_reference IS NOT NULL;

-- One entry belongs to one deposit; several below the minimum may share one. It is credited once a statement that is booked contains it.
ALTER TABLE bank_entry
  ADD COLUMN deposit_id UUID REFERENCES deposit,
  ADD COLUMN credited   BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN stated_by  UUID REFERENCES bank_file;   -- the file of the statement; null with is_stated: from before this column
CREATE INDEX bank_entry_deposit ON bank_entry (deposit_id) WHERE deposit_id IS NOT NULL;
CREATE INDEX bank_entry_uncredited ON bank_entry (mode) WHERE deposit_id IS NOT NULL AND NOT credited;

-- What staff do about euro in suspense: one person proposes, another one of another role confirms. The ID is that of the payment that sends them back.
CREATE TABLE bank_match (
  id             UUID PRIMARY KEY,
  mode           TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  entry_id       UUID NOT NULL REFERENCES bank_entry,
  address_id     UUID REFERENCES static_address,     -- whose deposit it becomes
  payee          JSONB,                              -- or whom it is sent back to: name, town, country
  reason         TEXT NOT NULL CHECK (reason <> ''),
  proposed_by    UUID NOT NULL REFERENCES staff_user,
  proposed_role  TEXT NOT NULL,
  proposed_at    TIMESTAMPTZ NOT NULL DEFAULT now(),
  confirmed_by   UUID REFERENCES staff_user CHECK (confirmed_by <> proposed_by),
  confirmed_at   TIMESTAMPTZ,
  ended_at       TIMESTAMPTZ,                        -- discarded, or the bank did not pay it back
  CHECK ((address_id IS NULL) = (payee IS NOT NULL)),
  CHECK ((confirmed_by IS NULL) = (confirmed_at IS NULL))
);
CREATE UNIQUE INDEX bank_match_open ON bank_match (entry_id) WHERE ended_at IS NULL;

-- A payment that sends euro back belongs to no merchant.
ALTER TABLE bank_payment ALTER COLUMN merchant_id DROP NOT NULL;

-- What somebody wants of the simulated bank of the sandbox; the worker hands it over.
CREATE TABLE simulated_bank_command (
  id          UUID PRIMARY KEY,
  merchant_id UUID NOT NULL REFERENCES merchant,
  command     JSONB NOT NULL,
  created_at  TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX simulated_bank_command_merchant ON simulated_bank_command (merchant_id);
