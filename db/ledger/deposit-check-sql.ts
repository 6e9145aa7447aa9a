import { isOfDeposit, isOpenDeposit } from './account-sql.ts';
import type { RowScope } from './row-check-sql.ts';

const DEPOSITS: Record<RowScope, string> = {
  recent: `
    SELECT substr(entity, 9)::uuid AS id FROM transfer
    WHERE created_at > now() - interval '10 minutes' AND entity LIKE 'deposit:%'
    UNION SELECT substr(a.kind, 9)::uuid FROM account a WHERE ${isOpenDeposit('a')}`,
  all: 'SELECT id FROM deposit',
};

/**
 * Compares deposits with entries, with the columns of the trial balance: the credits of their payments or bank entries,
 * what was settled and converted, and the balance of each deposit's account (credits minus settlements).
 */
export function depositCheckSql(scope: RowScope): string {
  return `
  WITH wanted AS MATERIALIZED (${DEPOSITS[scope]}),
  booked AS (
    SELECT w.id,
      coalesce(sum(e.amount) FILTER (
        WHERE t.kind IN ('payment_credit', 'payment_reverse')
          AND (a.kind LIKE 'custody:%' OR a.kind = 'suspense:bank')), 0) AS credited,
      coalesce(sum(e.amount) FILTER (
        WHERE t.kind IN ('settle', 'unsettle') AND ${isOfDeposit('a')}), 0) AS settled
    FROM wanted w JOIN transfer t ON t.entity = 'deposit:' || w.id AND t.entity LIKE 'deposit:%'
    JOIN entry e ON e.transfer_id = t.id JOIN account a ON a.id = e.account_id
    GROUP BY w.id
  ), sums AS (
    SELECT d.id, d.mode, d.gate_id, d.settled_minor AS row_settled,
      coalesce(b.credited, 0) AS credited, coalesce(b.settled, 0) AS settled,
      coalesce((d.conversion->>'amount_from_minor')::numeric, 0) AS row_converted,
      coalesce((SELECT sum(p.credited_minor) FROM payment p WHERE p.deposit_id = d.id), 0)
        + coalesce((SELECT sum(y.amount_minor) FROM bank_entry y WHERE y.deposit_id = d.id AND y.credited), 0)
        AS row_credited,
      coalesce((SELECT sum(a.credits_posted - a.debits_posted - a.debits_pending) FROM account a
        WHERE a.kind = 'deposit:' || d.id AND ${isOfDeposit('a')}), 0) AS present,
      coalesce((SELECT sum(v.amount_from_minor - v.reversed_from_minor) FROM conversion v
        WHERE v.deposit_id = d.id), 0) AS converted
    FROM wanted w JOIN deposit d USING (id) LEFT JOIN booked b USING (id)
  )
  SELECT 'rows' AS check, now() AS at, s.mode, s.gate_id AS asset, NULL AS account_id, 'deposit:' || s.id AS account,
    v.what, v.expected::text AS expected, v.found::text AS found
  FROM sums s CROSS JOIN LATERAL (VALUES
    ('credited', s.credited, s.row_credited), ('settled', s.settled, s.row_settled),
    ('converted', s.converted, s.row_converted),
    ('account', s.row_credited - s.row_settled, s.present)) AS v (what, expected, found)
  WHERE v.expected <> v.found`;
}
