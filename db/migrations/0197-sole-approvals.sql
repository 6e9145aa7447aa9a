-- What one person of the staff alone approved, valued at that moment: within a day it adds up against the value from
-- which two people have to approve.
CREATE TABLE sole_approval (
  kind        TEXT NOT NULL CHECK (kind IN ('claim', 'treasury_transfer')),
  subject_id  UUID NOT NULL,
  mode        TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  staff_id    UUID NOT NULL REFERENCES staff_user,
  value_minor NUMERIC(78, 0) NOT NULL,     -- euro cents
  approved_at TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX sole_approval_recent ON sole_approval (staff_id, kind, mode, approved_at);
