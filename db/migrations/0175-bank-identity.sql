-- An entry is what it says, a statement its ID, number, period and balances together; a notification moves nothing.

-- safe: unique bank_statement.btree (mode, statement_id): older processes look for the ID before they book, under the lock of the bank
-- safe: unique bank_difference.btree (file_id): older processes look for the file before they open one, under the lock of the bank
-- safe: unique bank_difference.btree (file_id, stops): older processes write rows that stop only, one for each file
-- safe: reference bank_statement.bank_statement_covered_by_fkey: older processes leave the column NULL
-- safe: reference bank_entry.bank_entry_details_by_fkey: older processes leave the column NULL
-- safe: reference bank_entry.bank_entry_taken_back_by_fkey: older processes leave the column NULL
-- safe: index bank_difference: a bank that agrees with its books has few differences
-- locks: bank_statement, bank_entry, bank_difference

ALTER TABLE bank_statement
  DROP CONSTRAINT bank_statement_mode_statement_id_key,
  ADD COLUMN number     TEXT,                            -- digits without leading zeros; sequence has those that fit
  ADD COLUMN period     TEXT,                            -- as the bank writes it
  ADD COLUMN said_in    TEXT,                            -- its file and its place there, as its entries name it
  ADD COLUMN covered_by UUID REFERENCES bank_statement;  -- the one that says all of this again, and more

ALTER TABLE bank_entry
  DROP CONSTRAINT bank_entry_booked_as_check,
  ADD CONSTRAINT bank_entry_booked_as_check
    CHECK (booked_as IN ('payment', 'return', 'fee', 'suspense', 'claimed', 'reversal')),
  ADD COLUMN part_of         TEXT,                        -- the entry of its file: parts and sum are alternatives
  ADD COLUMN entry_reference TEXT,                        -- the bank's, of that entry
  ADD COLUMN said_in         TEXT,                        -- of the statement that contains it
  ADD COLUMN said            JSONB,                       -- as the statement says it, where a notification gave it its words
  ADD COLUMN details_by      UUID REFERENCES bank_file,   -- that notification
  ADD COLUMN ended_at        TIMESTAMPTZ,                 -- it was notified only, and will not come, or came as its parts
  ADD COLUMN taken_back_by   UUID REFERENCES bank_entry;  -- the entry by which the bank took it back

-- One that only staff have to know of, such as a missing statement, stops nothing.
ALTER TABLE bank_difference ADD COLUMN stops BOOLEAN NOT NULL DEFAULT true;
DROP INDEX bank_difference_of_file;
CREATE UNIQUE INDEX bank_difference_of_file ON bank_difference (file_id, stops);
