-- A statement that contradicts what is booked: two people say which of the two is right, and nobody else's euro wait.

-- safe: reference bank_entry.bank_entry_doubted_by_fkey: older processes leave the column NULL
-- locks: bank_entry

CREATE TABLE bank_contradiction (
  id               UUID PRIMARY KEY,
  mode             TEXT NOT NULL,
  file_id          UUID NOT NULL REFERENCES bank_file,   -- with the statement that was refused
  statement_id     TEXT NOT NULL,
  closing_day      DATE NOT NULL,
  difference_minor NUMERIC(78, 0) NOT NULL,
  said             JSONB NOT NULL,                       -- the first entries that only the refused statement has
  said_count       INTEGER NOT NULL,
  digest           TEXT NOT NULL,                        -- of all that the two differ in: a decision is about exactly this
  merchants        UUID[] NOT NULL,                      -- whose euro wait
  end_to_end_ids   TEXT[] NOT NULL,                      -- of payments that it says were made
  found_at         TIMESTAMPTZ NOT NULL DEFAULT now(),
  choice           TEXT CHECK (choice IN ('refused', 'booked')),
  note             TEXT,
  requested_by     UUID REFERENCES staff_user,
  requested_role   TEXT,
  requested_at     TIMESTAMPTZ,
  confirmed_by     UUID REFERENCES staff_user,
  confirmed_at     TIMESTAMPTZ,
  ended_at         TIMESTAMPTZ,
  CHECK (confirmed_at IS NULL OR choice IS NOT NULL)
);
CREATE UNIQUE INDEX bank_contradiction_open ON bank_contradiction (file_id) WHERE ended_at IS NULL;

ALTER TABLE bank_entry
  ADD COLUMN doubted_by UUID REFERENCES bank_contradiction,  -- its statement denies it: while that is open its euro wait
  ADD COLUMN denied     BOOLEAN NOT NULL DEFAULT false;      -- two people have found that it never was
