import type { Mode } from '../../domain/assets/assets.ts';
import { coinsOf } from '../../domain/outflows/debt.ts';
import { RESTING_STATUSES } from '../../domain/state/invoice-status.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { select } from '../core/sql.ts';

/**
 * The reasons that keep an account from being deleted, in words for staff alone: some are about checks that the
 * merchant must not learn of.
 * @returns none when it can be deleted
 */
export async function missingForDeletion(on: Db | Tx, merchantId: string): Promise<string[]> {
  const balances = await select<BalanceRow>(on, balancesSql, [merchantId]);
  const counts = await select<CountRow>(on, countsSql, [merchantId, [...RESTING_STATUSES]]);
  return [...balances.map(wordsOfBalance), ...counts.map(wordsOfCount)];
}

interface BalanceRow {
  mode: Mode;
  asset: string;
  kind: string;
  minor: string;
  held: string;
}

interface CountRow {
  what: keyof typeof COUNTED;
  mode: Mode | null;
  count: string;
}

function wordsOfBalance({ mode, asset, kind, minor, held }: BalanceRow): string {
  const amount = BigInt(minor);
  if (kind === 'receivable') return `A debt of ${coinsOf({ asset, minor: -amount })} (${mode}).`;
  const [of, id] = kind.split(':', 2);
  const where = id === undefined ? 'on the balance' : `on ${of} ${id}`;
  if (amount === 0n) return `${coinsOf({ asset, minor: BigInt(held) })} on its way, ${where} (${mode}).`;
  return `${coinsOf({ asset, minor: amount })} ${where} (${mode}).`;
}

function wordsOfCount({ what, mode, count }: CountRow): string {
  const [one, other] = COUNTED[what];
  return `${count} ${Number(count) === 1 ? one : other}${mode === null ? '' : ` (${mode})`}.`;
}

const COUNTED = {
  invoice: ['open invoice', 'open invoices'],
  deposit: ['open deposit', 'open deposits'],
  payout: ['open payout', 'open payouts'],
  refund: ['open refund', 'open refunds'],
  withdrawal: ['open withdrawal', 'open withdrawals'],
  mass_payout: ['open mass payout', 'open mass payouts'],
  refund_request: ['open request for a refund', 'open requests for a refund'],
  card_order: ['open purchase by card', 'open purchases by card'],
  claim: ['open claim to a payment', 'open claims to payments'],
  partner: ['partnership', 'partnerships'],
  suspension: ['operation suspended by compliance', 'operations suspended by compliance'],
  freeze: ['freeze of a balance', 'freezes of balances'],
  report: ['draft of a report on linked operations', 'drafts of reports on linked operations'],
  case: ['open case of compliance', 'open cases of compliance'],
  restriction: ['restriction by compliance', 'restrictions by compliance'],
} as const;

const balancesSql = `
  SELECT mode, asset, kind, (credits_posted - debits_posted)::text AS minor,
    (credits_pending + debits_pending)::text AS held
  FROM account
  WHERE owner = $1 AND (credits_posted <> debits_posted OR credits_pending <> 0 OR debits_pending <> 0)
  ORDER BY mode, asset, kind`;

// The money of a deposit below the minimum is named with the balances; the payout of a claim is its own. A case at work
// keeps the account only where the compliance team has taken it up.
const countsSql = `
  SELECT what, mode, count(*)::text AS count FROM (
    SELECT 'invoice' AS what, mode FROM invoice WHERE merchant_id = $1::uuid AND NOT status = ANY($2)
    UNION ALL
    SELECT 'deposit', mode FROM deposit WHERE merchant_id = $1::uuid AND (status IN ('created', 'pending', 'confirming')
      OR (status = 'processing' AND status_reason IS DISTINCT FROM 'below_minimum'))
    UNION ALL
    SELECT kind, mode FROM payout
      WHERE merchant_id = $1::uuid AND kind <> 'balance_recovery'
      AND (hold = 'open' OR status NOT IN ('done', 'error', 'canceled'))
    UNION ALL
    SELECT 'withdrawal', mode FROM withdrawal
      WHERE merchant_id = $1::uuid AND (hold = 'open' OR status NOT IN ('done', 'error', 'canceled'))
    UNION ALL
    SELECT 'mass_payout', m.mode FROM mass_payout m
      WHERE m.merchant_id = $1::uuid AND (m.status IN ('pending', 'queue', 'confirming')
      OR EXISTS (SELECT FROM mass_payout_slice s WHERE s.mass_payout_id = m.id AND s.status = 'held'))
    UNION ALL
    SELECT 'refund_request', p.mode FROM refund_request r JOIN profile p ON p.id = r.profile_id
      WHERE p.merchant_id = $1::uuid AND r.status = 'open'
    UNION ALL
    SELECT 'claim', mode FROM claim
      WHERE merchant_id = $1::uuid AND (status IN ('checking', 'review', 'paying') OR needs_operator)
    UNION ALL
    SELECT 'card_order', mode FROM card_order
      WHERE merchant_id = $1::uuid
        AND (status IN ('placing', 'identity', 'payment', 'processing', 'sending') OR needs_operator)
    UNION ALL
    SELECT 'partner', NULL FROM partner
      WHERE merchant_id = $1::uuid AND (status IN ('active', 'paused') OR earned_minor <> settled_minor)
    UNION ALL
    SELECT 'suspension', mode FROM suspension WHERE merchant_id = $1::uuid AND status <> 'released'
    UNION ALL
    SELECT 'freeze', a.mode FROM account_freeze f JOIN account a ON a.id = f.account_id WHERE a.owner = $1::text
    UNION ALL
    SELECT 'report', r.mode FROM linked_report r
      WHERE r.status = 'draft' AND EXISTS (SELECT FROM linked_report_operation o
      JOIN linked_operation l ON l.payment_id = o.payment_id WHERE o.report_id = r.id AND l.merchant_id = $1::uuid)
    UNION ALL
    SELECT 'case', NULL FROM compliance_case
      WHERE merchant_id = $1::uuid AND status IN ('checking', 'review', 'rechecking', 'suspended')
    UNION ALL
    SELECT 'restriction', NULL FROM merchant, unnest(ARRAY[money_out_restricted_at, invoices_restricted_at]) AS since
      WHERE id = $1::uuid AND since IS NOT NULL
  ) AS missing GROUP BY what, mode ORDER BY what, mode`;
