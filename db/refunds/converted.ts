import type { CryptoGateId } from '../../domain/assets/assets.ts';
import type { InvoiceRow } from '../../domain/invoices/record.ts';
import { maxOf, minOf } from '../../domain/money/money.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { one, prepared } from '../core/sql.ts';

/**
 * How many of the coins that a refund takes from the balance have to be bought back, because the invoice's settlement
 * converted them; minor units. Earlier refunds of the invoice bought theirs; of canceled ones the coins are used as far
 * as they are on the balance, and else bought again. Stays valid under the invoice's lock.
 */
export async function convertedPart(
  on: Tx | Db,
  invoice: Pick<
    InvoiceRow,
    'id' | 'merchantId' | 'mode' | 'gateId' | 'conversion' | 'autoconversion' | 'amountSettledMinor'
  >,
  { gateId, minor }: { readonly gateId: CryptoGateId; readonly minor: bigint },
): Promise<bigint> {
  const { conversion } = invoice;
  if (conversion === null || gateId !== invoice.gateId) return 0n;
  const { id, merchantId, mode } = invoice;
  const row = await one<BoughtRow>(on, boughtSql, [id, gateId, merchantId, mode]);
  const [bought, paidOut, coins] = [BigInt(row.bought), BigInt(row.paid_out), BigInt(row.coins)];
  // A merchant who converts everything has no coins for the fee either, which a refund does not give back.
  const mostMinor = invoice.autoconversion.type === 'full' ? invoice.amountSettledMinor : conversion.amountFromMinor;
  const neverBoughtMinor = maxOf(0n, mostMinor - bought);
  const missingMinor = minOf(mostMinor - paidOut, minor - maxOf(0n, coins));
  return minOf(minor, maxOf(neverBoughtMinor, missingMinor));
}

interface BoughtRow {
  readonly bought: string;
  /** Without what was bought for refunds that were canceled. */
  readonly paid_out: string;
  /** On the merchant's balance, not held. */
  readonly coins: string;
}

const boughtSql = prepared(`
  SELECT coalesce(sum(c.amount_to_minor), 0)::text AS bought,
    coalesce(sum(c.amount_to_minor) FILTER (WHERE p.hold IS DISTINCT FROM 'voided'), 0)::text AS paid_out,
    coalesce((
      SELECT a.credits_posted - a.debits_posted - a.debits_pending FROM account a
      WHERE a.owner = $3 AND a.mode = $4 AND a.asset = $2 AND a.kind = 'available' AND a.stripe = 0), 0)::text AS coins
  FROM conversion c
  LEFT JOIN transfer t ON t.invoice_id = $1 AND t.entity = 'conversion:' || c.id AND t.key LIKE 'refund:%:convert'
  LEFT JOIN payout p ON p.id::text = split_part(t.key, ':', 2)
  WHERE c.invoice_id = $1 AND c.to_gate_id = $2 AND c.kind = 'refund'`);
