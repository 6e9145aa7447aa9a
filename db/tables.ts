import { casesTable } from './compliance/case-rows.ts';
import { invoicesTable, paymentsTable, quotesTable } from './invoices/rows.ts';
import { linesTable, massPayoutsTable, slicesTable } from './mass-payouts/rows.ts';
import { methodsTable } from './payout-methods/rows.ts';
import { payoutsTable } from './payouts/rows.ts';
import { merchantsTable } from './people/merchant-process.ts';
import type { Table } from './process/columns.ts';
import { refundRequestsTable } from './refunds/request-process.ts';
import { reportsTable } from './suspicion/report-process.ts';
import { suspensionsTable } from './suspicion/rows.ts';

/** The tables whose columns are named once, for their models to be bound; rows of several kinds have no common type. */
export const tables: readonly Pick<Table<object>, 'name' | 'types' | 'model' | 'bind'>[] = [
  ...[invoicesTable, quotesTable, paymentsTable, payoutsTable, refundRequestsTable],
  ...[massPayoutsTable, slicesTable, linesTable, methodsTable],
  ...[merchantsTable, casesTable, suspensionsTable, reportsTable],
] as never;
