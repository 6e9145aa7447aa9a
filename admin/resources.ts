import { account } from './account/index.ts';
import { balance } from './balance/index.ts';
import { cardOrders } from './card-orders/index.ts';
import { claims } from './claims/index.ts';
import { conversions } from './conversions/index.ts';
import { dashboard } from './dashboard/index.ts';
import { deposits } from './deposits/index.ts';
import { fees } from './fees/index.ts';
import { history } from './history/index.ts';
import { integration } from './integration/index.ts';
import { invoices } from './invoices/index.ts';
import { massPayouts } from './mass-payouts/index.ts';
import { partnerProgram } from './partner-program/index.ts';
import { paymentRequest } from './payment-request/index.ts';
import { payoutMethods } from './payout-methods/index.ts';
import { payouts } from './payouts/index.ts';
import { refunds } from './refunds/index.ts';
import { reports } from './reports/index.ts';
import type { AppResource } from './resource.ts';
import { support } from './support/index.ts';
import { team } from './team/index.ts';
import { withdrawalMethods } from './withdrawal-methods/index.ts';
import { withdrawals } from './withdrawals/index.ts';

/** The folders of the back office, those with a place in the navigation in the spec's order (spec §2). */
export const resources: readonly AppResource[] = [
  dashboard,
  balance,
  deposits,
  conversions,
  history,
  invoices,
  refunds,
  claims,
  cardOrders,
  integration,
  payouts,
  massPayouts,
  payoutMethods,
  withdrawals,
  withdrawalMethods,
  paymentRequest,
  account,
  team,
  fees,
  partnerProgram,
  support,
  reports,
];
