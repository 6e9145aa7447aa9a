import { requireTokenLimit } from '../../db/shops/api-token-list.ts';
import { createApiToken } from '../../db/shops/api-tokens.ts';
import { signingKeys } from '../../db/shops/profiles.ts';
import { TOKEN_PERMISSIONS, type TokenPermission } from '../../domain/accounts/permissions.ts';
import { anyoneUnlimited } from '../access.ts';
import type { App } from '../app.ts';
import type { Accounts } from '../auth/accounts.ts';
import { AUTHORIZE_SCRIPT, AUTHORIZE_SCRIPT_PATH } from '../authorize/page.ts';
import { type AuthorizeDoor, authorizeRoutes } from '../authorize/routes.ts';
import type { ServerDeps } from '../deps.ts';
import { requireOfShop } from '../presenters/token-permissions.ts';

type Offered = Exclude<TokenPermission, 'payout'>;

/** A token that pays out is made in the back office, with its IP addresses; no link from elsewhere asks for one. */
const WORDS: Readonly<Record<Offered, string>> = {
  invoice_create: 'Create invoices, and send payment requests by email',
  invoice_get: 'Read invoices',
  invoice_refund: 'Refund invoices, from your balance',
  address_create: 'Create deposit addresses',
  address_get: 'Read deposit addresses',
  order_status: 'Read the status of orders',
  webhook_manage: 'Add, change and remove webhook endpoints',
  payout_get: 'Read payouts, withdrawals and balances',
  payout_draft: 'Request payouts that a person has to approve',
  refund_get: 'Read refunds',
  refund_draft: 'Request refunds that a person has to approve',
};

/**
 * `/authorize`: an application asks for an API token with these permissions, and gets it by a form that the merchant's
 * browser posts to the shop's own address: `api_key`, `api_secret`, `notification_key`, `state`.
 */
export async function tokenAuthorizeRoutes(app: App, deps: ServerDeps, accounts: Accounts): Promise<void> {
  app.get(
    AUTHORIZE_SCRIPT_PATH,
    { config: anyoneUnlimited('The script of the authorize pages holds nothing.'), schema: { hide: true } },
    async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(AUTHORIZE_SCRIPT),
  );
  await authorizeRoutes(app, deps, accounts, doorOf(accounts));
}

function doorOf({ secrets }: Accounts): AuthorizeDoor<Offered> {
  return {
    path: '/authorize',
    names: { application: 'application', redirect: 'redirect', permissions: 'permissions' },
    granted: requestedPermissions,
    wordsOf: (permission) => WORDS[permission],
    async mint(tx, { ask, permissions, shop, user }) {
      const { profileId, mode } = shop;
      const name = ask.application;
      requireOfShop(permissions, shop.shopId);
      await requireTokenLimit(tx, profileId);
      const { id, key, secret } = await createApiToken(tx, { profileId, mode, name, permissions, createdBy: user.id });
      const [notificationKey = ''] = await signingKeys(tx, secrets.box, profileId);
      return {
        fields: [
          ['api_key', key],
          ['api_secret', secret],
          ['notification_key', notificationKey],
        ],
        entry: {
          action: 'token.created',
          target: { kind: 'api_token', id, label: name },
          data: { mode, permissions, allowed_ips: [], host: ask.redirect.host },
        },
      };
    },
  };
}

/** Once each, in the order of the list; undefined where one is not offered. They may be repeated, or one list. */
function requestedPermissions(texts: readonly string[]): readonly Offered[] | undefined {
  const names = new Set(texts.flatMap((each) => each.split(',')).map((each) => each.trim()));
  const granted = TOKEN_PERMISSIONS.filter((each): each is Offered => each !== 'payout' && names.has(each));
  return granted.length > 0 && granted.length === names.size ? granted : undefined;
}
