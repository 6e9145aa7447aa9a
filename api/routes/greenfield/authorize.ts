import { createShopKey } from '../../../db/greenfield/keys.ts';
import type { GreenfieldPermission } from '../../../domain/greenfield/permissions.ts';
import {
  GREENFIELD_PERMISSIONS,
  requestedPermissions,
  scopedPermissions,
} from '../../../domain/greenfield/permissions.ts';
import type { App } from '../../app.ts';
import type { Accounts } from '../../auth/accounts.ts';
import { type AuthorizeDoor, authorizeRoutes } from '../../authorize/routes.ts';
import type { ServerDeps } from '../../deps.ts';

/** BTCPay's page: the plugin gets exactly the permissions that it requests, or none. */
const DOOR: AuthorizeDoor<GreenfieldPermission> = {
  path: '/btcpay/api-keys/authorize',
  names: { application: 'applicationName', redirect: 'redirect', permissions: 'permissions' },
  granted: requestedPermissions,
  wordsOf: (permission) => GREENFIELD_PERMISSIONS[permission],
  async mint(tx, { ask, permissions, shop, user }) {
    const { profileId, mode } = shop;
    const label = ask.application;
    const { id, key } = await createShopKey(tx, { profileId, label, permissions, createdBy: user.id });
    return {
      fields: [
        ['apiKey', key],
        ['userId', user.id],
        ...scopedPermissions(permissions, profileId).map((each) => ['permissions[]', each] as const),
      ],
      entry: {
        action: 'plugin_key.created',
        target: { kind: 'plugin_key', id, label },
        data: { mode, permissions, host: ask.redirect.host },
      },
    };
  },
};

export async function greenfieldAuthorizeRoutes(app: App, deps: ServerDeps, accounts: Accounts): Promise<void> {
  await authorizeRoutes(app, deps, accounts, DOOR);
}
