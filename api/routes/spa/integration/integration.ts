import type { App } from '../../../app.ts';
import type { Accounts } from '../../../auth/accounts.ts';
import type { ServerDeps } from '../../../deps.ts';
import { payRoutes } from '../../customer/pay.ts';
import { feeRoutes } from '../history/fees.ts';
import { apiTokenRoutes } from './api-tokens.ts';
import { logoRoutes } from './logo.ts';
import { paymentLinkRoutes } from './payment-links.ts';
import { pluginKeyRoutes } from './plugin-keys.ts';
import { profileRoutes } from './profile.ts';
import { spaRequestLogRoute } from './requests.ts';
import { shopRoutes } from './shops.ts';
import { spaEndpointRoutes } from './webhook-endpoints.ts';
import { spaWebhookRoutes } from './webhooks.ts';

/** Everything by which a shop is connected to the gateway. */
export async function integrationRoutes(app: App, deps: ServerDeps, accounts: Accounts): Promise<void> {
  profileRoutes(app, deps, accounts);
  shopRoutes(app, accounts);
  await logoRoutes(app, deps);
  apiTokenRoutes(app, accounts);
  pluginKeyRoutes(app, deps, accounts);
  spaRequestLogRoute(app, deps);
  spaWebhookRoutes(app, deps);
  spaEndpointRoutes(app, deps, accounts);
  paymentLinkRoutes(app, deps);
  feeRoutes(app, deps);
  await payRoutes(app, deps, accounts);
}
