-- Who asked for product updates without an account, and confirmed it by a link. Its state follows from its columns.
CREATE TABLE newsletter_subscriber (
  id              UUID PRIMARY KEY,
  email           TEXT NOT NULL UNIQUE,
  consent         TEXT NOT NULL,                          -- the sentence that was agreed to
  requested_at    TIMESTAMPTZ NOT NULL,                   -- the last time
  requested_ip    INET,
  confirmed_at    TIMESTAMPTZ,
  confirmed_ip    INET,
  unsubscribed_at TIMESTAMPTZ
);
CREATE INDEX newsletter_subscriber_requested ON newsletter_subscriber (requested_at) WHERE confirmed_at IS NULL;

-- Product updates: written, tested and approved by staff, then mailed to those who agreed, once each.
CREATE TABLE product_update (
  id           UUID PRIMARY KEY,
  version      INTEGER NOT NULL DEFAULT 1,                -- grows with each change of its text
  subject      TEXT NOT NULL,
  body         TEXT NOT NULL,
  written_by   UUID NOT NULL REFERENCES staff_user,       -- who changed the text last
  tested_at    TIMESTAMPTZ,                               -- when the present text was last mailed to staff
  approved_by  UUID REFERENCES staff_user,
  approved_at  TIMESTAMPTZ,
  stopped_at   TIMESTAMPTZ,
  finished_at  TIMESTAMPTZ,                               -- when everyone had been put in the list of its mails
  discarded_at TIMESTAMPTZ,
  created_at   TIMESTAMPTZ NOT NULL DEFAULT now(),
  updated_at   TIMESTAMPTZ NOT NULL DEFAULT now()
);

-- One row for each mail of an update. An address has one, whatever it agreed to it by.
CREATE TABLE product_update_mail (
  update_id UUID NOT NULL REFERENCES product_update,
  mail_hash BYTEA NOT NULL,                               -- of the address, with a key that is not in the database
  source    TEXT NOT NULL CHECK (source IN ('subscriber', 'user')),
  source_id UUID NOT NULL,
  queued_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  begun_at  TIMESTAMPTZ,                                  -- before the mail server gets it: nobody begins twice
  ended_at  TIMESTAMPTZ,
  outcome   TEXT CHECK (outcome IN ('sent', 'refused', 'skipped')), -- null after it begun: nobody knows
  PRIMARY KEY (update_id, mail_hash)
);
