import type { ChainTransaction } from './port.ts';

const rememberedTransactions = 500_000;

/**
 * Transactions that are recorded and need not be read again. Lost with the process; then all of them are read again.
 */
export class KnownTransactions {
  readonly #txids = new Set<string>();

  get txids(): ReadonlySet<string> {
    return this.#txids;
  }

  add(transactions: readonly ChainTransaction[]): void {
    for (const { txid } of transactions) this.#txids.add(txid);
    for (const txid of this.#txids) {
      if (this.#txids.size <= rememberedTransactions) break;
      this.#txids.delete(txid);
    }
  }

  forget(txids: Iterable<string>): void {
    for (const txid of txids) this.#txids.delete(txid);
  }
}

/** Since when transactions are missing from the mempool. */
export class MissingTransactions {
  readonly #sinceMs = new Map<string, number>();

  /** Notes what is missing now, and gives what has been missing for so long. */
  longMissing(txids: readonly string[], { nowMs, forMs }: { nowMs: number; forMs: number }): string[] {
    const missing = new Set(txids);
    for (const txid of this.#sinceMs.keys()) if (!missing.has(txid)) this.#sinceMs.delete(txid);
    return txids.filter((txid) => {
      const sinceMs = this.#sinceMs.get(txid) ?? nowMs;
      this.#sinceMs.set(txid, sinceMs);
      return nowMs - sinceMs >= forMs;
    });
  }
}
