import { Type } from 'typebox';
import { audit } from '../../../../db/audit/audit.ts';
import { createShop, listShops, type Shop } from '../../../../db/people/shops.ts';
import { mayWorkIn, type SignedInUser } from '../../../../db/people/users.ts';
import type { App } from '../../../app.ts';
import type { Accounts } from '../../../auth/accounts.ts';
import { auditedUser } from '../../../auth/audited.ts';
import { userOf } from '../../../auth/guard.ts';
import { Data, Exact } from '../../../contract/basics.ts';
import { errorResponses } from '../../../contract/errors.ts';
import { CreateShopBody, Shop as ShopView } from '../../../contract/shops.ts';
import { answerOnce, IdempotencyHeaders } from '../../../plugins/idempotency.ts';
import { userRoute } from '../../../route-options.ts';

/** The shops of a merchant: each with gates, keys, template, tokens and invoices of its own, and one balance. */
export function shopRoutes(app: App, { db, secrets }: Accounts): void {
  app.get(
    '/spa/shops',
    userRoute('merchant_profile_view', {
      summary: 'List shops',
      description: 'The first shop, then the others from old to new; only those that the user may work in.',
      response: { 200: Exact({ data: Type.Array(ShopView) }) },
    }),
    async (request) => {
      const user = userOf(request);
      return { data: presentShops(await listShops(db, user.merchant.id), user) };
    },
  );

  app.post(
    '/spa/shops',
    userRoute('merchant_profile_update', {
      summary: 'Create a shop',
      description:
        'Its profiles begin with the settings of the first shop, and with notification keys of their own. Addresses, ' +
        'contacts, logo and tokens are not copied.',
      headers: IdempotencyHeaders,
      body: CreateShopBody,
      response: { 201: Data(ShopView), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const user = userOf(request);
      const { id: merchantId } = user.merchant;
      const { name } = request.body;
      return answerOnce(request, reply, { db, merchantId, mode: user.activeMode }, async (tx) => {
        const { id } = await createShop(tx, secrets.box, { merchantId, name });
        const target = { kind: 'shop', id, label: name };
        await audit(tx, { ...auditedUser(request), action: 'shop.created', target });
        const [created] = presentShops(await listShops(tx, merchantId), user).filter((shop) => shop.id === id);
        return { status: 201, data: created };
      });
    },
  );
}

function presentShops(shops: readonly Shop[], user: SignedInUser): ShopView[] {
  return shops
    .filter(({ id, isFirst }) => mayWorkIn(user, isFirst ? null : id))
    .map(({ id, isFirst, profiles: { sandbox, production } }) => ({
      ...{ id, is_first: isFirst },
      profiles: { sandbox: { ...sandbox }, production: { ...production } },
    }));
}
