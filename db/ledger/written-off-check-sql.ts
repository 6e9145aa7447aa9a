/**
 * Compares what is written off, by its rows, with entries, with the columns of the trial balance: the sum of each
 * merchant's write-offs, and what has come back of them. A merchant without rows had theirs written off by a version
 * that kept none.
 */
export const writtenOffCheckSql = `
  WITH noted AS (
    SELECT owner, mode, asset, sum(open_minor + recovered_minor) AS lost, sum(recovered_minor) AS recovered
    FROM written_off GROUP BY 1, 2, 3
  ), lost AS (
    SELECT n.owner, n.mode, n.asset, n.lost AS found, coalesce((
      SELECT -sum(e.amount) FROM account a JOIN entry e ON e.account_id = a.id JOIN transfer t ON t.id = e.transfer_id
      WHERE (a.owner, a.mode, a.asset, a.kind) = (n.owner, n.mode, n.asset, 'receivable')
        AND t.kind = 'debt_written_off'), 0) AS expected
    FROM noted n
  ), recovered AS (
    SELECT a.mode, a.asset, coalesce((
        SELECT sum(n.recovered) FROM noted n WHERE (n.mode, n.asset) = (a.mode, a.asset)), 0) AS found,
      coalesce((
        SELECT -sum(e.amount) FROM entry e JOIN transfer t ON t.id = e.transfer_id
        WHERE e.account_id = a.id
          AND t.kind IN ('debt_recovered', 'unsettle', 'cover', 'conversion_reversed', 'card_reversed')
      ), 0) AS expected
    FROM account a WHERE a.kind = 'reorg_loss'
  )
  SELECT 'rows' AS check, now() AS at, mode, asset, NULL AS account_id, 'merchant:' || owner AS account,
    'written_off' AS what, expected::text AS expected, found::text AS found
  FROM lost WHERE expected <> found
  UNION ALL
  SELECT 'rows', now(), mode, asset, NULL, 'reorg_loss', 'recovered', expected::text, found::text
  FROM recovered WHERE expected <> found`;
