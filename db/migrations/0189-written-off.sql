-- What was written off of the debt that an invoice, a deposit or a withdrawal left. Money of it that is mined again pays this loss of the gateway
-- first; what has done so is taken from there when it is gone once more. Locked with the balance of the merchant.
CREATE TABLE written_off (
  owner           TEXT NOT NULL,                        -- the merchant, as in account
  mode            TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  asset           TEXT NOT NULL,
  cause           TEXT NOT NULL,                        -- e.g. invoice:<uuid>
  open_minor      NUMERIC(78, 0) NOT NULL CHECK (open_minor >= 0),
  recovered_minor NUMERIC(78, 0) NOT NULL DEFAULT 0 CHECK (recovered_minor >= 0),
  given_minor     NUMERIC(78, 0) NOT NULL DEFAULT 0 CHECK (given_minor >= 0),
  PRIMARY KEY (owner, mode, asset, cause)
);

-- This balance is that of somebody with rows above: read with its lock, so that nobody else's settlements look for them.
ALTER TABLE account ADD COLUMN written_off BOOLEAN NOT NULL DEFAULT false;

-- Debts that were written off before: what each cause left, from the newest on, up to what was written off.
WITH lost AS (
  SELECT a.owner, a.mode, a.asset, sum(-e.amount) AS minor, max(t.id) AS through
  FROM transfer t JOIN entry e ON e.transfer_id = t.id JOIN account a ON a.id = e.account_id
  WHERE t.kind = 'debt_written_off' AND a.kind = 'receivable' GROUP BY 1, 2, 3
), short AS (
  SELECT l.owner, l.mode, l.asset, l.minor AS lost, e.amount, CASE
      WHEN t.invoice_id IS NOT NULL THEN 'invoice:' || t.invoice_id
      WHEN c.deposit_id IS NOT NULL THEN 'deposit:' || c.deposit_id
      ELSE coalesce(t.entity, 'unknown') END AS cause,
    coalesce(sum(e.amount) OVER (PARTITION BY l.owner, l.mode, l.asset ORDER BY t.id DESC, e.line DESC
      ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS newer
  FROM lost l JOIN account a ON (a.owner, a.mode, a.asset, a.kind) = (l.owner, l.mode, l.asset, 'receivable')
  JOIN entry e ON e.account_id = a.id AND e.amount > 0 AND e.transfer_id < l.through
  JOIN transfer t ON t.id = e.transfer_id
  LEFT JOIN conversion c ON t.entity = 'conversion:' || c.id
), each AS (
  SELECT owner, mode, asset, cause, sum(least(amount, lost - newer)) AS minor FROM short WHERE newer < lost GROUP BY 1, 2, 3, 4
), noted AS (
  INSERT INTO written_off (owner, mode, asset, cause, open_minor)
  SELECT owner, mode, asset, cause, minor FROM each
  RETURNING owner, mode, asset)
UPDATE account a SET written_off = true
WHERE a.kind = 'available' AND (a.owner, a.mode, a.asset) IN (SELECT owner, mode, asset FROM noted);
