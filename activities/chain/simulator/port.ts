import type { Chain } from '../../../db/chain/cursor.ts';
import type { Db } from '../../../db/core/sequelize.ts';
import { chainName, simBlockAt, simTip } from '../../../db/simulator/chain.ts';
import {
  type StoredSimTransaction,
  simBlockTransactions,
  simMempool,
  simTransactionInBlock,
  simTransactions,
} from '../../../db/simulator/transactions.ts';
import { gatesOn } from '../../../domain/assets/assets.ts';
import { simulatedCost, simulatedOffer } from '../../../domain/payouts/simulated-cost.ts';
import type { ChainPort, ChainTransaction } from '../port.ts';
import { openSimulatorNews } from './news.ts';

/** Blocks below the tip that the simulated Ethereum calls final; other simulated chains have no such notion. */
export const FINAL_AFTER_BLOCKS = 32;

/** Blocks, payments and what we sign are announced, and deadlines ask for a read of their own. */
const QUIET_POLL_MS = 10_000;

/**
 * A simulated chain behind the port of the real ones. The chain must exist (`startSimulator`, or a command asked of
 * it).
 */
export function openSimulatedChain(db: Db, chain: Chain): ChainPort {
  const news = openSimulatorNews(db.url);
  return {
    ...chain,
    simulated: true,
    quietPollMs: QUIET_POLL_MS,
    identify: async () => ({ chain: 'regtest', name: `simulated ${chain.network}` }),
    tip: () => simTip(db, chain),
    async finalizedHeight() {
      if (chain.network !== 'ETH') return null;
      return (await simTip(db, chain)).height - FINAL_AFTER_BLOCKS;
    },
    headerAt: (height) => simBlockAt(db, chain, height),
    async blockAt(height) {
      const block = await simBlockAt(db, chain, height);
      if (block === null) return null;
      const transactions = (await simBlockTransactions(db, chain, height)).map(mined);
      // A reorganisation between the two reads is seen by the hash, as with a real node.
      const again = await simBlockAt(db, chain, height);
      return again?.hash === block.hash ? { ...block, transactions } : null;
    },
    async mempool({ known, watched }) {
      const ids = new Set(await simMempool(db, chain));
      const fresh = [...ids].filter((txid) => !known.has(txid));
      const transactions = fresh.length === 0 ? [] : await simTransactions(db, chain, fresh);
      return {
        transactions: transactions.filter(({ state }) => state !== 'dropped').map((each) => waiting(chain, each)),
        waiting: new Set(watched.filter((txid) => ids.has(txid))),
        complete: true,
      };
    },
    async transaction(txid) {
      const { transaction, block } = await simTransactionInBlock(db, chain, txid);
      if (transaction === null || transaction.state === 'dropped') return null;
      if (transaction.blockHeight === null) return { ...waiting(chain, transaction), block: null };
      return block === null ? null : { ...mined(transaction), block };
    },
    // The usual ones; what a merchant has set for itself is added where its fees are quoted and paid.
    gateCosts: async () =>
      gatesOn(chain.network).map((gate) => ({
        gateId: gate.id,
        ...simulatedCost(gate, 100),
        unitMinor: simulatedOffer(chain.network)?.unitMinor ?? null,
      })),
    wait: (signal, ms) => news.next(signal, ms, chainName(chain)),
    close: () => news.close(),
  };
}

function mined({ txid, movements, spends, failed }: StoredSimTransaction): ChainTransaction {
  return { txid, movements, spends, failed, seenAtMs: null };
}

/** A transaction that will fail looks like any other until it is in a block. */
function waiting({ network }: Chain, transaction: StoredSimTransaction): ChainTransaction {
  const fee = simulatedOffer(network)?.fee;
  return { ...mined(transaction), failed: false, seenAtMs: transaction.createdAtMs, fee };
}
