-- Each time the database was restored from a backup. Until the checks have passed, operators and health say so.
CREATE TABLE database_restore (
  id                UUID PRIMARY KEY,
  restored_at       TIMESTAMPTZ NOT NULL DEFAULT now(),
  -- The commit of the last transaction that the database knows of: what came after it is lost.
  restored_to       TIMESTAMPTZ NOT NULL,
  backup            TEXT NOT NULL,
  by                TEXT NOT NULL,
  reason            TEXT NOT NULL,
  -- How many addresses of each network were skipped, because they may have been given to payers after that moment.
  addresses_skipped BIGINT NOT NULL CHECK (addresses_skipped > 0),
  -- How far the followers had read: [{"mode", "network", "height"}]. What was paid out afterwards is looked for from
  -- there.
  heights           JSONB NOT NULL,
  checked_at        TIMESTAMPTZ,
  checked_by        TEXT,
  -- What differed when an operator accepted it.
  accepted          TEXT,
  -- Chains and exchanges are checked in minutes, but the bank's statement may come the next day: coins do not wait for
  -- it. Null: those are not checked. `checked_at` says that everything is.
  coins_checked_at  TIMESTAMPTZ,
  CHECK ((checked_at IS NULL) = (checked_by IS NULL))
);
CREATE INDEX database_restore_unchecked ON database_restore (restored_at) WHERE checked_at IS NULL;

-- Euro payments that a backup shows as not at the bank go there only once two people of two roles have said so, for
-- exactly these payments.
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
