-- Who asked for product updates without an account, and confirmed it by a link. Its state follows from its columns.
CREATE TABLE newsletter_subscriber (
  id              UUID PRIMARY KEY,
  email           TEXT NOT NULL UNIQUE,
  consent         TEXT NOT NULL,               -- the sentence that was agreed to
  requested_at    TIMESTAMPTZ NOT NULL,        -- the last time
  requested_ip    INET,
  confirmed_at    TIMESTAMPTZ,
  confirmed_ip    INET,
  unsubscribed_at TIMESTAMPTZ
);
CREATE INDEX newsletter_subscriber_requested ON newsletter_subscriber (requested_at) WHERE confirmed_at IS NULL;

-- Of 0218: while everybody works on.
ALTER TABLE person_look VALIDATE CONSTRAINT person_look_kind_check;
