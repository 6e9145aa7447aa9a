-- What one person of the staff requested to write off, and who confirmed it: two people of two roles.
CREATE TABLE debt_write_off (
  id             UUID PRIMARY KEY,
  merchant_id    UUID NOT NULL REFERENCES merchant,
  mode           TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  asset          TEXT NOT NULL,
  minor          NUMERIC(78, 0) NOT NULL CHECK (minor > 0),
  reason         TEXT NOT NULL CHECK (reason <> ''),
  requested_by   UUID NOT NULL REFERENCES staff_user,
  requested_role TEXT NOT NULL,
  requested_at   TIMESTAMPTZ NOT NULL DEFAULT now(),
  confirmed_by   UUID REFERENCES staff_user,
  confirmed_at   TIMESTAMPTZ,
  CHECK ((confirmed_by IS NULL) = (confirmed_at IS NULL)),
  CHECK (confirmed_by <> requested_by)
);
CREATE UNIQUE INDEX debt_write_off_open ON debt_write_off (merchant_id, mode, asset) WHERE confirmed_by IS NULL;
