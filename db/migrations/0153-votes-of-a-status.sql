-- Votes on a case count only in the status in which they were given: every change of status starts a new round. Cases that came to their status before this
-- rule may still have votes of an earlier one in their round; these are not counted again.
UPDATE compliance_case c SET round = c.round + 1, updated_at = now()
WHERE EXISTS (SELECT FROM compliance_decision d WHERE d.case_id = c.id AND d.round = c.round AND d.created_at < c.since);
