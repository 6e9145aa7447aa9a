import { select } from '../../db/core/sql.ts';
import type { ServerDeps } from '../deps.ts';
import { readPayerView } from '../presenters/customer-invoice.ts';
import { type ObjectStreams, openObjectStreams } from './object-streams.ts';

/** The payer's pages that are open. */
export function openInvoiceStreams(deps: ServerDeps, onError: (error: unknown) => void): ObjectStreams {
  const versions = (ids: readonly string[]) =>
    select<{ id: string; version: number }>(deps.db, 'SELECT id, version FROM invoice WHERE id = ANY($1::uuid[])', [
      ids,
    ]);
  const read = async (invoiceId: string) => {
    const { invoice } = await readPayerView(deps.db, deps.config, { invoiceId, nowMs: deps.now() });
    return { version: invoice.version, text: JSON.stringify(invoice) };
  };
  return openObjectStreams(deps, { event: 'invoice', versions, read }, onError);
}
