-- How far the mailbox of support was read: each email is taken in the transaction that moves this on, so once.
CREATE TABLE support_mailbox (
  mailbox      TEXT PRIMARY KEY CHECK (length(mailbox) <= 500),  -- user, server and folder
  uid_validity BIGINT NOT NULL,               -- UIDs are those of this one (RFC 9051 §2.3.1.1)
  last_uid     BIGINT NOT NULL CHECK (last_uid >= 0),
  read_at      TIMESTAMPTZ NOT NULL DEFAULT now()
);
