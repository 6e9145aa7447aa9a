-- Euro payments that a backup shows as not at the bank go there only once two people of two roles have said so, for exactly these payments.
CREATE TABLE restored_release (
  id             UUID PRIMARY KEY,
  mode           TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  payments       TEXT[] NOT NULL CHECK (cardinality(payments) > 0),
  note           TEXT NOT NULL,
  requested_by   UUID NOT NULL REFERENCES staff_user,
  requested_role TEXT NOT NULL,
  requested_at   TIMESTAMPTZ NOT NULL DEFAULT now(),
  confirmed_by   UUID REFERENCES staff_user,
  confirmed_at   TIMESTAMPTZ,
  CHECK ((confirmed_by IS NULL) = (confirmed_at IS NULL))
);
CREATE UNIQUE INDEX restored_release_open ON restored_release (mode) WHERE confirmed_at IS NULL;
CREATE INDEX restored_release_payments ON restored_release USING gin (payments) WHERE confirmed_at IS NOT NULL;
