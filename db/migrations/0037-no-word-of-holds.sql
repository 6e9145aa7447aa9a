-- A hold by staff is told by `compliance_hold` and by `suspension` alone, which merchants and payers never read: reasons, and what was published, name it no more.
UPDATE invoice SET status_reason = 'awaiting_finality' WHERE status_reason = 'compliance_hold';
UPDATE invoice SET reason_before = 'awaiting_finality' WHERE reason_before = 'compliance_hold';
UPDATE payout SET status_reason = NULL WHERE status_reason = 'operation_suspended';
UPDATE event SET body = replace(body, '"status_reason":"compliance_hold"', '"status_reason":"awaiting_finality"')
WHERE body LIKE '%"status_reason":"compliance_hold"%';
