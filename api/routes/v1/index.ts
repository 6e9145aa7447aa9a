import type { AccountSecrets } from '../../../db/accounts/secrets.ts';
import type { App } from '../../app.ts';
import type { ServerDeps } from '../../deps.ts';
import { balanceRoutes } from './balances.ts';
import { cardOrderRoutes } from './card-orders.ts';
import { depositRoutes } from './deposits.ts';
import { eventRoutes } from './events.ts';
import { gateRoutes } from './gates.ts';
import { invoiceChangeRoutes } from './invoice-changes.ts';
import { invoiceRoutes } from './invoices.ts';
import { ledgerEntryRoutes } from './ledger-entries.ts';
import { massPayoutRoutes } from './mass-payouts.ts';
import { meRoutes } from './me.ts';
import { paymentLinkTokenRoutes } from './payment-links.ts';
import { paymentRequestTokenRoutes } from './payment-requests.ts';
import { payoutQuoteRoute } from './payout-quote.ts';
import { payoutRoutes } from './payouts.ts';
import { refundRoutes } from './refunds.ts';
import { requestLogRoute } from './requests.ts';
import { sandboxRoutes } from './sandbox.ts';
import { webhookEndpointRoutes } from './webhook-endpoints.ts';
import { webhookRoutes } from './webhooks.ts';
import { withdrawalRoutes } from './withdrawals.ts';

/** For shops, which call with an API token. */
export function tokenRoutes(app: App, deps: ServerDeps, secrets: AccountSecrets): void {
  meRoutes(app, deps);
  invoiceRoutes(app, deps);
  invoiceChangeRoutes(app, deps);
  paymentLinkTokenRoutes(app, deps);
  paymentRequestTokenRoutes(app, { ...deps, secrets });
  gateRoutes(app, deps);
  balanceRoutes(app, deps);
  eventRoutes(app, deps);
  ledgerEntryRoutes(app, deps);
  payoutQuoteRoute(app, deps);
  payoutRoutes(app, deps);
  depositRoutes(app, deps);
  cardOrderRoutes(app, deps);
  withdrawalRoutes(app, deps);
  massPayoutRoutes(app, deps);
  refundRoutes(app, deps);
  webhookRoutes(app, deps);
  webhookEndpointRoutes(app, { ...deps, secrets });
  requestLogRoute(app, deps);
  sandboxRoutes(app, deps);
}
