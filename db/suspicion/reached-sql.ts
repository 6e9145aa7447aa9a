/**
 * SQL: whether the balance that the payout or withdrawal `o` leaves may have money of a suspended operation that went
 * back to it, because its merchant canceled that operation. `which` is the condition on the suspension, named `s`.
 * The money may also be in every balance into which its own was converted since, in whatever steps. A settlement
 * converts what is settled and nothing else, so it counts only where the suspended operation was a refund of its
 * invoice.
 */
export function reachedBy(which: string, o: string): string {
  return `EXISTS (
    SELECT FROM suspension s CROSS JOIN LATERAL (
      SELECT c.gate_id, c.invoice_id FROM payout c
      WHERE s.kind = 'payout' AND c.id = s.subject_id AND c.hold = 'voided' AND c.merchant_id = s.merchant_id
      UNION ALL
      SELECT c.gate_id, NULL FROM withdrawal c
      WHERE s.kind = 'withdrawal' AND c.id = s.subject_id AND c.hold = 'voided') AS returned
    WHERE ${which} AND s.merchant_id = ${o}.merchant_id AND s.mode = ${o}.mode AND ${o}.gate_id IN (
      WITH RECURSIVE reached(gate_id) AS (
        SELECT returned.gate_id
        UNION
        SELECT v.to_gate_id FROM reached r JOIN conversion v ON v.from_gate_id = r.gate_id
        WHERE v.merchant_id = s.merchant_id AND v.mode = s.mode
          AND v.created_at > s.suspended_at - interval '${CLOCKS_DIFFER}'
          AND (v.kind <> 'settlement' OR v.invoice_id = returned.invoice_id))
      SELECT gate_id FROM reached))`;
}

/** The times are those of different processes. Too many conversions hold a payout for longer, too few let it go. */
const CLOCKS_DIFFER = '15 minutes';
