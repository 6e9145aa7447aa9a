-- Months that have left the tables for files. A month is detached and noted here in one transaction; its tables are
-- dropped, in another one, once their files were written and read again.
CREATE TABLE archived_month (
  month       TEXT PRIMARY KEY CHECK (month ~ '^(first|\d{4}_\d{2})$'), -- as the names of its tables end
  detached_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  files       JSONB,                                      -- name, rows, size and SHA-256 of the file of each table
  -- until then its tables are there, beside those that people see
  dropped_at  TIMESTAMPTZ,
  CHECK ((files IS NULL) = (dropped_at IS NULL))
);
