import { execute } from '../db/core/sql.ts';
import type { Figure } from './figure.ts';
import { withMillionInvoices } from './million-invoices.ts';
import { readFigures } from './read-figures.ts';

const MOST_MS = 100;
/** As they open, and what people do next. */
const PATHS = [
  'invoices?page=1&per_page=25',
  'invoices?page=4&per_page=25',
  'invoices?page=1&per_page=25&status=done',
  'history/transactions?page=1&per_page=25',
  'history/transactions?page=4&per_page=25&gate_id=BTC',
  'history/events?page=1&per_page=25',
] as const;

/** The lists of a merchant with a million invoices, half of them paid. */
export function run(): Promise<readonly Figure[]> {
  return withMillionInvoices(async (on) => {
    await execute(on.db, 'VACUUM ANALYZE invoice, transfer, entry, account, event');
    return await readFigures(on, { paths: PATHS, mostMs: MOST_MS });
  });
}
