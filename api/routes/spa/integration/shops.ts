import { Type } from 'typebox';
import { Data, Exact, IdParams } from '../../../../contract/basics.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import { CreateShopBody, Shop as ShopView } from '../../../../contract/shops.ts';
import { mayWorkIn, type SignedInUser } from '../../../../db/accounts/users.ts';
import { audit } from '../../../../db/audit/audit.ts';
import { inTransaction } from '../../../../db/core/sequelize.ts';
import { createShop, listShops, type Shop, setShopClosed } from '../../../../db/shops/shops.ts';
import { DomainError } from '../../../../domain/errors.ts';
import { parseId } from '../../../../domain/ids.ts';
import type { App } from '../../../app.ts';
import type { Accounts } from '../../../auth/accounts.ts';
import { auditedUser } from '../../../auth/audited.ts';
import { userOf } from '../../../auth/guard.ts';
import { answerOnce, IdempotencyHeaders } from '../../../plugins/idempotency.ts';
import { userRoute } from '../../../route-options.ts';

/** The shops of a merchant: each with gates, keys, template, tokens and invoices of its own, and one balance. */
export function shopRoutes(app: App, accounts: Accounts): void {
  listAndCreate(app, accounts);
  const closed = 'Open invoices can still be paid, and what arrives at deposit addresses is credited.';
  closing(app, accounts, {
    act: 'close',
    action: 'shop.closed',
    summary: 'Close a shop',
    description: `In both modes it takes no new invoices, deposit addresses and link payments. ${closed}`,
  });
  closing(app, accounts, {
    act: 'reopen',
    action: 'shop.reopened',
    summary: 'Reopen a shop',
    description: 'It takes new payments again.',
  });
}

function listAndCreate(app: App, { db, secrets }: Accounts): void {
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

interface Closing {
  readonly act: 'close' | 'reopen';
  readonly action: 'shop.closed' | 'shop.reopened';
  readonly summary: string;
  readonly description: string;
}

/** Repeated, it changes nothing and is recorded once. */
function closing(app: App, { db, now }: Accounts, { act, action, ...schema }: Closing): void {
  app.post(
    `/spa/shops/:id/${act}`,
    userRoute('merchant_profile_update', {
      ...schema,
      params: IdParams,
      response: { 200: Data(ShopView), ...errorResponses(404, 409) },
    }),
    async (request) => {
      const user = userOf(request);
      const merchantId = user.merchant.id;
      const id = parseId(request.params.id);
      const closedAt = act === 'close' ? new Date(now()) : null;
      const data = await inTransaction(db, async (tx) => {
        const isChanged = await setShopClosed(tx, { merchantId, id, closedAt });
        const shop = presentShops(await listShops(tx, merchantId), user).find((each) => each.id === id);
        if (shop === undefined) throw new DomainError('not_found');
        const target = { kind: 'shop', id, label: shop.profiles[user.activeMode].name };
        if (isChanged) await audit(tx, { ...auditedUser(request), action, target });
        return shop;
      });
      return { data };
    },
  );
}

function presentShops(shops: readonly Shop[], user: SignedInUser): ShopView[] {
  return shops
    .filter(({ id, isFirst }) => mayWorkIn(user, isFirst ? null : id))
    .map(({ id, isFirst, isClosed, profiles: { sandbox, production } }) => ({
      id,
      is_first: isFirst,
      closed: isClosed,
      profiles: { sandbox: { ...sandbox }, production: { ...production } },
    }));
}
