-- What one person wrote about a likeness to a sanctioned party: who that is, why the screened one is another, and by what evidence. Two people of two roles clear it.
-- Append-only.
CREATE TABLE sanctions_disposition (
  case_id    UUID NOT NULL REFERENCES compliance_case,
  hit        TEXT NOT NULL,                       -- subject, list and key of the likeness
  staff_id   UUID NOT NULL,
  staff_name TEXT NOT NULL,
  staff_role TEXT NOT NULL,
  identity   TEXT NOT NULL,
  difference TEXT NOT NULL,
  evidence   TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  PRIMARY KEY (case_id, hit, staff_id)
);
CREATE TRIGGER sanctions_disposition_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON sanctions_disposition
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Each check of a case against the lists: when, why, by which lists of which date, and what it found. Append-only.
CREATE TABLE sanctions_check (
  id         UUID PRIMARY KEY,
  case_id    UUID NOT NULL REFERENCES compliance_case,
  cause      TEXT NOT NULL CHECK (cause IN ('assessment', 'schedule', 'request')),
  lists      JSONB NOT NULL,                      -- name, published_on and imported_at of each; empty: no real list was there
  names      INTEGER NOT NULL,
  hits       INTEGER NOT NULL,
  checked_at TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX sanctions_check_case ON sanctions_check (case_id, checked_at DESC);
CREATE TRIGGER sanctions_check_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON sanctions_check
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
