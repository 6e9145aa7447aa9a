import { pagesOf } from './cursors.ts';
import type { Http, RequestOptions } from './http.ts';
import type { LedgerEntry, Query } from './types.ts';

/** The lines of a balance, for shops that keep books of their own. */
export function ledgerEntryCalls(http: Http) {
  /** Oldest first, each with the balance after it. */
  async function* list(
    query: Query<'listLedgerEntries'>,
    options: RequestOptions = {},
  ): AsyncGenerator<LedgerEntry, void> {
    for await (const { data } of pagesOf<LedgerEntry>(http, '/ledger-entries', query, options)) yield* data;
  }

  return { list };
}
