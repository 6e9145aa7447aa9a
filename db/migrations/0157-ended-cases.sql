-- With an account the relationship ends: cases of accounts that were deleted before are ended at that time.
UPDATE compliance_case c SET ended_at = m.deleted_at, version = c.version + 1
FROM merchant m WHERE m.id = c.merchant_id AND m.deleted_at IS NOT NULL AND c.ended_at IS NULL;

-- Files that were replaced or removed before anybody submitted them are nobody's evidence.
CREATE TEMPORARY TABLE unsubmitted ON COMMIT DROP AS
  SELECT id FROM compliance_document WHERE removed_at IS NOT NULL AND handed_in_at IS NULL AND purged_at IS NULL;
DELETE FROM compliance_file_part WHERE document_id IN (SELECT id FROM unsubmitted);
DELETE FROM compliance_file WHERE document_id IN (SELECT id FROM unsubmitted);
UPDATE compliance_document SET purged_at = now() WHERE id IN (SELECT id FROM unsubmitted);
