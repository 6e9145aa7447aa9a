import type { RowScope } from './row-check-sql.ts';

/**
 * Compares purchases by card with entries, with the columns of the trial balance: the earnings of each shop that wait,
 * and, in the check of everything, the commission of each order.
 */
export function cardCheckSql(scope: RowScope): string {
  return scope === 'recent' ? EARNINGS : `${EARNINGS} UNION ALL ${COMMISSIONS}`;
}

const EARNINGS = `
  SELECT 'rows' AS check, now() AS at, coalesce(d.mode, p.mode) AS mode, 'EUR' AS asset, NULL AS account_id,
    'merchant:' || coalesce(d.owner, p.owner) AS account, 'card_earnings' AS what,
    coalesce(d.minor, 0)::text AS expected, coalesce(p.minor, 0)::text AS found
  FROM (
    SELECT mode, merchant_id::text AS owner, sum(share_minor) AS minor
    FROM card_order WHERE status = 'delivered' AND matured_at IS NULL GROUP BY 1, 2) AS d
  FULL JOIN (
    SELECT mode, owner, sum(credits_posted - debits_posted) AS minor
    FROM account WHERE kind = 'card_earnings' GROUP BY 1, 2) AS p USING (mode, owner)
  WHERE coalesce(d.minor, 0) <> coalesce(p.minor, 0)`;

const COMMISSIONS = `
  SELECT 'rows', now(), o.mode, 'EUR', NULL, 'card_order:' || o.id, 'commission',
    coalesce(b.minor, 0)::text, o.minor::text
  FROM (
    SELECT id, mode, CASE WHEN status = 'delivered' THEN commission_minor ELSE 0 END AS minor
    FROM card_order WHERE delivered_at IS NOT NULL) AS o
  LEFT JOIN (
    SELECT t.entity, sum(e.amount) AS minor
    FROM transfer t JOIN entry e ON e.transfer_id = t.id JOIN account a ON a.id = e.account_id
    WHERE t.kind IN ('card_earned', 'card_reversed') AND a.kind = 'card_commission' GROUP BY 1) AS b
    ON b.entity = 'card_order:' || o.id
  WHERE coalesce(b.minor, 0) <> o.minor`;
