-- What stops the outgoing money of an account. Each cause ends alone; account.frozen_at is since when any of them stands, written in the same
-- transaction under the account's lock, because it is what holds and signatures read.
CREATE TABLE account_freeze (
  cause      TEXT NOT NULL,                       -- invoice:<uuid>, in error after a reorganisation
  account_id BIGINT NOT NULL REFERENCES account,
  since      TIMESTAMPTZ NOT NULL DEFAULT now(),
  PRIMARY KEY (cause, account_id)
);
CREATE INDEX account_freeze_account ON account_freeze (account_id);

-- While the books are in doubt nothing leaves any account, those that come into being later included, until an operator lets it.
CREATE TABLE books_freeze (
  single BOOLEAN PRIMARY KEY DEFAULT true CHECK (single),
  since  TIMESTAMPTZ                              -- null: money may leave
);

INSERT INTO account_freeze (cause, account_id, since)
SELECT 'invoice:' || i.id, a.id, a.frozen_at
FROM account a JOIN invoice i ON i.merchant_id::text = a.owner AND i.mode = a.mode AND i.gate_id = a.asset
WHERE a.frozen_at IS NOT NULL AND a.kind IN ('available', 'unsettled') AND i.status = 'error' AND i.status_reason = 'reorganised';

-- Only the trial balance froze besides invoices, and that was everything at once.
INSERT INTO books_freeze (since)
SELECT min(frozen_at) FROM account WHERE id NOT IN (SELECT account_id FROM account_freeze);
UPDATE account SET frozen_at = NULL WHERE frozen_at IS NOT NULL AND id NOT IN (SELECT account_id FROM account_freeze);
