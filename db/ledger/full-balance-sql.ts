import { isOfNoOperation, isOpenDeposit } from './account-sql.ts';

/** SQL that is true of the accounts whose sums are kept: the recent check reads them each time. */
export function keepsSums(account: string): string {
  return `(${isOfNoOperation(account)} OR ${account}.is_open OR ${isOpenDeposit(account)})`;
}

// In the order of the accounts, as in the recent check and in postings, so that they do not wait for each other.
const KEPT = `, unmixed AS (
    SELECT account_id FROM sums GROUP BY account_id HAVING bool_and(asset = account_asset)
  ), kept AS (
    INSERT INTO account_check (account_id, through, debits_posted, credits_posted, debits_pending, credits_pending)
    SELECT a.id, s.through, s.debits_posted, s.credits_posted, s.debits_pending, s.credits_pending
    FROM sums s JOIN unmixed USING (account_id) JOIN account a ON a.id = s.account_id
    WHERE ${keepsSums('a')} AND s.debits_posted = a.debits_posted AND s.credits_posted = a.credits_posted
      AND s.debits_pending = a.debits_pending AND s.credits_pending = a.credits_pending
    ORDER BY a.id
    ON CONFLICT (account_id) DO UPDATE SET through = excluded.through,
      debits_posted = excluded.debits_posted, credits_posted = excluded.credits_posted,
      debits_pending = excluded.debits_pending, credits_pending = excluded.credits_pending
  )`;

/** The trial balance of all entries of all accounts. It only reads. */
export const fullBalanceSql = fullSql('');

/** The same, and stores the sums of each correct account whose sums are kept, in the place of earlier ones. */
export const keepingBalanceSql = fullSql(KEPT);

// The transfer that ends a hold balances its entries, so pending amounts are those of holds that are still open.
function fullSql(more: string): string {
  return `
  WITH sums AS (
    SELECT e.account_id, a.mode, e.asset, a.asset AS account_asset, max(e.transfer_id) AS through,
      coalesce(sum(e.amount) FILTER (WHERE e.layer = 'posted'), 0) AS posted,
      coalesce(sum(e.amount) FILTER (WHERE e.layer = 'pending'), 0) AS pending,
      coalesce(sum(e.amount) FILTER (WHERE e.layer = 'posted' AND e.amount > 0), 0) AS debits_posted,
      coalesce(-sum(e.amount) FILTER (WHERE e.layer = 'posted' AND e.amount < 0), 0) AS credits_posted,
      coalesce(sum(e.amount) FILTER (WHERE e.amount > 0 AND t.state = 'pending' AND r.id IS NULL), 0) AS debits_pending,
      coalesce(-sum(e.amount) FILTER (
        WHERE e.amount < 0 AND t.state = 'pending' AND r.id IS NULL), 0) AS credits_pending
    FROM entry e JOIN account a ON a.id = e.account_id JOIN transfer t ON t.id = e.transfer_id
    LEFT JOIN transfer r ON t.state = 'pending' AND r.resolves = t.id
    GROUP BY e.account_id, a.mode, e.asset, a.asset
  ), per_account AS (
    SELECT a.id, concat_ws(' ', a.owner, a.mode, a.asset, a.kind, a.stripe) AS name, a.may_go_negative,
      v.what, v.stored, v.expected, a.credits_posted - a.debits_posted - a.debits_pending AS spendable
    FROM account a LEFT JOIN sums s ON s.account_id = a.id AND s.asset = a.asset
    CROSS JOIN LATERAL (VALUES
      ('debits_posted', a.debits_posted, coalesce(s.debits_posted, 0)),
      ('credits_posted', a.credits_posted, coalesce(s.credits_posted, 0)),
      ('debits_pending', a.debits_pending, coalesce(s.debits_pending, 0)),
      ('credits_pending', a.credits_pending, coalesce(s.credits_pending, 0))
    ) AS v (what, stored, expected)
  )${more}
  SELECT 'totals' AS check, now() AS at, NULL AS mode, NULL AS asset, NULL AS account_id, NULL AS account, NULL AS what,
    (SELECT count(*) FROM account)::text AS expected, (SELECT count(*) FROM transfer)::text AS found
  UNION ALL
  SELECT 'asset_sum', now(), mode, asset, NULL, NULL, layer, '0', total::text
  FROM (
    SELECT mode, asset, 'posted' AS layer, sum(posted) AS total FROM sums GROUP BY mode, asset
    UNION ALL
    SELECT mode, asset, 'pending', sum(pending) FROM sums GROUP BY mode, asset
  ) AS per_asset WHERE total <> 0
  UNION ALL
  SELECT 'account_entries', now(), NULL, NULL, id::text, name, what, expected::text, stored::text
  FROM per_account
  WHERE stored <> expected
  UNION ALL
  SELECT 'account_entries', now(), NULL, NULL, s.account_id::text, 'entries in ' || s.asset, 'asset', '0',
    s.posted::text
  FROM sums s WHERE s.asset <> s.account_asset
  UNION ALL
  SELECT DISTINCT 'negative_account', now(), NULL, NULL, id::text, name, NULL, '0', spendable::text
  FROM per_account WHERE NOT may_go_negative AND spendable < 0`;
}
