import type { App } from '../../app.ts';
import type { Accounts } from '../../auth/accounts.ts';
import type { ServerDeps } from '../../deps.ts';
import { documentVerificationRoute } from '../documents.ts';
import { customerDocumentRoutes } from './documents.ts';
import { customerExchangeRoute } from './exchanges.ts';
import { findPaymentRoute } from './find-payment.ts';
import { customerEventRoutes, customerInvoiceRoutes } from './invoices.ts';
import { payerEmailRoutes } from './payer-email.ts';
import { refundLinkRoute } from './refund-link.ts';
import { refundRequestRoutes } from './refund-request.ts';
import { signedRefundRoutes } from './signed-refund.ts';
import { tronTransactionRoutes } from './tron-transaction.ts';
import { walletPaymentRoutes } from './wallet-payment.ts';

/** For the pages of payers. */
export function payerRoutes(app: App, deps: ServerDeps, accounts: Accounts): void {
  customerInvoiceRoutes(app, deps);
  customerEventRoutes(app, deps);
  customerExchangeRoute(app, deps);
  walletPaymentRoutes(app, deps);
  tronTransactionRoutes(app, deps, accounts);
  customerDocumentRoutes(app, deps);
  documentVerificationRoute(app, deps);
  refundRequestRoutes(app, deps);
  refundLinkRoute(app, deps, accounts);
  signedRefundRoutes(app, deps, accounts);
  findPaymentRoute(app, deps, accounts);
  payerEmailRoutes(app, deps, accounts);
}
