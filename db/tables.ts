import * as accounts from './accounts/rows.ts';
import * as alertNotices from './alerts/rows.ts';
import * as audit from './audit/rows.ts';
import * as bankPayments from './bank/payment-rows.ts';
import * as bank from './bank/rows.ts';
import * as simulatedBank from './bank/simulated-commands.ts';
import * as chain from './chain/rows.ts';
import * as claims from './claims/rows.ts';
import * as cases from './compliance/case-rows.ts';
import * as compliance from './compliance/rows.ts';
import * as contact from './contact/rows.ts';
import * as conversions from './conversions/rows.ts';
import * as core from './core/rows.ts';
import { type BoundTable, isTable } from './core/table.ts';
import * as custody from './custody/rows.ts';
import * as dashboard from './dashboard/rows.ts';
import * as demo from './demo/rows.ts';
import * as bankMatches from './deposits/match-rows.ts';
import * as deposits from './deposits/rows.ts';
import * as documents from './documents/keys.ts';
import * as growth from './growth/rows.ts';
import * as history from './history/rows.ts';
import * as idempotency from './idempotency/rows.ts';
import * as invoices from './invoices/rows.ts';
import * as ledger from './ledger/rows.ts';
import * as massPayouts from './mass-payouts/rows.ts';
import * as monitoring from './monitoring/rows.ts';
import * as paymentRequests from './payment-requests/rows.ts';
import * as payoutMethods from './payout-methods/rows.ts';
import * as payouts from './payouts/rows.ts';
import * as refundRequests from './refunds/request-process.ts';
import * as reports from './reports/reports.ts';
import * as reportSchedules from './reports/schedules.ts';
import * as restores from './restores/rows.ts';
import * as sending from './sending/rows.ts';
import * as demoShop from './shops/demo-shop.ts';
import * as shops from './shops/rows.ts';
import * as simulator from './simulator/rows.ts';
import * as site from './site/rows.ts';
import * as staff from './staff/rows.ts';
import * as linkedReports from './suspicion/report-process.ts';
import * as suspicion from './suspicion/rows.ts';
import * as transfers from './treasury/moves/rows.ts';
import * as treasury from './treasury/rows.ts';
import * as simulatedExchanges from './treasury/simulated-rows.ts';
import * as updates from './updates/rows.ts';
import * as webhooks from './webhooks/rows.ts';
import * as withdrawals from './withdrawals/rows.ts';

/** Every table that these files define has a model, which is bound to the connection. */
export const tables: readonly BoundTable[] = [
  ...[alertNotices, audit, cases, compliance, history, invoices, massPayouts, payoutMethods, payouts, accounts],
  ...[documents, refundRequests, reports, reportSchedules, staff, linkedReports, suspicion, webhooks, withdrawals],
  ...[bank, bankMatches, bankPayments, chain, custody, growth, ledger, monitoring, sending, restores, core],
  ...[
    claims,
    contact,
    conversions,
    dashboard,
    demo,
    demoShop,
    shops,
    deposits,
    idempotency,
    paymentRequests,
    simulatedBank,
    simulatedExchanges,
    simulator,
    site,
    transfers,
    treasury,
    updates,
  ],
].flatMap((file) => Object.values<unknown>(file).filter(isTable));
