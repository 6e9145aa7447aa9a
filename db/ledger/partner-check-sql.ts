/**
 * Compares what partners have earned with entries, with the columns of the trial balance: what was
 * earned and not settled is on the accounts of each, and all that was earned is the gateway's cost.
 */
export const partnerCheckSql = `
  SELECT 'rows' AS check, now() AS at, 'production' AS mode, 'EUR' AS asset, NULL AS account_id,
    coalesce(p.owner, b.owner) AS account, 'partner_earnings' AS what,
    coalesce(p.minor, 0)::text AS expected, coalesce(b.minor, 0)::text AS found
  FROM (
    SELECT 'partner:' || id AS owner, earned_minor - settled_minor AS minor FROM partner
    UNION ALL SELECT 'gateway', -coalesce(sum(earned_minor), 0) FROM partner) AS p
  FULL JOIN (
    SELECT owner, sum(credits_posted - debits_posted) AS minor
    FROM account WHERE kind IN ('partner_earnings', 'partner_debt', 'partner_cost') GROUP BY 1) AS b USING (owner)
  WHERE coalesce(p.minor, 0) <> coalesce(b.minor, 0)`;
