-- What compliance staff may do about a merchant in production, and what merchants tell the team.

-- Told to the merchant openly, unlike a suspended operation. Production only: the sandbox is not restricted.
ALTER TABLE merchant
  ADD COLUMN money_out_restricted_at TIMESTAMPTZ,
  ADD COLUMN invoices_restricted_at  TIMESTAMPTZ;

ALTER TABLE compliance_case
  ADD COLUMN restriction_words TEXT;                        -- why, for the merchant

ALTER TABLE compliance_decision
  DROP CONSTRAINT compliance_decision_verdict_check,
  ADD CONSTRAINT compliance_decision_verdict_check
    CHECK (verdict IN ('approve', 'more', 'refuse', 'suspend', 'restrict', 'lift', 'reverify', 'reopen')),
  ADD COLUMN restrictions TEXT[] NOT NULL DEFAULT '{}' CHECK (restrictions <@ ARRAY['money_out', 'invoices']);

-- What a merchant wrote to the team: an answer, an appeal, or what has changed about the business.
CREATE TABLE compliance_statement (
  id         UUID PRIMARY KEY,
  case_id    UUID NOT NULL REFERENCES compliance_case,
  kind       TEXT NOT NULL CHECK (kind IN ('answer', 'appeal', 'owner', 'address', 'activity')),
  words      TEXT NOT NULL CHECK (words <> ''),
  said_by    TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX compliance_statement_case ON compliance_statement (case_id, created_at);
-- Rows go when the time to keep records is over, and change never.
CREATE TRIGGER compliance_statement_append_only BEFORE UPDATE OR TRUNCATE ON compliance_statement
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
