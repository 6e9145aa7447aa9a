import type { CryptoGate } from '../../domain/assets/assets.ts';
import type { Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { GATEWAY } from '../ledger/accounts.ts';
import type { TransferRequest } from '../ledger/transfer-request.ts';
import type { Outgoing } from './transactions.ts';

/** The cost of a transaction, in minor units of the network's coin. */
export interface OutgoingCost {
  readonly outgoing: Pick<Outgoing, 'id' | 'mode' | 'network'>;
  readonly coin: CryptoGate;
  readonly paidFeeMinor: bigint;
}

/**
 * Ledger transfers for network costs not booked yet, once per transaction, in the network's coin: from the network fees
 * that merchants paid, out of custody. The cost of a token payout is therefore booked in the network's coin.
 */
export async function unbookedCosts(tx: Tx, costs: readonly OutgoingCost[]): Promise<TransferRequest[]> {
  const rows = await select<{ id: string }>(tx, unbookedSql, [costs.map(({ outgoing }) => outgoing.id)]);
  // Mined again after a reorganization, the cost may differ; the custody check reports the difference.
  const unbooked = new Set(rows.map(({ id }) => id));
  return costs.filter(({ outgoing, paidFeeMinor }) => paidFeeMinor > 0n && unbooked.has(outgoing.id)).map(transferOf);
}

/**
 * The cost of a transaction that was confirmed, then removed by a reorganization, and lost to another one: it is not
 * paid, so it returns to custody.
 */
export function undoneCosts(costs: readonly OutgoingCost[]): TransferRequest[] {
  return costs
    .filter(({ paidFeeMinor }) => paidFeeMinor > 0n)
    .map((cost) => {
      const { key, postings, ...about } = transferOf(cost);
      const back = postings.map(({ debit, credit, minor }) => ({ debit: credit, credit: debit, minor }));
      return { ...about, key: `${key}:undone`, postings: back };
    });
}

function transferOf({ outgoing: { id, mode, network }, coin, paidFeeMinor }: OutgoingCost): TransferRequest {
  const account = (kind: 'fees:network' | `custody:${string}`) => ({ owner: GATEWAY, mode, asset: coin.id, kind });
  return {
    key: `outgoing:${id}:cost`,
    kind: 'network_cost',
    postings: [{ debit: account('fees:network'), credit: account(`custody:${network}`), minor: paidFeeMinor }],
    entity: `outgoing:${id}`,
  };
}

const unbookedSql = prepared(
  'SELECT id FROM outgoing_transaction WHERE id = ANY($1::uuid[]) AND paid_fee_minor IS NULL',
);
