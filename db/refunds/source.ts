import { minOf } from '../../domain/money.ts';
import { unsettledOf } from '../invoices/unsettled.ts';
import { invoiceKind } from '../ledger/accounts.ts';
import type { HoldSource } from '../payouts/holds.ts';
import type { PayoutRow } from '../payouts/rows.ts';
import type { Db, Tx } from '../sequelize.ts';

/**
 * Where the money of a refund lies (invoice-states J): what lies in the invoice's account goes first, which is its
 * excess or, before a settlement, all of it. The rest, and fees that the merchant pays on top, are `available`. What
 * is read stays true while the caller has locked the invoice's row.
 */
export async function refundSources(
  on: Tx | Db,
  refund: Pick<PayoutRow, 'merchantId' | 'mode' | 'gateId' | 'amountMinor' | 'heldMinor'> & {
    readonly invoiceId: string;
  },
): Promise<HoldSource[]> {
  const { invoiceId, merchantId, mode, gateId: asset } = refund;
  const lying = await unsettledOf(on, { invoiceId, merchantId, mode, asset });
  const unsettled = minOf(lying, refund.amountMinor);
  return [
    { kind: invoiceKind(invoiceId), minor: unsettled },
    { kind: 'available', minor: refund.heldMinor - unsettled },
  ];
}
