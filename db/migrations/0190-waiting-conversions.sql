-- Conversions of settlements that could not be made at once: no rate, a full position, a frozen balance. The coins are held, and converted as promised
-- as soon as that is possible, or given back as coins at until_at. A row ends with its hold.
CREATE TABLE waiting_conversion (
  id            UUID PRIMARY KEY,
  merchant_id   UUID NOT NULL REFERENCES merchant,
  profile_id    UUID NOT NULL REFERENCES profile,
  mode          TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  invoice_id    UUID REFERENCES invoice,
  deposit_id    UUID REFERENCES deposit,
  from_gate_id  TEXT NOT NULL,
  to_gate_id    TEXT NOT NULL,
  locked_minor  NUMERIC(78, 0) NOT NULL CHECK (locked_minor >= 0),
  present_minor NUMERIC(78, 0) NOT NULL CHECK (present_minor >= 0),
  locked_rate   JSONB,
  step_key      TEXT NOT NULL UNIQUE,
  hold_key      TEXT NOT NULL UNIQUE,
  reason        TEXT NOT NULL,
  created_at    TIMESTAMPTZ NOT NULL,
  until_at      TIMESTAMPTZ NOT NULL,
  next_at       TIMESTAMPTZ NOT NULL,
  CHECK (locked_minor + present_minor > 0),
  CHECK ((invoice_id IS NULL) <> (deposit_id IS NULL))
);
CREATE INDEX waiting_conversion_due ON waiting_conversion (next_at);
CREATE INDEX waiting_conversion_invoice ON waiting_conversion (invoice_id);
CREATE INDEX waiting_conversion_deposit ON waiting_conversion (deposit_id);

-- How much of what was settled waits there, in minor units of the gate.
ALTER TABLE invoice ADD COLUMN converting_minor NUMERIC(78, 0) NOT NULL DEFAULT 0;
ALTER TABLE deposit ADD COLUMN converting_minor NUMERIC(78, 0) NOT NULL DEFAULT 0;
