/**
 * CTEs that compute the sums of the dashboard from what `moved` (ids of posted transfers), `opened` (ids of invoices)
 * and `chosen` (invoice, gate, whether it was the first) name: `balance_sum`, `balance_month_sum`, `operation_sum` and
 * `payer_sum`, with the columns of their tables.
 *
 * The sums depend on nothing but these rows, and adding them is commutative: the order of changes has no effect. Days
 * are those of the merchant's zone, so a day has 23 to 25 hours where clocks change.
 * @param only restricts the sums to these merchants, e.g. `$1::uuid[]`
 */
export function sumsSql(only?: string): string {
  const restricted = (merchant: string) => (only === undefined ? '' : `AND ${merchant} = ANY(${only})`);
  return `line AS MATERIALIZED (
    SELECT t.id, t.kind, t.invoice_id, t.entity, t.created_at, e.amount, e.asset, a.mode, a.kind AS account,
      CASE WHEN a.owner ~ '${UUID}' THEN a.owner::uuid END AS merchant_id
    FROM moved JOIN transfer t ON t.id = moved.id
    JOIN entry e ON e.transfer_id = t.id AND e.layer = 'posted' JOIN account a ON a.id = e.account_id
  ), net AS (
    SELECT id, merchant_id, mode, asset, created_at, -sum(amount) AS minor FROM line
    WHERE merchant_id IS NOT NULL ${restricted('merchant_id')}
    GROUP BY id, merchant_id, mode, asset, created_at HAVING sum(amount) <> 0
  ), balance_sum AS (
    SELECT n.merchant_id, n.mode, n.asset, ${localDay('n.created_at')} AS day,
      sum(greatest(n.minor, 0)) AS in_minor, sum(greatest(-n.minor, 0)) AS out_minor
    FROM net n JOIN merchant m ON m.id = n.merchant_id GROUP BY 1, 2, 3, 4
  ), balance_month_sum AS (
    SELECT merchant_id, mode, asset, date_trunc('month', day)::date AS month,
      sum(in_minor) AS in_minor, sum(out_minor) AS out_minor
    FROM balance_sum GROUP BY 1, 2, 3, 4
  ), part AS (
    SELECT id, kind, invoice_id, entity, created_at, asset,
      CASE WHEN entity ~ '^[a-z_]+:${UUID.slice(1)}' THEN split_part(entity, ':', 2)::uuid END AS subject,
      coalesce(sum(amount) FILTER (WHERE merchant_id IS NOT NULL), 0) AS own,
      coalesce(sum(amount) FILTER (WHERE account ~ '^(invoice:|deposit:|unsettled$)'), 0) AS held,
      coalesce(-sum(amount) FILTER (WHERE account LIKE 'fees:%'), 0) AS fee
    FROM line WHERE kind IN (${COUNTED})
    GROUP BY id, kind, invoice_id, entity, created_at, asset
  ), operation AS (
    SELECT p.id, p.invoice_id, p.created_at, p.asset, p.fee,
      CASE WHEN p.kind IN ('settle', 'unsettle') THEN CASE WHEN d.id IS NULL THEN 'invoice' ELSE 'deposit' END
        WHEN p.kind LIKE 'payout%' AND o.mass_payout_id IS NOT NULL THEN 'mass_payout'
        ELSE split_part(p.kind, '_', 1) END AS kind,
      CASE p.kind WHEN 'conversion' THEN greatest(p.own, 0) WHEN 'conversion_reversed' THEN least(p.own, 0)
        WHEN 'settle' THEN p.held WHEN 'unsettle' THEN p.held ELSE p.own END AS gross,
      CASE WHEN p.kind = 'settle' THEN ${isFirstSettlement('p')}::int
        WHEN p.kind = 'conversion' THEN (p.own > 0)::int
        WHEN p.kind IN ('unsettle', 'conversion_reversed') THEN 0
        WHEN p.kind LIKE '%\\_returned' THEN -1 ELSE 1 END AS count,
      coalesce(i.profile_id, d.profile_id, c.profile_id, o.profile_id, w.profile_id) AS profile_id
    FROM part p
    LEFT JOIN invoice i ON i.id = p.invoice_id AND p.kind IN ('settle', 'unsettle')
    LEFT JOIN deposit d ON d.id = p.subject AND p.kind IN ('settle', 'unsettle')
    LEFT JOIN conversion c ON c.id = p.subject AND p.kind LIKE 'conversion%'
    LEFT JOIN payout o ON o.id = p.subject AND p.kind NOT IN ('settle', 'unsettle')
    LEFT JOIN withdrawal w ON w.id = p.subject AND p.kind LIKE 'withdrawal%'
  ), operation_sum AS (
    SELECT o.profile_id, ${localDay('o.created_at')} AS day, o.kind, o.asset,
      sum(o.count) AS count, sum(o.gross) AS gross_minor, sum(o.fee) AS fee_minor
    FROM operation o JOIN profile f ON f.id = o.profile_id JOIN merchant m ON m.id = f.merchant_id
    WHERE (o.count <> 0 OR o.gross <> 0 OR o.fee <> 0) ${restricted('m.id')} GROUP BY 1, 2, 3, 4
  ), payer AS (
    SELECT id AS invoice_id, '' AS gate_id, 1 AS opened, 0 AS chosen, 0 AS paid FROM opened
    UNION ALL SELECT invoice_id, gate_id, 0, 1, 0 FROM chosen
    UNION ALL SELECT invoice_id, '', 0, 1, 0 FROM chosen WHERE is_first
    UNION ALL SELECT o.invoice_id, g.gate_id, 0, 0, 1 FROM operation o
      CROSS JOIN LATERAL (VALUES ('' ), (o.asset)) AS g (gate_id) WHERE o.kind = 'invoice' AND o.count = 1
  ), payer_sum AS (
    SELECT i.profile_id, ${localDay('i.created_at')} AS day, p.gate_id,
      sum(p.opened) AS opened, sum(p.chosen) AS chosen, sum(p.paid) AS paid
    FROM payer p JOIN invoice i ON i.id = p.invoice_id JOIN merchant m ON m.id = i.merchant_id
    ${only === undefined ? '' : `WHERE m.id = ANY(${only})`} GROUP BY 1, 2, 3
  )`;
}

