-- Each time the database was restored from a backup. Until the checks have passed, operators and health say so.
CREATE TABLE database_restore (
  id UUID PRIMARY KEY,
  restored_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  -- The commit of the last transaction that the database knows of: what came after it is lost.
  restored_to TIMESTAMPTZ NOT NULL,
  backup TEXT NOT NULL,
  by TEXT NOT NULL,
  reason TEXT NOT NULL,
  -- How many addresses of each network were skipped, because they may have been given to payers after that moment.
  addresses_skipped BIGINT NOT NULL CHECK (addresses_skipped > 0),
  -- How far the followers had read: [{"mode", "network", "height"}]. What was paid out afterwards is looked for from there.
  heights JSONB NOT NULL,
  checked_at TIMESTAMPTZ,
  checked_by TEXT,
  -- What differed when an operator accepted it.
  accepted TEXT,
  CHECK ((checked_at IS NULL) = (checked_by IS NULL))
);
CREATE INDEX database_restore_unchecked ON database_restore (restored_at) WHERE checked_at IS NULL;
