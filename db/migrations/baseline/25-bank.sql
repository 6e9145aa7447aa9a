-- Euro payments through the bank. The ID is that of the withdrawal.
CREATE TABLE bank_payment (
  id               UUID PRIMARY KEY,
  merchant_id      UUID REFERENCES merchant,
  mode             TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  version          INTEGER NOT NULL DEFAULT 1,
  status           TEXT NOT NULL DEFAULT 'waiting'
    CHECK (status IN ('waiting', 'in_file', 'accepted', 'name_question', 'recalling', 'withdrawn', 'rejected',
      'booked', 'returned')),
  end_to_end_id    TEXT NOT NULL CHECK (end_to_end_id ~ '^[A-Z0-9]{1,35}$') UNIQUE,
  -- cents
  amount_minor     NUMERIC(78, 0) NOT NULL CHECK (amount_minor >= 1 AND amount_minor <= 99999999999),
  creditor_name    TEXT NOT NULL CHECK (creditor_name <> ''),
  creditor_iban    TEXT NOT NULL CHECK (creditor_iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'),
  creditor_bic     TEXT,
  creditor_address JSONB NOT NULL,
  remittance       TEXT NOT NULL,
  -- how many it has been in: more than one after a name was confirmed
  files            INTEGER NOT NULL DEFAULT 0,
  name_confirmed   BOOLEAN NOT NULL DEFAULT false,        -- a person has decided to pay although the name differs
  reason_code      TEXT,                                  -- of the latest news of the bank
  payee_name       TEXT,                                  -- the account holder's name, by the bank
  bank_reference   TEXT,
  decided_by       TEXT,                                  -- who answered the question about the name
  booked_at        TIMESTAMPTZ,
  created_at       TIMESTAMPTZ NOT NULL DEFAULT now(),
  updated_at       TIMESTAMPTZ NOT NULL DEFAULT now(),
  -- The bank has said of this very payment that it makes it, so that a question about its name which is read later, or
  -- still open, no longer lets it be ordered again.
  carried_out      BOOLEAN NOT NULL DEFAULT false,
  -- The bank rejected the payment although it may make it: true until the bank or two people of the staff say its end.
  disputed         BOOLEAN NOT NULL DEFAULT false
);
CREATE INDEX bank_payment_open ON bank_payment (mode, status, id)
  WHERE status IN ('waiting', 'in_file', 'accepted', 'name_question', 'recalling');
CREATE INDEX bank_payment_of_merchant ON bank_payment (merchant_id);
-- Staff see what the bank disputes.
CREATE INDEX bank_payment_disputed ON bank_payment (mode) WHERE disputed;

-- Every file that goes to the bank or comes from it is a row before anything happens with it.
CREATE TABLE bank_file (
  id          UUID PRIMARY KEY,
  mode        TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  direction   TEXT NOT NULL CHECK (direction IN ('out', 'in')),
  -- null: none of these
  kind        TEXT CHECK (kind IN ('pain.001', 'camt.055', 'pain.002', 'camt.052', 'camt.053', 'camt.054', 'camt.029')),
  message_id  TEXT,
  name        TEXT NOT NULL,                              -- of the file
  sha256      BYTEA NOT NULL,                             -- of its bytes
  size        INTEGER NOT NULL,
  content     BYTEA,                                      -- compressed and sealed; null: too large to keep
  state       TEXT NOT NULL
    CHECK (state IN ('written', 'sending', 'sent', 'answered', 'stored', 'waiting', 'processed', 'repeated',
      'refused')),
  problem     TEXT,                                       -- why it was refused, or what it waits for
  answers     UUID REFERENCES bank_file,                  -- the file of ours that it is about
  payments    INTEGER NOT NULL DEFAULT 0,
  total_minor NUMERIC(78, 0) NOT NULL DEFAULT 0,
  created_at  TIMESTAMPTZ NOT NULL DEFAULT now(),
  sent_at     TIMESTAMPTZ,
  settled_at  TIMESTAMPTZ,                                -- answered, or processed
  -- An operator sent it again, so that the bank may answer twice.
  resent      BOOLEAN NOT NULL DEFAULT false,
  CONSTRAINT bank_file_check1
    CHECK ((direction = 'out') = (state IN ('written', 'sending', 'sent', 'answered')) OR state = 'refused'),
  CONSTRAINT bank_file_check
    CHECK (direction = 'in' OR (kind IN ('pain.001', 'camt.055')) AND message_id IS NOT NULL AND content IS NOT NULL)
);
-- A message is there once; what pretends to be it is refused, and kept.
CREATE UNIQUE INDEX bank_file_message ON bank_file (mode, direction, message_id)
  WHERE state NOT IN ('refused', 'repeated');
CREATE UNIQUE INDEX bank_file_bytes ON bank_file (mode, sha256) WHERE direction = 'in';
CREATE INDEX bank_file_open ON bank_file (mode, created_at)
  WHERE state IN ('written', 'sending', 'sent', 'stored', 'waiting');
CREATE INDEX bank_file_newest ON bank_file (created_at, id);
CREATE INDEX bank_file_answers ON bank_file (answers) WHERE answers IS NOT NULL;

-- Which payments a file orders or recalls.
CREATE TABLE bank_file_payment (
  file_id         UUID NOT NULL REFERENCES bank_file,
  payment_id      UUID NOT NULL REFERENCES bank_payment,
  payment_version INTEGER NOT NULL,                       -- of the payment when it was written
  -- A payment may be in several files. Which of these orders the bank has rejected: while another is alive, a rejection
  -- returns no money.
  rejected        BOOLEAN NOT NULL DEFAULT false,
  PRIMARY KEY (file_id, payment_id)
);
CREATE INDEX bank_file_payment_of ON bank_file_payment (payment_id);

-- Statements (camt.053): what each opens and closes with is compared with the books.
CREATE TABLE bank_statement (
  id            UUID PRIMARY KEY,
  mode          TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  file_id       UUID NOT NULL REFERENCES bank_file,
  statement_id  TEXT NOT NULL,
  place         BIGINT GENERATED ALWAYS AS IDENTITY,      -- the order in which they were booked
  sequence      INTEGER,
  opening_minor NUMERIC(78, 0) NOT NULL,
  closing_minor NUMERIC(78, 0) NOT NULL,
  closing_day   DATE NOT NULL,
  entries       INTEGER NOT NULL,
  booked_at     TIMESTAMPTZ NOT NULL DEFAULT now(),
  number        TEXT,
  period        TEXT,
  said_in       TEXT,
  covered_by    UUID REFERENCES bank_statement            -- the one that says all of this again, and more
);
CREATE UNIQUE INDEX bank_statement_place ON bank_statement (mode, place);
CREATE INDEX bank_statement_file ON bank_statement (file_id);

-- The bank's figures and the books differ: no euro leave until staff have resolved it.
CREATE TABLE bank_difference (
  id               UUID PRIMARY KEY,
  mode             TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  file_id          UUID NOT NULL REFERENCES bank_file,
  difference_minor NUMERIC(78, 0) NOT NULL,               -- what the bank has more than the books, or less
  explanation      TEXT NOT NULL,
  candidates       JSONB NOT NULL,                        -- entries and payments that may explain it
  found_at         TIMESTAMPTZ NOT NULL DEFAULT now(),
  resolved_at      TIMESTAMPTZ,
  resolved_by      TEXT,
  note             TEXT,
  -- One that only staff have to know of, such as a missing statement, stops nothing.
  stops            BOOLEAN NOT NULL DEFAULT true,
  CHECK ((resolved_at IS NULL) = (resolved_by IS NULL))
);
CREATE INDEX bank_difference_open ON bank_difference (mode) WHERE resolved_at IS NULL;
CREATE INDEX bank_difference_newest ON bank_difference (found_at, id);
CREATE UNIQUE INDEX bank_difference_of_file ON bank_difference (file_id, stops);

-- What somebody wants of the simulated bank of the sandbox; the worker hands it over.
CREATE TABLE simulated_bank_command (
  id          UUID PRIMARY KEY,
  merchant_id UUID NOT NULL REFERENCES merchant,
  command     JSONB NOT NULL,
  created_at  TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX simulated_bank_command_merchant ON simulated_bank_command (merchant_id);

-- One person requests that a disputed payment ends as rejected, another one of another role confirms it.
CREATE TABLE bank_rejection (
  id              UUID PRIMARY KEY,
  payment_id      UUID NOT NULL REFERENCES bank_payment,
  payment_version INTEGER NOT NULL,                       -- the request is about the payment as it was then
  note            TEXT NOT NULL,
  requested_by    UUID NOT NULL REFERENCES staff_user,
  requested_role  TEXT NOT NULL,
  requested_at    TIMESTAMPTZ NOT NULL DEFAULT now(),
  confirmed_by    UUID REFERENCES staff_user,
  confirmed_at    TIMESTAMPTZ,
  CHECK ((confirmed_by IS NULL) = (confirmed_at IS NULL))
);
CREATE UNIQUE INDEX bank_rejection_open ON bank_rejection (payment_id) WHERE confirmed_at IS NULL;

CREATE TABLE bank_contradiction (
  id               UUID PRIMARY KEY,
  mode             TEXT NOT NULL,
  file_id          UUID NOT NULL REFERENCES bank_file,    -- with the statement that was refused
  statement_id     TEXT NOT NULL,
  closing_day      DATE NOT NULL,
  difference_minor NUMERIC(78, 0) NOT NULL,
  said             JSONB NOT NULL,                        -- the first entries that only the refused statement has
  said_count       INTEGER NOT NULL,
  -- of all that the two differ in: a decision is about exactly this
  digest           TEXT NOT NULL,
  merchants        UUID[] NOT NULL,                       -- whose euro wait
  end_to_end_ids   TEXT[] NOT NULL,                       -- of payments that it says were made
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

-- One movement on the account, from a notification (camt.054), a statement, or first the one and then the other.
CREATE TABLE bank_entry (
  id                 UUID PRIMARY KEY,
  mode               TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  key                TEXT NOT NULL,                       -- the same in notification and statement
  file_id            UUID NOT NULL REFERENCES bank_file,
  is_stated          BOOLEAN NOT NULL,                    -- a statement contains it
  direction          TEXT NOT NULL CHECK (direction IN ('credit', 'debit')),
  amount_minor       NUMERIC(78, 0) NOT NULL CHECK (amount_minor > 0),
  day                DATE NOT NULL,
  code               TEXT NOT NULL,
  is_reversal        BOOLEAN NOT NULL,
  end_to_end_id      TEXT,
  creditor_reference TEXT,
  remittance         TEXT NOT NULL,
  party_name         TEXT,
  party_iban         TEXT,
  bank_reference     TEXT,
  return_code        TEXT,
  return_words       TEXT,
  -- null: not in the books
  booked_as          TEXT CHECK (booked_as IN ('payment', 'return', 'fee', 'suspense', 'claimed', 'reversal')),
  payment_id         UUID REFERENCES bank_payment,
  created_at         TIMESTAMPTZ NOT NULL DEFAULT now(),
  -- One entry belongs to one deposit; several below the minimum may share one. It is credited once a statement that is
  -- booked contains it.
  deposit_id         UUID,
  credited           BOOLEAN NOT NULL DEFAULT false,
  stated_by          UUID REFERENCES bank_file,
  part_of            TEXT,
  entry_reference    TEXT,                                -- the bank's, of that entry
  said_in            TEXT,
  said               JSONB,
  details_by         UUID REFERENCES bank_file,
  ended_at           TIMESTAMPTZ,
  taken_back_by      UUID REFERENCES bank_entry,
  doubted_by         UUID REFERENCES bank_contradiction,  -- its statement denies it: while that is open its euro wait
  denied             BOOLEAN NOT NULL DEFAULT false,
  UNIQUE (mode, key)
);
CREATE INDEX bank_entry_unbooked ON bank_entry (mode, created_at) WHERE booked_as IS NULL;
CREATE INDEX bank_entry_unstated ON bank_entry (mode) WHERE booked_as IS NOT NULL AND NOT is_stated;
CREATE INDEX bank_entry_suspense ON bank_entry (created_at, id) WHERE booked_as = 'suspense';
CREATE INDEX bank_entry_payment ON bank_entry (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX bank_entry_file ON bank_entry (file_id);
CREATE INDEX bank_entry_deposit ON bank_entry (deposit_id) WHERE deposit_id IS NOT NULL;
CREATE INDEX bank_entry_uncredited ON bank_entry (mode) WHERE deposit_id IS NOT NULL AND NOT credited;
-- The same of euro that the bank received.
CREATE INDEX bank_entry_credited ON bank_entry (created_at) WHERE credited;
-- What is notified and in no statement yet.
CREATE INDEX bank_entry_coming ON bank_entry (mode, day) WHERE NOT is_stated AND ended_at IS NULL;
-- What a statement says.
CREATE INDEX bank_entry_said_in ON bank_entry (said_in) WHERE said_in IS NOT NULL;
-- Entries of a day, for notifications that come after their statement.
CREATE INDEX bank_entry_day ON bank_entry (mode, day, amount_minor);
-- What the file of a statement contains.
CREATE INDEX bank_entry_stated_by ON bank_entry (stated_by) WHERE stated_by IS NOT NULL;
-- Which entries a contradiction is about.
CREATE INDEX bank_entry_doubted ON bank_entry (doubted_by) WHERE doubted_by IS NOT NULL;
