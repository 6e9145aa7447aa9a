import type { App } from '../../app.ts';
import type { Accounts } from '../../auth/accounts.ts';
import type { ServerDeps } from '../../deps.ts';
import type { InvoicePage } from '../customer/page.ts';
import { greenfieldAuthorizeRoutes } from './authorize.ts';
import { answerGreenfieldError } from './errors.ts';
import { invoiceActionRoutes } from './invoice-actions.ts';
import { greenfieldInvoiceRoutes } from './invoices.ts';
import { modalRoutes } from './modal.ts';
import { pullPaymentPage, pullPaymentRoutes } from './pull-payments.ts';
import { serverRoutes } from './server.ts';
import { storeRoutes } from './stores.ts';
import { greenfieldWebhookRoutes } from './webhooks.ts';

/**
 * BTCPay's Greenfield API under `/btcpay`, so that an unchanged shop plugin works with Tidegate. It is another door to
 * the same rules: every call goes through the functions behind `/api/v1`.
 */
export async function greenfieldRoutes(
  app: App,
  deps: ServerDeps,
  accounts: Accounts,
  page: InvoicePage,
): Promise<void> {
  await app.register(async (scope: App) => {
    scope.setErrorHandler(answerGreenfieldError);
    serverRoutes(scope, deps);
    storeRoutes(scope, deps);
    greenfieldInvoiceRoutes(scope, deps);
    invoiceActionRoutes(scope, deps);
    greenfieldWebhookRoutes(scope, deps, accounts);
    pullPaymentRoutes(scope, deps);
  });
  modalRoutes(app, deps, page);
  pullPaymentPage(app, deps);
  await greenfieldAuthorizeRoutes(app, deps, accounts);
}
