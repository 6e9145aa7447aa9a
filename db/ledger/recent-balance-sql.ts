import { isOfNoOperation, isOpenDeposit } from './account-sql.ts';

/**
 * The trial balance of recent entries, with the columns of the full one. An entry of the pending layer counts on the
 * side that its hold increased: the entry that ends the hold has the opposite sign and reduces it. Of the accounts
 * of invoices and deposits only those with recent entries or money: the others add nothing to any sum.
 */
export const recentBalanceSql = `
  WITH wanted AS MATERIALIZED (
    SELECT id FROM account a WHERE ${isOfNoOperation('a')}
    UNION SELECT id FROM account WHERE is_open
    UNION SELECT id FROM account a WHERE ${isOpenDeposit('a')}
    UNION SELECT e.account_id
    FROM transfer t
    JOIN entry e ON e.transfer_id = t.id
    WHERE t.created_at > now() - interval '10 minutes'
  ), sums AS (
    SELECT a.id, a.mode, a.asset, a.may_go_negative, concat_ws(' ', a.owner, a.mode, a.asset, a.kind, a.stripe) AS name,
      a.debits_posted AS stored_debits_posted, a.credits_posted AS stored_credits_posted,
      a.debits_pending AS stored_debits_pending, a.credits_pending AS stored_credits_pending,
      coalesce(c.through, 0) AS before, coalesce(e.through, c.through, 0) AS through, e.others,
      coalesce(c.debits_posted, 0) + e.debits_posted AS debits_posted,
      coalesce(c.credits_posted, 0) + e.credits_posted AS credits_posted,
      coalesce(c.debits_pending, 0) + e.debits_pending AS debits_pending,
      coalesce(c.credits_pending, 0) + e.credits_pending AS credits_pending
    FROM wanted w JOIN account a USING (id) LEFT JOIN account_check c ON c.account_id = a.id
    CROSS JOIN LATERAL (
      SELECT max(n.transfer_id) AS through, count(*) FILTER (WHERE n.asset <> a.asset) AS others,
        coalesce(sum(n.amount) FILTER (WHERE n.layer = 'posted' AND n.amount > 0), 0) AS debits_posted,
        coalesce(-sum(n.amount) FILTER (WHERE n.layer = 'posted' AND n.amount < 0), 0) AS credits_posted,
        coalesce(sum(n.amount) FILTER (
          WHERE n.layer = 'pending' AND (n.amount > 0) = (t.state = 'pending')), 0) AS debits_pending,
        coalesce(-sum(n.amount) FILTER (
          WHERE n.layer = 'pending' AND (n.amount < 0) = (t.state = 'pending')), 0) AS credits_pending
      FROM entry n JOIN transfer t ON t.id = n.transfer_id
      WHERE n.account_id = a.id AND n.transfer_id > coalesce(c.through, 0)
    ) AS e
  ), per_account AS (
    SELECT id, name, may_go_negative, what, stored, expected,
      stored_credits_posted - stored_debits_posted - stored_debits_pending AS spendable
    FROM sums CROSS JOIN LATERAL (VALUES
      ('debits_posted', stored_debits_posted, debits_posted),
      ('credits_posted', stored_credits_posted, credits_posted),
      ('debits_pending', stored_debits_pending, debits_pending),
      ('credits_pending', stored_credits_pending, credits_pending)
    ) AS v (what, stored, expected)
  ), marked AS (
    INSERT INTO account_check (account_id, through, debits_posted, credits_posted, debits_pending, credits_pending)
    SELECT id, through, debits_posted, credits_posted, debits_pending, credits_pending FROM sums
    WHERE through > before AND others = 0 AND debits_posted = stored_debits_posted
      AND credits_posted = stored_credits_posted
      AND debits_pending = stored_debits_pending AND credits_pending = stored_credits_pending
    ORDER BY id
    ON CONFLICT (account_id) DO UPDATE SET through = excluded.through,
      debits_posted = excluded.debits_posted, credits_posted = excluded.credits_posted,
      debits_pending = excluded.debits_pending, credits_pending = excluded.credits_pending
    WHERE account_check.through < excluded.through
  )
  SELECT 'totals' AS check, now() AS at, NULL AS mode, NULL AS asset, NULL AS account_id, NULL AS account, NULL AS what,
    (SELECT count(*) FROM sums)::text AS expected,
    (SELECT count(*) FROM transfer WHERE id > (SELECT coalesce(max(through), 0) FROM account_check))::text AS found
  UNION ALL
  SELECT 'asset_sum', now(), mode, asset, NULL, NULL, layer, '0', total::text
  FROM (
    SELECT mode, asset, 'posted' AS layer, sum(debits_posted - credits_posted) AS total FROM sums GROUP BY mode, asset
    UNION ALL
    SELECT mode, asset, 'pending', sum(debits_pending - credits_pending) FROM sums GROUP BY mode, asset
  ) AS per_asset WHERE total <> 0
  UNION ALL
  SELECT 'account_entries', now(), NULL, NULL, id::text, name, what, expected::text, stored::text
  FROM per_account
  WHERE stored <> expected
  UNION ALL
  SELECT 'account_entries', now(), NULL, NULL, id::text, 'entries of another asset in ' || name, 'asset', '0',
    others::text
  FROM sums WHERE others > 0
  UNION ALL
  SELECT DISTINCT 'negative_account', now(), NULL, NULL, id::text, name, NULL, '0', spendable::text
  FROM per_account WHERE NOT may_go_negative AND spendable < 0`;
