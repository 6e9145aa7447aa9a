-- What one person of the staff requested to change about the limits of hedging, and who confirmed it.
CREATE TABLE treasury_limit_change (
  id             UUID PRIMARY KEY,
  mode           TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  asset          TEXT NOT NULL,                    -- `*` for the limits of a mode
  limits         JSONB NOT NULL,                   -- name → new value, as text
  reason         TEXT NOT NULL CHECK (reason <> ''),
  requested_by   UUID NOT NULL REFERENCES staff_user,
  requested_role TEXT NOT NULL,
  requested_at   TIMESTAMPTZ NOT NULL DEFAULT now(),
  confirmed_by   UUID REFERENCES staff_user,
  confirmed_at   TIMESTAMPTZ,
  CHECK ((confirmed_by IS NULL) = (confirmed_at IS NULL)),
  CHECK (confirmed_by <> requested_by)
);
CREATE UNIQUE INDEX treasury_limit_change_open ON treasury_limit_change (mode, asset) WHERE confirmed_by IS NULL;
