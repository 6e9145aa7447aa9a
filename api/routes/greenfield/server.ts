import { GreenfieldHealth, GreenfieldKey, GreenfieldServerInfo } from '../../../contract/greenfield.ts';
import { CRYPTO_GATES, gate } from '../../../domain/assets/assets.ts';
import { paymentMethodOf } from '../../../domain/greenfield/payment-methods.ts';
import { scopedPermissions } from '../../../domain/greenfield/permissions.ts';
import { isOpen } from '../../../settings/config.ts';
import { anyone } from '../../access.ts';
import type { App } from '../../app.ts';
import { shopKeyOf } from '../../auth/guard.ts';
import type { ServerDeps } from '../../deps.ts';
import { GREENFIELD, shopKeyRoute } from './route.ts';

/** Plugins compare it with the oldest version they work with. */
const BTCPAY_VERSION = '2.4.1';

/** Calls that plugins make before anything else: is this a server they know, and what may the key do. */
export function serverRoutes(app: App, { config }: ServerDeps): void {
  app.get(
    `${GREENFIELD}/health`,
    {
      config: anyone('It says that the server answers, which every answer does.'),
      schema: { tags: ['Greenfield'], summary: 'Greenfield: health', response: { 200: GreenfieldHealth } },
    },
    async () => ({ synchronized: true }),
  );

  app.get(
    `${GREENFIELD}/server/info`,
    shopKeyRoute(null, { summary: 'Greenfield: server info', response: { 200: GreenfieldServerInfo } }),
    async (request) => {
      const { mode } = shopKeyOf(request);
      const open = CRYPTO_GATES.filter((id) => isOpen(config, mode, gate(id).network));
      return {
        version: BTCPAY_VERSION,
        onion: null,
        supportedPaymentMethods: open.map(paymentMethodOf),
        fullySynched: true,
        isFullySynched: true,
        syncStatus: [],
      };
    },
  );

  app.get(
    `${GREENFIELD}/api-keys/current`,
    shopKeyRoute(null, {
      summary: 'Greenfield: the key that asks',
      description: 'With its permissions and their shop.',
      response: { 200: GreenfieldKey },
    }),
    async (request) => {
      const { label, permissions, profileId } = shopKeyOf(request);
      const apiKey = (request.headers.authorization ?? '').replace(/^token +/i, '').trim();
      return { apiKey, label, permissions: scopedPermissions(permissions, profileId) };
    },
  );
}
