import type { CryptoGateId } from '../../domain/assets.ts';
import { maxOf, minOf } from '../../domain/money.ts';
import type { InvoiceRow } from '../invoices/rows.ts';
import type { Db, Tx } from '../sequelize.ts';
import { one, prepared } from '../sql.ts';

/**
 * How many of the coins that a refund takes from the balance have to be bought back, because the invoice's settlement
 * converted them; minor units. Earlier refunds of the invoice bought theirs. Stays valid under the invoice's lock.
 */
export async function convertedPart(
  on: Tx | Db,
  invoice: Pick<InvoiceRow, 'id' | 'gateId' | 'conversion' | 'autoconversion' | 'amountSettledMinor'>,
  { gateId, minor }: { readonly gateId: CryptoGateId; readonly minor: bigint },
): Promise<bigint> {
  const { conversion } = invoice;
  if (conversion === null || gateId !== invoice.gateId) return 0n;
  const { bought } = await one<{ bought: string }>(on, boughtSql, [invoice.id, gateId]);
  // Who converts everything has no coins for the fee either, which a refund does not give back.
  const mostMinor = invoice.autoconversion.type === 'full' ? invoice.amountSettledMinor : conversion.amountFromMinor;
  return minOf(minor, maxOf(0n, mostMinor - BigInt(bought)));
}

const boughtSql = prepared(`
  SELECT coalesce(sum(amount_to_minor), 0)::text AS bought
  FROM conversion WHERE invoice_id = $1 AND to_gate_id = $2 AND kind = 'refund'`);
