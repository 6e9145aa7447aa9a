-- The money of an invoice is an account for each asset it was paid in: owner the merchant, kind invoice:<id>. It is part of what is unsettled.

ALTER TABLE account
  ADD COLUMN invoice_id UUID GENERATED ALWAYS AS (CASE WHEN kind LIKE 'invoice:%' THEN substr(kind, 9)::uuid END) STORED,
  -- There is money in it. Of many invoices few accounts have any, and what adds balances up reads these alone.
  ADD COLUMN is_open BOOLEAN GENERATED ALWAYS AS (
    kind LIKE 'invoice:%' AND (credits_posted <> debits_posted OR debits_pending <> 0 OR credits_pending <> 0)) STORED;
CREATE INDEX account_of_invoice ON account (invoice_id) WHERE invoice_id IS NOT NULL;
CREATE INDEX account_open ON account (owner, mode) WHERE is_open;
CREATE INDEX account_of_owner ON account (owner, mode) WHERE invoice_id IS NULL;

-- What was credited for a payment and is not reversed: mined again, a transaction may bring another amount.
ALTER TABLE payment ADD COLUMN credited_minor NUMERIC(78, 0) NOT NULL DEFAULT 0;
UPDATE payment p SET credited_minor = coalesce(
  (SELECT sum(e.amount) FROM transfer t JOIN entry e ON e.transfer_id = t.id
   WHERE t.key IN (p.mode || ':' || p.key || ':credit:' || p.credit_count, p.key || ':credit:' || p.credit_count)
     AND e.layer = 'posted' AND e.amount > 0),
  p.amount_minor)
WHERE p.credited;
ALTER TABLE payment ADD CONSTRAINT payment_credited CHECK ((credited_minor > 0) = credited);

-- What of each invoice lies in its merchant's `unsettled` moves into the invoice's account. What an open refund holds of it stays where it is held,
-- and moves when the hold is given back.
CREATE TEMPORARY TABLE moved AS
SELECT t.invoice_id, a.id AS from_id, a.owner, a.mode, a.asset, 'invoice:' || t.invoice_id AS kind, -sum(e.amount) AS minor,
  'invoice:' || t.invoice_id || ':' || a.asset || ':account' AS key
FROM account a JOIN entry e ON e.account_id = a.id JOIN transfer t ON t.id = e.transfer_id
WHERE a.kind = 'unsettled' AND t.invoice_id IS NOT NULL
GROUP BY t.invoice_id, a.id, a.owner, a.mode, a.asset HAVING sum(e.amount) < 0;

INSERT INTO account (owner, mode, asset, kind, may_go_negative) SELECT owner, mode, asset, kind, false FROM moved;
INSERT INTO transfer (key, kind, state, digest, invoice_id)
SELECT key, 'invoice_account', 'posted', sha256(convert_to(key, 'UTF8')), invoice_id FROM moved;
INSERT INTO entry (transfer_id, account_id, asset, layer, amount, line)
SELECT t.id, m.from_id, m.asset, 'posted', m.minor, 0 FROM moved m JOIN transfer t USING (key)
UNION ALL
SELECT t.id, a.id, m.asset, 'posted', -m.minor, 1 FROM moved m JOIN transfer t USING (key)
JOIN account a ON (a.owner, a.mode, a.asset, a.kind) = (m.owner, m.mode, m.asset, m.kind);
UPDATE account a SET debits_posted = debits_posted + s.minor
FROM (SELECT from_id, sum(minor) AS minor FROM moved GROUP BY from_id) s WHERE a.id = s.from_id;
UPDATE account a SET credits_posted = credits_posted + m.minor
FROM moved m WHERE (a.owner, a.mode, a.asset, a.kind) = (m.owner, m.mode, m.asset, m.kind);
DROP TABLE moved;
