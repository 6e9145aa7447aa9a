-- Every file that goes to the bank or comes from it is a row before anything happens with it.
CREATE TABLE bank_file (
  id          UUID PRIMARY KEY,
  mode        TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  direction   TEXT NOT NULL CHECK (direction IN ('out', 'in')),
  kind        TEXT CHECK (kind IN ('pain.001', 'camt.055', 'pain.002', 'camt.053', 'camt.054', 'camt.029')),   -- null: none of these
  message_id  TEXT,
  name        TEXT NOT NULL,              -- of the file
  sha256      BYTEA NOT NULL,             -- of its bytes
  size        INTEGER NOT NULL,
  content     BYTEA,                      -- compressed and sealed; null: too large to keep
  state       TEXT NOT NULL CHECK (state IN ('written', 'sending', 'sent', 'answered',
    'stored', 'waiting', 'processed', 'repeated', 'refused')),
  problem     TEXT,                       -- why it was refused, or what it waits for
  answers     UUID REFERENCES bank_file,  -- the file of ours that it is about
  payments    INTEGER NOT NULL DEFAULT 0,
  total_minor NUMERIC(78, 0) NOT NULL DEFAULT 0,
  created_at  TIMESTAMPTZ NOT NULL DEFAULT now(),
  sent_at     TIMESTAMPTZ,
  settled_at  TIMESTAMPTZ,                -- answered, or processed
  CHECK (direction = 'in' OR (kind IN ('pain.001', 'camt.055') AND message_id IS NOT NULL AND content IS NOT NULL)),
  CHECK ((direction = 'out') = (state IN ('written', 'sending', 'sent', 'answered')) OR state = 'refused')
);
-- A message is there once; what pretends to be it is refused, and kept.
CREATE UNIQUE INDEX bank_file_message ON bank_file (mode, direction, message_id) WHERE state NOT IN ('refused', 'repeated');
CREATE UNIQUE INDEX bank_file_bytes ON bank_file (mode, sha256) WHERE direction = 'in';
CREATE INDEX bank_file_open ON bank_file (mode, created_at) WHERE state IN ('written', 'sending', 'sent', 'stored', 'waiting');
CREATE INDEX bank_file_newest ON bank_file (created_at, id);
CREATE INDEX bank_file_answers ON bank_file (answers) WHERE answers IS NOT NULL;

-- Which payments a file orders or recalls.
CREATE TABLE bank_file_payment (
  file_id         UUID NOT NULL REFERENCES bank_file,
  payment_id      UUID NOT NULL REFERENCES bank_payment,
  payment_version INTEGER NOT NULL,       -- of the payment when it was written
  PRIMARY KEY (file_id, payment_id)
);
CREATE INDEX bank_file_payment_of ON bank_file_payment (payment_id);

-- Statements (camt.053): what each opens and closes with is compared with the books.
CREATE TABLE bank_statement (
  id            UUID PRIMARY KEY,
  mode          TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  file_id       UUID NOT NULL REFERENCES bank_file,
  statement_id  TEXT NOT NULL,
  place         BIGINT GENERATED ALWAYS AS IDENTITY,   -- the order in which they were booked
  sequence      INTEGER,
  opening_minor NUMERIC(78, 0) NOT NULL,
  closing_minor NUMERIC(78, 0) NOT NULL,
  closing_day   DATE NOT NULL,
  entries       INTEGER NOT NULL,
  booked_at     TIMESTAMPTZ NOT NULL DEFAULT now(),
  UNIQUE (mode, statement_id)
);
CREATE UNIQUE INDEX bank_statement_place ON bank_statement (mode, place);
CREATE INDEX bank_statement_file ON bank_statement (file_id);

-- One movement on the account, from a notification (camt.054), a statement, or first the one and then the other.
CREATE TABLE bank_entry (
  id                 UUID PRIMARY KEY,
  mode               TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  key                TEXT NOT NULL,       -- the same in notification and statement
  file_id            UUID NOT NULL REFERENCES bank_file,
  is_stated          BOOLEAN NOT NULL,    -- a statement contains it
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
  booked_as          TEXT CHECK (booked_as IN ('payment', 'return', 'fee', 'suspense', 'claimed')),   -- null: not in the books
  payment_id         UUID REFERENCES bank_payment,
  created_at         TIMESTAMPTZ NOT NULL DEFAULT now(),
  UNIQUE (mode, key)
);
CREATE INDEX bank_entry_unbooked ON bank_entry (mode, created_at) WHERE booked_as IS NULL;
CREATE INDEX bank_entry_unstated ON bank_entry (mode) WHERE booked_as IS NOT NULL AND NOT is_stated;
CREATE INDEX bank_entry_suspense ON bank_entry (created_at, id) WHERE booked_as = 'suspense';
CREATE INDEX bank_entry_payment ON bank_entry (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX bank_entry_file ON bank_entry (file_id);

-- The bank's figures and the books differ: no euro leave until staff have resolved it.
CREATE TABLE bank_difference (
  id               UUID PRIMARY KEY,
  mode             TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  file_id          UUID NOT NULL REFERENCES bank_file,
  difference_minor NUMERIC(78, 0) NOT NULL,   -- what the bank has more than the books, or less
  explanation      TEXT NOT NULL,
  candidates       JSONB NOT NULL,            -- entries and payments that may explain it
  found_at         TIMESTAMPTZ NOT NULL DEFAULT now(),
  resolved_at      TIMESTAMPTZ,
  resolved_by      TEXT,
  note             TEXT,
  CHECK ((resolved_at IS NULL) = (resolved_by IS NULL))
);
CREATE UNIQUE INDEX bank_difference_of_file ON bank_difference (file_id);
CREATE INDEX bank_difference_open ON bank_difference (mode) WHERE resolved_at IS NULL;
CREATE INDEX bank_difference_newest ON bank_difference (found_at, id);
