import { refuseAddress } from '../../domain/address/refusal.ts';
import type { Mode, Network } from '../../domain/assets/assets.ts';
import type { InvoiceRow } from '../../domain/invoices/record.ts';
import { type PayoutTarget, payoutTarget } from '../../domain/payouts/target.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { maybeOne, prepared } from '../core/sql.ts';
import type { PayoutSettings } from '../payouts/settings.ts';
import type { RefundContext } from './quote.ts';

export interface RequestedTarget {
  readonly invoice: Pick<InvoiceRow, 'mode'>;
  readonly context: Pick<RefundContext, 'gate' | 'chain'>;
  readonly address: string;
  readonly destinationTag: string | null;
}

/**
 * Parses and checks the recipient of a refund. Addresses of invoices are refused, because people copy them from the
 * page where they paid.
 * @throws DomainError `address_invalid`, `destination_tag_invalid`
 */
export async function refundTarget(
  on: Tx | Db,
  settings: PayoutSettings,
  { invoice: { mode }, context: { gate, chain }, ...wanted }: RequestedTarget,
): Promise<PayoutTarget> {
  const target = payoutTarget(gate, wanted, {
    chain,
    tokenContract: settings.tokenContract(mode),
    ownAccount: settings.ownAccount(mode, gate.network),
  });
  await refuseOwnAddress(on, { mode, network: gate.network, addressKey: target.addressKey });
  return target;
}

/** @throws DomainError `address_invalid` for an address that we gave to a payer: its money would come back to us */
export async function refuseOwnAddress(
  on: Tx | Db,
  { mode, network, addressKey }: { readonly mode: Mode; readonly network: Network; readonly addressKey: string },
): Promise<void> {
  if ((await maybeOne(on, ownSql, [mode, network, addressKey])) !== undefined) {
    throw refuseAddress('This address belongs to an invoice. Enter an address of the payer.');
  }
}

const ownSql = prepared(`SELECT 1 FROM watched_address WHERE mode = $1 AND network = $2 AND address_key = $3 LIMIT 1`);
