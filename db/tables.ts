import { casesTable } from './compliance/case-rows.ts';
import { invoicesTable, paymentsTable, quotesTable } from './invoices/rows.ts';
import { linesTable, massPayoutsTable, slicesTable } from './mass-payouts/rows.ts';
import { methodsTable } from './payout-methods/rows.ts';
import { payoutsTable } from './payouts/rows.ts';
import { apiTokensTable, merchantsTable, profilesTable, sessionsTable, usersTable } from './people/rows.ts';
import { refundRequestsTable } from './refunds/request-process.ts';
import { reportsTable } from './suspicion/report-process.ts';
import { suspensionsTable } from './suspicion/rows.ts';
import type { BoundTable } from './table.ts';

/** Every table that has a model, for them to be bound to a connection. */
export const tables: readonly BoundTable[] = [
  ...[invoicesTable, quotesTable, paymentsTable, payoutsTable, refundRequestsTable],
  ...[massPayoutsTable, slicesTable, linesTable, methodsTable],
  ...[merchantsTable, usersTable, sessionsTable, profilesTable, apiTokensTable],
  ...[casesTable, suspensionsTable, reportsTable],
];
