import type { ShopPath } from '../domain/accounts/shop-path.ts';
import { accountCalls } from './account/account-calls.ts';
import { reserveCalls } from './balance/reserve-calls.ts';
import { claimCalls } from './claims/claim-calls.ts';
import { conversionCalls } from './conversions/conversion-calls.ts';
import { dashboardCalls } from './dashboard/dashboard-calls.ts';
import { type Api, makeApi } from './data/api.ts';
import { call } from './data/http-client.ts';
import { makeRecords } from './data/records.ts';
import type { TidegateProvider } from './data/use-provider.ts';
import { depositCalls } from './deposits/deposit-calls.ts';
import { integrationCalls } from './integration/integration-calls.ts';
import { invoiceCalls } from './invoices/invoice-calls.ts';
import { massCalls } from './mass-payouts/mass-calls.ts';
import { partnerProgramCalls } from './partner-program/partner-program-calls.ts';
import { paymentRequestCalls } from './payment-request/request-calls.ts';
import { methodCalls } from './payout-methods/method-calls.ts';
import { payoutCalls } from './payouts/payout-calls.ts';
import { refundCalls } from './refunds/refund-calls.ts';
import { reportCalls } from './reports/report-calls.ts';
import { ticketCalls } from './support/ticket-calls.ts';
import { teamCalls } from './team/team-calls.ts';
import { verificationCalls } from './verification/verification-calls.ts';
import { withdrawalCalls } from './withdrawals/withdrawal-calls.ts';

/**
 * The one way to the API: records by ra-data-simple-rest, and a method for each action, which is never a PUT of a whole
 * record. A folder's methods are in its `…-calls.ts`, which adds them to `TidegateProvider`; its line is added here.
 */
export function makeDataProvider(place: ShopPath): TidegateProvider {
  const api = makeApi(place);
  const records = makeRecords(call, (pathname) => addressOf(api, pathname));
  return {
    ...records,
    supportAbortSignal: true,
    ...integrationCalls(api),
    ...invoiceCalls(api),
    ...paymentRequestCalls(api),
    ...payoutCalls(api),
    ...massCalls(api),
    ...methodCalls(api),
    ...claimCalls(api),
    ...conversionCalls(api),
    ...depositCalls(api),
    ...refundCalls(api),
    ...dashboardCalls(api),
    ...withdrawalCalls(api),
    ...reportCalls(api),
    ...reserveCalls(api),
    ...accountCalls(api),
    ...partnerProgramCalls(api),
    ...ticketCalls(api),
    ...teamCalls(api),
    ...verificationCalls(api),
  };
}

/** Collections that both modes share. */
const SHARED: ReadonlySet<string> = new Set(['invitations', 'audit', 'merchant', 'tickets']);

function addressOf(api: Api, pathname: string): string {
  const [, collection = ''] = pathname.split('/');
  return SHARED.has(collection) ? `/spa${pathname}` : api.url(pathname.slice(1));
}
