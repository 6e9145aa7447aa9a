-- A payment may be in several files. Which of these orders the bank has rejected: while another is alive, a rejection returns no money.
ALTER TABLE bank_file_payment ADD COLUMN rejected BOOLEAN NOT NULL DEFAULT false;
-- An operator sent it again, so that the bank may answer twice.
ALTER TABLE bank_file ADD COLUMN resent BOOLEAN NOT NULL DEFAULT false;
