import { minOf } from '../../domain/money/money.ts';
import type { PayoutRow } from '../../domain/payouts/record.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { unsettledOf } from '../invoices/unsettled.ts';
import { invoiceKind } from '../ledger/accounts.ts';
import type { HoldSource } from '../outflows/holds.ts';

/**
 * The accounts that a refund is taken from (invoice-states J): first the invoice's account, which contains its excess
 * or, before a settlement, all of it. The rest, and fees that the merchant pays on top, come from `available`. The
 * amounts stay valid while the caller holds the invoice's lock.
 * @returns the parts of the invoice's account and of the balance; either may be zero
 */
export async function refundSources(
  on: Tx | Db,
  refund: Pick<PayoutRow, 'merchantId' | 'mode' | 'gateId' | 'amountMinor' | 'heldMinor'> & {
    readonly invoiceId: string;
  },
): Promise<readonly [fromInvoice: HoldSource, fromBalance: HoldSource]> {
  const { invoiceId, merchantId, mode, gateId: asset } = refund;
  const present = await unsettledOf(on, { invoiceId, merchantId, mode, asset });
  const unsettled = minOf(present, refund.amountMinor);
  return [
    { kind: invoiceKind(invoiceId), minor: unsettled },
    { kind: 'available', minor: refund.heldMinor - unsettled },
  ];
}
