-- How far each account has been added up: the sums of its entries up to a transfer. Transfers of one account are numbered in the order of their
-- commits, because a number is taken while the account is locked; so what is new has a higher one.
CREATE TABLE account_check (
  account_id      BIGINT PRIMARY KEY REFERENCES account,
  through         BIGINT NOT NULL,                -- the last transfer that is in the sums
  debits_pending  NUMERIC(78, 0) NOT NULL,
  debits_posted   NUMERIC(78, 0) NOT NULL,
  credits_pending NUMERIC(78, 0) NOT NULL,
  credits_posted  NUMERIC(78, 0) NOT NULL
);

-- When the whole ledger was last added up from its first entry and found right.
CREATE TABLE ledger_check (
  single  BOOLEAN PRIMARY KEY DEFAULT true CHECK (single),
  full_at TIMESTAMPTZ NOT NULL
);
