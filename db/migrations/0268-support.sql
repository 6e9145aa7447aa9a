-- locks: person_look
-- Tickets of merchants and payers, their threads, and what the support team answers often.
CREATE TABLE ticket (
  id             UUID PRIMARY KEY,
  reference      TEXT NOT NULL UNIQUE CHECK (reference ~ '^T-[2-9A-HJ-NP-Z]{8}$'),
  source         TEXT NOT NULL CHECK (source IN ('back_office', 'invoice_page', 'mail')),
  merchant_id    UUID REFERENCES merchant,    -- whose back office or whose invoice's page it came from
  user_id        UUID REFERENCES app_user,    -- who wrote it in the back office
  mode           TEXT CHECK (mode IN ('sandbox', 'production')),
  about_kind     TEXT CHECK (about_kind IN ('invoice', 'payout', 'refund', 'withdrawal', 'deposit')),
  about_id       UUID,
  name           TEXT NOT NULL CHECK (length(name) <= 100),
  email          TEXT NOT NULL CHECK (email = lower(email) AND length(email) <= 254),
  language       TEXT NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'de', 'fr', 'es', 'it', 'pt', 'ru')),
  subject        TEXT NOT NULL CHECK (length(subject) BETWEEN 1 AND 150),
  priority       TEXT NOT NULL CHECK (priority IN ('low', 'normal', 'high', 'urgent')),
  assignee_id    UUID REFERENCES staff_user,
  -- Its status follows from these: domain/support/ticket.ts.
  asked_at       TIMESTAMPTZ,                 -- the first message that is not answered yet
  answered_at    TIMESTAMPTZ,                 -- the last time
  needs_customer BOOLEAN NOT NULL DEFAULT false,  -- the last answer asks the customer for something
  closed_at      TIMESTAMPTZ,
  spam_at        TIMESTAMPTZ,
  rating         TEXT CHECK (rating IN ('good', 'bad')),
  rated_at       TIMESTAMPTZ,
  created_at     TIMESTAMPTZ NOT NULL DEFAULT now(),
  updated_at     TIMESTAMPTZ NOT NULL DEFAULT now(),
  CHECK ((about_kind IS NULL) = (about_id IS NULL) AND (about_kind IS NULL OR mode IS NOT NULL)),
  CHECK (source <> 'back_office' OR (merchant_id IS NOT NULL AND user_id IS NOT NULL)),
  CHECK (closed_at IS NULL OR asked_at IS NULL),
  CHECK ((rating IS NULL) = (rated_at IS NULL))
);
CREATE INDEX ticket_waiting ON ticket (asked_at) WHERE asked_at IS NOT NULL AND spam_at IS NULL;
CREATE INDEX ticket_of_merchant ON ticket (merchant_id, id);
CREATE INDEX ticket_of_address ON ticket (email, id);
CREATE INDEX ticket_of_assignee ON ticket (assignee_id) WHERE closed_at IS NULL;
CREATE TRIGGER ticket_of_deleted BEFORE INSERT ON ticket FOR EACH ROW EXECUTE FUNCTION refuse_deleted_merchant();

CREATE TABLE ticket_message (
  id         UUID PRIMARY KEY,                -- named by the sender's page, so that a message sent twice is one
  ticket_id  UUID NOT NULL REFERENCES ticket ON DELETE CASCADE,
  -- `unverified` came from another mailbox, or not to the address of the ticket: nobody but staff see it.
  author     TEXT NOT NULL CHECK (author IN ('customer', 'staff', 'note', 'unverified')),
  user_id    UUID REFERENCES app_user,
  staff_id   UUID REFERENCES staff_user,
  name       TEXT NOT NULL CHECK (length(name) <= 254),
  text       TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 20000),
  mail_id    TEXT CHECK (length(mail_id) <= 250),  -- of the email that it came by, for the thread of later ones
  mail_hash  BYTEA UNIQUE CHECK (octet_length(mail_hash) = 32),  -- of the email that it came by: each is taken once
  created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  CHECK ((staff_id IS NOT NULL) = (author IN ('staff', 'note')))
);
CREATE INDEX ticket_message_of ON ticket_message (ticket_id, created_at, id);

CREATE TABLE ticket_attachment (
  id             UUID PRIMARY KEY,
  message_id     UUID REFERENCES ticket_message ON DELETE CASCADE,  -- NULL until its message is sent
  user_id        UUID REFERENCES app_user,    -- who uploaded it, and may send it
  file_name      TEXT NOT NULL CHECK (length(file_name) BETWEEN 1 AND 120),
  content_type   TEXT NOT NULL CHECK (content_type IN ('application/pdf', 'image/jpeg', 'image/png')),
  size_bytes     INTEGER NOT NULL CHECK (size_bytes > 0),
  key_sealed     BYTEA NOT NULL,
  content        BYTEA NOT NULL,              -- encrypted with its own key
  created_at     TIMESTAMPTZ NOT NULL DEFAULT now(),
  CHECK (message_id IS NOT NULL OR user_id IS NOT NULL)
);
CREATE INDEX ticket_attachment_of ON ticket_attachment (message_id);
CREATE INDEX ticket_attachment_unsent ON ticket_attachment (user_id, created_at) WHERE message_id IS NULL;

CREATE TABLE saved_answer (
  id         UUID PRIMARY KEY,
  title      TEXT NOT NULL UNIQUE CHECK (length(title) BETWEEN 1 AND 80),
  text       TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 10000),
  staff_id   UUID NOT NULL REFERENCES staff_user,
  created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  updated_at TIMESTAMPTZ NOT NULL DEFAULT now()
);

-- Looks of staff at tickets.
ALTER TABLE person_look DROP CONSTRAINT person_look_kind_check,
  ADD CONSTRAINT person_look_kind_check
    CHECK (kind IN ('case', 'document', 'operation', 'report', 'contact', 'partner', 'ticket'));
