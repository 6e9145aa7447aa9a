/**
 * Compares conversions that wait with their holds, and with what invoices and deposits say of them, with the columns of
 * the trial balance.
 */
export const waitingCheckSql = `
  WITH waits AS (
    SELECT w.mode, w.from_gate_id AS asset, w.invoice_id, w.deposit_id, w.locked_minor + w.present_minor AS minor,
      coalesce((
        SELECT sum(e.amount) FROM transfer h JOIN entry e ON e.transfer_id = h.id AND e.amount > 0
        WHERE h.key = w.hold_key AND h.state = 'pending' AND NOT EXISTS (
          SELECT FROM transfer r WHERE r.resolves = h.id)), 0) AS held
    FROM waiting_conversion w
  ), sums AS (
    SELECT mode, asset, invoice_id, deposit_id, sum(minor) AS minor, sum(held) AS held FROM waits GROUP BY 1, 2, 3, 4
  ), noted AS (
    SELECT s.*, coalesce(i.converting_minor, d.converting_minor) AS noted FROM sums s
    LEFT JOIN invoice i ON i.id = s.invoice_id LEFT JOIN deposit d ON d.id = s.deposit_id
  )
  SELECT 'rows' AS check, now() AS at, n.mode, n.asset, NULL AS account_id,
    coalesce('invoice:' || n.invoice_id, 'deposit:' || n.deposit_id) AS account, v.what,
    v.expected::text AS expected, v.found::text AS found
  FROM noted n CROSS JOIN LATERAL (VALUES
    ('conversion_held', n.held, n.minor), ('converting', n.minor, n.noted)) AS v (what, expected, found)
  WHERE v.expected IS DISTINCT FROM v.found`;
