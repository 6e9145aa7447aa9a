-- What merchants owe after a reorganization is paid from what comes in, and as much of their balance stays.

-- The owner of this balance owes on `receivable` of the same asset. It is set with the debt and read with the lock of the balance, so that
-- the many settlements of those who owe nothing need no other look.
ALTER TABLE account ADD COLUMN owes BOOLEAN NOT NULL DEFAULT false;

UPDATE account a SET owes = true
WHERE a.kind = 'available' AND EXISTS (
  SELECT FROM account r
  WHERE (r.owner, r.mode, r.asset, r.kind) = (a.owner, a.mode, a.asset, 'receivable') AND r.debits_posted > r.credits_posted);
