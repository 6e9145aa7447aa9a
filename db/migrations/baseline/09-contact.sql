-- What visitors write by the forms of the public pages, and how staff answer. Its status follows from its columns.
CREATE TABLE contact_message (
  id           UUID PRIMARY KEY,
  kind         TEXT NOT NULL CHECK (kind IN ('contact-us', 'contact-us-partner', 'partner')),
  reference    TEXT NOT NULL,                             -- as the sender knows it
  name         TEXT NOT NULL,
  email        TEXT NOT NULL,
  subject      TEXT NOT NULL,
  message      TEXT NOT NULL,
  details      JSONB NOT NULL,                            -- further fields of the form, by name
  ip           INET,
  was_proven   BOOLEAN NOT NULL,                          -- sent with a proof of work
  form_hash    BYTEA NOT NULL UNIQUE,                     -- of the form's token: each form stores one message
  content_hash BYTEA NOT NULL,                            -- of what was written
  assignee_id  UUID REFERENCES staff_user,
  answered_at  TIMESTAMPTZ,                               -- the last time
  spam_at      TIMESTAMPTZ,
  created_at   TIMESTAMPTZ NOT NULL DEFAULT now(),
  updated_at   TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX contact_message_content ON contact_message (content_hash, created_at);
CREATE INDEX contact_message_created ON contact_message (created_at);
CREATE INDEX contact_message_new ON contact_message (id)
  WHERE assignee_id IS NULL AND answered_at IS NULL AND spam_at IS NULL;

CREATE TABLE contact_answer (
  id         UUID PRIMARY KEY,                            -- named by the console, so that an answer sent twice is one
  message_id UUID NOT NULL REFERENCES contact_message ON DELETE CASCADE,
  staff_id   UUID NOT NULL REFERENCES staff_user,
  staff_name TEXT NOT NULL,
  text       TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX contact_answer_message ON contact_answer (message_id, created_at);
