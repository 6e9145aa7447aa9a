-- Whether there is money in a deposit's account is a column of its own, as of an invoice's account. While a condition of an index named the balances,
-- each change of any balance wrote to every index of its account; now it writes to none.

-- locks: account
-- safe: trigger account.account_deposit_open: refuses nothing; it fills a column that older processes do not know
ALTER TABLE account ADD COLUMN is_open_deposit BOOLEAN NOT NULL DEFAULT false;

-- Not generated: such a column would rewrite the table under its lock.
CREATE FUNCTION note_open_deposit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_open_deposit := NEW.credits_posted <> NEW.debits_posted OR NEW.debits_pending <> 0 OR NEW.credits_pending <> 0;
  RETURN NEW;
END $$;
CREATE TRIGGER account_deposit_open BEFORE INSERT OR UPDATE ON account
  FOR EACH ROW WHEN (NEW.kind LIKE 'deposit:%') EXECUTE FUNCTION note_open_deposit();

UPDATE account SET is_open_deposit = true
WHERE kind LIKE 'deposit:%' AND (credits_posted <> debits_posted OR debits_pending <> 0 OR credits_pending <> 0);
CREATE INDEX account_of_open_deposit ON account (owner, mode) WHERE is_open_deposit;
DROP INDEX account_open_deposit;

-- Room on each page for the next version of its rows.
ALTER TABLE account SET (fillfactor = 85);
