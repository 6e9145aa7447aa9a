-- A list was imported after the case was checked: its workflow checks the names again, in whatever status it is.
ALTER TABLE compliance_case ADD COLUMN screening_requested BOOLEAN NOT NULL DEFAULT false;
