ALTER TABLE bank_file VALIDATE CONSTRAINT bank_file_kind_check;