/** Adds the sums of {@link sumsSql} to their tables. */
export const ADD_SUMS = `balances AS (
    INSERT INTO balance_day AS b (merchant_id, mode, asset, day, in_minor, out_minor)
    SELECT * FROM balance_sum ORDER BY 1, 2, 3, 4
    ON CONFLICT (merchant_id, mode, asset, day) DO UPDATE
      SET in_minor = b.in_minor + excluded.in_minor, out_minor = b.out_minor + excluded.out_minor
  ), months AS (
    INSERT INTO balance_month AS b (merchant_id, mode, asset, month, in_minor, out_minor)
    SELECT * FROM balance_month_sum ORDER BY 1, 2, 3, 4
    ON CONFLICT (merchant_id, mode, asset, month) DO UPDATE
      SET in_minor = b.in_minor + excluded.in_minor, out_minor = b.out_minor + excluded.out_minor
  ), operations AS (
    INSERT INTO operation_day AS o (profile_id, day, kind, asset, count, gross_minor, fee_minor)
    SELECT * FROM operation_sum ORDER BY 1, 2, 3, 4
    ON CONFLICT (profile_id, day, kind, asset) DO UPDATE
      SET count = o.count + excluded.count, gross_minor = o.gross_minor + excluded.gross_minor,
        fee_minor = o.fee_minor + excluded.fee_minor
  ), payers AS (
    INSERT INTO payer_day AS p (profile_id, day, gate_id, opened, chosen, paid)
    SELECT * FROM payer_sum ORDER BY 1, 2, 3
    ON CONFLICT (profile_id, day, gate_id) DO UPDATE
      SET opened = p.opened + excluded.opened, chosen = p.chosen + excluded.chosen, paid = p.paid + excluded.paid
  )`;

/** The transfers that sums are made of: money that is only held has not moved. */
export const POSTED = `('posted', 'post_pending')`;

const UUID = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';

const COUNTED = [
  'settle',
  'unsettle',
  'conversion',
  'conversion_reversed',
  'payout',
  'payout_returned',
  'refund',
  'refund_returned',
  'withdrawal',
  'withdrawal_returned',
  'withdrawal_charged',
]
  .map((kind) => `'${kind}'`)
  .join(', ');

function localDay(at: string): string {
  return `(${at} AT TIME ZONE coalesce(m.time_zone, 'UTC'))::date`;
}

/** Ids of the transfers of one invoice or deposit grow with time, because its row is locked meanwhile. */
function isFirstSettlement(of: string): string {
  return `(NOT EXISTS (
      SELECT FROM transfer f WHERE f.invoice_id = ${of}.invoice_id AND f.kind = 'settle' AND f.id < ${of}.id)
    AND NOT EXISTS (
      SELECT FROM transfer f WHERE f.entity = ${of}.entity AND f.entity LIKE 'deposit:%' AND f.kind = 'settle'
        AND f.id < ${of}.id))`;
}
