import type { App } from '../../../app.ts';
import type { Accounts } from '../../../auth/accounts.ts';
import type { ServerDeps } from '../../../deps.ts';
import { cardPageRoutes } from '../card-page.ts';
import { setAmountRoute } from './amount.ts';
import { cardCheckoutRoutes } from './checkout.ts';
import { cardCustomerRoutes } from './customer.ts';
import { createCardDesk } from './desk.ts';
import { cardOrderEventRoute } from './events.ts';
import { cardInvoiceRoutes } from './invoice.ts';
import { cardOfferRoutes } from './offer.ts';
import { cardOrderRoutes } from './orders.ts';

/** Buying coins by card: pages and calls of customers, who have no account. `pages` is the built front end. */
export function cardPaymentRoutes(app: App, deps: ServerDeps, accounts: Accounts, pages: string): void {
  const desk = createCardDesk(deps, accounts);
  cardPageRoutes(app, deps, desk, pages);
  cardOfferRoutes(app, deps, desk);
  setAmountRoute(app, deps, accounts, desk);
  cardOrderRoutes(app, deps, desk);
  cardOrderEventRoute(app, deps);
  cardCustomerRoutes(app, deps, accounts);
  cardCheckoutRoutes(app, deps);
  cardInvoiceRoutes(app, deps, accounts, desk);
}
