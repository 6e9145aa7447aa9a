-- A voice for filing or dismissing a report. It counts for the version that was read: a report that changed is voted on again. Append-only.
CREATE TABLE linked_report_vote (
  report_id  UUID NOT NULL REFERENCES linked_report,
  version    INTEGER NOT NULL,
  verdict    TEXT NOT NULL CHECK (verdict IN ('filed', 'dismissed')),
  staff_id   UUID NOT NULL REFERENCES staff_user,
  staff_role TEXT NOT NULL,
  reason     TEXT,
  created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  PRIMARY KEY (report_id, version, verdict, staff_id)
);
CREATE TRIGGER linked_report_vote_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON linked_report_vote
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Operations of one merchant that were suspended one after the other count together.
CREATE INDEX suspension_of_merchant ON suspension (merchant_id, suspended_at);
