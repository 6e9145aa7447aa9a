-- A merchant is mailed a restriction once two people of the team have agreed to it, apart from what the status of the case is told by.
ALTER TABLE compliance_case ADD COLUMN restriction_untold BOOLEAN NOT NULL DEFAULT false;
