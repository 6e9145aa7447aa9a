/** The scope of a check of rows against entries: recent changes and rows with money, or everything. */
export type RowScope = 'recent' | 'all';

/** Longer than the interval between two checks and than any transaction that moves money. */
const RECENT = `created_at > now() - interval '10 minutes'`;

const INVOICES: Record<RowScope, string> = {
  recent: `
    SELECT invoice_id FROM transfer WHERE ${RECENT} AND invoice_id IS NOT NULL
    UNION SELECT invoice_id FROM account WHERE is_open AND invoice_id IS NOT NULL`,
  all: `
    SELECT invoice_id FROM transfer WHERE invoice_id IS NOT NULL
    UNION SELECT invoice_id FROM payment WHERE credited AND invoice_id IS NOT NULL
    UNION SELECT id FROM invoice WHERE amount_settled_minor <> 0`,
};

const PAYOUTS: Record<RowScope, string> = {
  recent: `
    SELECT DISTINCT substr(entity, strpos(entity, ':') + 1)::uuid FROM transfer
    WHERE ${RECENT} AND (entity LIKE 'payout:%' OR entity LIKE 'refund:%' OR entity LIKE 'withdrawal:%')`,
  all: 'SELECT id FROM payout UNION ALL SELECT id FROM withdrawal',
};

/** The amounts that payouts and refunds hold by their rows and by the ledger. */
const HELD = `
    SELECT r.kind || ':' || r.id AS id, r.mode, r.gate_id, r.hold,
      CASE WHEN r.hold = 'voided' THEN NULL ELSE r.held_minor END AS row_held,
      (SELECT sum(e.amount) FROM entry e WHERE e.transfer_id = h.id AND e.amount > 0) AS held,
      CASE WHEN h.id IS NULL THEN 'none' WHEN o.id IS NULL THEN 'open' 
        WHEN back.id IS NOT NULL THEN 'voided' WHEN charged.id IS NOT NULL THEN 'posted'
        WHEN o.state = 'void_pending' THEN 'voided' ELSE 'posted' END AS state
    FROM outgoing r
    LEFT JOIN transfer h ON h.key = r.kind || ':' || r.id || ':hold'
    LEFT JOIN transfer o ON o.resolves = h.id
    LEFT JOIN transfer back ON back.key = r.kind || ':' || r.id || ':returned'
    LEFT JOIN transfer charged ON charged.key = r.kind || ':' || r.id || ':charged'`;

/**
 * Compares rows with entries, with the columns of the trial balance: payments' credits, settlements, conversions, the
 * balance of each invoice's account (credits minus settlements and refunds), and the holds of payouts, refunds and
 * withdrawals. One statement, so one consistent snapshot.
 */
