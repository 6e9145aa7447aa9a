import type { CardOrderRow } from '../db/card-orders/rows.ts';
import { readChainIdentity } from '../db/chain/identity.ts';
import type { Db } from '../db/core/sequelize.ts';
import { gate } from '../domain/assets/assets.ts';
import { explorerUrl } from '../domain/assets/explorers.ts';

/** Where anyone can look the transaction of a card order up; null before it has one, and for other than main chains. */
export async function cardExplorerUrl(
  db: Db,
  { mode, gateId, deliveredTxid, txid }: Pick<CardOrderRow, 'mode' | 'gateId' | 'deliveredTxid' | 'txid'>,
): Promise<string | null> {
  const shown = deliveredTxid ?? txid;
  if (shown === null) return null;
  const { network } = gate(gateId);
  const chain = await readChainIdentity(db, { mode, network });
  return chain?.chain === 'main' && !chain.simulated ? explorerUrl(network, shown) : null;
}
