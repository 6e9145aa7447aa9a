import type { Hex } from 'viem';
import type { MempoolQuery } from '../port.ts';
import { type EvmRpc, EvmRpcError, type EvmTransaction } from './rpc.ts';

/** The pending transactions of an Ethereum node, of which no node gives a complete list. */
export interface PendingTransactions {
  look(question: MempoolQuery): Promise<PendingLook>;
}

export interface PendingLook {
  readonly transactions: readonly EvmTransaction[];
  readonly waiting: ReadonlySet<string>;
  readonly complete: boolean;
}

/** The most new transactions that one read describes. */
const perLook = 1_000;

/**
 * Learns of new transactions through a filter on the node, starting with the content of the next block. Announced
 * transactions are kept until the caller has processed them, so a failed read loses nothing.
 */
export function openPendingTransactions(rpc: EvmRpc): PendingTransactions {
  const announced = new Set<Hex>();
  let filter: Hex | undefined;

  async function hear(): Promise<void> {
    try {
      if (filter === undefined) {
        filter = await rpc.newPendingFilter();
        for (const { hash } of (await rpc.pendingBlock())?.transactions ?? []) announced.add(hash);
      }
      for (const hash of await rpc.filterChanges(filter)) announced.add(hash);
    } catch (error) {
      if (!(error instanceof EvmRpcError)) throw error;
      // The node dropped the filter (a restart or a long pause): the next read creates a new one.
      filter = undefined;
    }
  }

  return {
    async look({ known, watched }) {
      await hear();
      for (const hash of announced) if (known.has(hash)) announced.delete(hash);
      const requested = [...announced].slice(0, perLook);
      const [fresh, open] = await Promise.all([
        Promise.all(requested.map((hash) => rpc.transaction(hash))),
        Promise.all(watched.map((txid) => rpc.transaction(txid as Hex))),
      ]);
      for (const [index, hash] of requested.entries()) if (!isWaiting(fresh[index])) announced.delete(hash);
      return {
        transactions: fresh.filter(isWaiting),
        waiting: new Set(open.filter(isWaiting).map(({ hash }) => hash)),
        complete: announced.size <= perLook,
      };
    },
  };
}

function isWaiting(transaction: EvmTransaction | null | undefined): transaction is EvmTransaction {
  return transaction != null && transaction.blockHash === null;
}
