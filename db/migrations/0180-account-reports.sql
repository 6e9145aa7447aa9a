-- Reports of the account during the day (camt.052) are read. Rows that exist are checked by the next migration, without the lock.
-- locks: bank_file
-- safe: check bank_file.bank_file_kind_check: it allows what it allowed, and the next migration validates it
ALTER TABLE bank_file DROP CONSTRAINT bank_file_kind_check;
ALTER TABLE bank_file ADD CONSTRAINT bank_file_kind_check
  CHECK (kind IN ('pain.001', 'camt.055', 'pain.002', 'camt.052', 'camt.053', 'camt.054', 'camt.029')) NOT VALID;