export function rowCheckSql(scope: RowScope): string {
  return `
  WITH wanted AS MATERIALIZED (${INVOICES[scope]}),
  booked AS (
    SELECT t.invoice_id, a.asset,
      coalesce(sum(e.amount) FILTER (
        WHERE t.kind IN ('payment_credit', 'payment_reverse') AND a.kind LIKE 'custody:%'), 0) AS credited,
      coalesce(sum(e.amount) FILTER (
        WHERE t.kind IN ('settle', 'unsettle') AND (a.invoice_id IS NOT NULL OR a.kind = 'unsettled')), 0) AS settled,
      coalesce(-sum(e.amount) FILTER (
        WHERE t.kind IN ('conversion', 'conversion_reversed') AND a.kind = 'position'), 0) AS converted
    FROM wanted w
    JOIN transfer t USING (invoice_id)
    JOIN entry e ON e.transfer_id = t.id
    JOIN account a ON a.id = e.account_id
    GROUP BY t.invoice_id, a.asset
  ), paid AS (
    SELECT p.invoice_id, coalesce(p.gate_id, p.asset_ref) AS asset, sum(p.credited_minor) AS credited,
      coalesce(sum(p.credited_minor) FILTER (WHERE p.credited_to = 'unsettled'), 0) AS own
    FROM wanted w JOIN payment p USING (invoice_id) GROUP BY 1, 2
  ), exchanged AS (
    SELECT v.invoice_id, s.asset, sum(s.minor) AS minor
    FROM wanted w JOIN conversion v USING (invoice_id)
    CROSS JOIN LATERAL (VALUES
      (v.from_gate_id, v.amount_from_minor - v.reversed_from_minor),
      (v.to_gate_id, v.reversed_to_minor + v.reversed_fee_minor - v.amount_to_minor - v.fee_minor)) AS s (asset, minor)
    GROUP BY 1, 2
  ), drawn AS (
    SELECT r.invoice_id, r.gate_id AS asset, sum(e.amount) AS minor
    FROM wanted w JOIN payout r USING (invoice_id) JOIN transfer h ON h.key = r.kind || ':' || r.id || ':hold'
    JOIN entry e ON e.transfer_id = h.id AND e.amount > 0 JOIN account a ON a.id = e.account_id
    WHERE r.hold <> 'voided' AND (a.invoice_id IS NOT NULL OR a.kind = 'unsettled') GROUP BY 1, 2
  ), present AS (
    SELECT a.invoice_id, a.asset, sum(a.credits_posted - a.debits_posted - a.debits_pending) AS minor
    FROM wanted w JOIN account a USING (invoice_id) GROUP BY 1, 2
  ), assets AS (
    SELECT invoice_id, asset FROM booked
    UNION SELECT invoice_id, asset FROM paid
    UNION SELECT invoice_id, asset FROM present
    UNION SELECT invoice_id, asset FROM exchanged
    UNION SELECT i.id, i.gate_id FROM wanted w JOIN invoice i ON i.id = w.invoice_id WHERE i.gate_id IS NOT NULL
  ), sums AS (
    SELECT i.id, i.mode, s.asset, coalesce(b.credited, 0) AS credited, coalesce(b.settled, 0) AS settled,
      coalesce(l.minor, 0) AS present, coalesce(p.credited, 0) AS row_credited,
      CASE WHEN s.asset = i.gate_id THEN i.amount_settled_minor ELSE 0 END AS row_settled,
      coalesce(b.converted, 0) AS converted, coalesce(x.minor, 0) AS row_converted,
      coalesce(p.own, 0) AS row_own, coalesce(d.minor, 0) AS drawn
    FROM assets s JOIN invoice i ON i.id = s.invoice_id
    LEFT JOIN booked b ON (b.invoice_id, b.asset) = (s.invoice_id, s.asset)
    LEFT JOIN paid p ON (p.invoice_id, p.asset) = (s.invoice_id, s.asset)
    LEFT JOIN exchanged x ON (x.invoice_id, x.asset) = (s.invoice_id, s.asset)
    LEFT JOIN drawn d ON (d.invoice_id, d.asset) = (s.invoice_id, s.asset)
    LEFT JOIN present l ON (l.invoice_id, l.asset) = (s.invoice_id, s.asset)
  ), outgoing AS (
    SELECT kind, id, mode, gate_id, hold, held_minor FROM payout WHERE id IN (${PAYOUTS[scope]})
    UNION ALL
    SELECT 'withdrawal', id, mode, gate_id, hold, held_minor FROM withdrawal WHERE id IN (${PAYOUTS[scope]})
  ), held AS (${HELD})
  SELECT 'rows' AS check, now() AS at, s.mode, s.asset, NULL AS account_id, 'invoice:' || s.id AS account, v.what,
    v.expected::text AS expected, v.found::text AS found
  FROM sums s CROSS JOIN LATERAL (VALUES
    ('credited', s.credited, s.row_credited), ('settled', s.settled, s.row_settled),
    ('converted', s.converted, s.row_converted),
    ('account', greatest(0, s.row_own - s.row_settled - s.drawn), s.present)) AS v (what, expected, found)
  WHERE v.expected <> v.found
  UNION ALL
  SELECT 'rows', now(), mode, gate_id, NULL, id, 'held', coalesce(held, 0)::text, coalesce(row_held, held, 0)::text
  FROM held
  WHERE row_held <> coalesce(held, 0) OR state <> hold`;
}
