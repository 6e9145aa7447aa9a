import type { CryptoGate } from '../../domain/assets.ts';
import { GATEWAY } from '../ledger/accounts.ts';
import { postTransfers } from '../ledger/transfers.ts';
import type { Tx } from '../sequelize.ts';
import { one, prepared } from '../sql.ts';
import type { Outgoing } from './outgoing.ts';

/**
 * Books what the chain took for a transaction, once, in the network's coin: out of the fees that merchants paid for the network, out of custody. What a token's
 * payout cost is thus paid in the coin.
 */
export async function bookCost(
  tx: Tx,
  {
    outgoing,
    coin,
    paidFeeMinor,
  }: { readonly outgoing: Outgoing; readonly coin: CryptoGate; readonly paidFeeMinor: bigint },
): Promise<void> {
  if (paidFeeMinor === 0n) return;
  const { booked } = await one<{ booked: boolean }>(tx, bookedSql, [outgoing.id]);
  // Mined again after a reorganisation it may have cost something else; the difference is the reconciliation's.
  if (booked) return;
  const { mode } = outgoing;
  const account = (kind: 'fees:network' | `custody:${string}`) => ({ owner: GATEWAY, mode, asset: coin.id, kind });
  await postTransfers(tx, [
    {
      key: `outgoing:${outgoing.id}:cost`,
      kind: 'network_cost',
      postings: [
        { debit: account('fees:network'), credit: account(`custody:${outgoing.network}`), minor: paidFeeMinor },
      ],
      entity: `outgoing:${outgoing.id}`,
    },
  ]);
}

const bookedSql = prepared('SELECT paid_fee_minor IS NOT NULL AS booked FROM outgoing_transaction WHERE id = $1');
