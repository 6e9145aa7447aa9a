import { MerchantView } from '../../../../contract/account.ts';
import { Data } from '../../../../contract/basics.ts';
import { SpaUser } from '../../../../contract/session.ts';
import { companyDraft } from '../../../../db/accounts/sign-ups.ts';
import { setActiveProfile, userMay } from '../../../../db/accounts/users.ts';
import { audit } from '../../../../db/audit/audit.ts';
import { inTransaction } from '../../../../db/core/sequelize.ts';
import { DomainError } from '../../../../domain/errors.ts';
import type { App } from '../../../app.ts';
import { auditedUser } from '../../../auth/audited.ts';
import { profileOf, userOf } from '../../../auth/guard.ts';
import type { ServerDeps } from '../../../deps.ts';
import { presentDraft } from '../../../presenters/account.ts';
import { mayActivateProduction, presentUser } from '../../../presenters/user.ts';
import { shopRoute, userRoute } from '../../../route-options.ts';

/** The signed-in user, and the mode they work in. */
export function userRoutes(app: App, { db, config }: ServerDeps): void {
  app.get(
    '/spa/user',
    userRoute(null, { summary: 'Get the signed-in user', response: { 200: Data(SpaUser) } }),
    async (request, reply) =>
      reply.header('cache-control', 'no-store').send({ data: presentUser(userOf(request), config) }),
  );

  app.get(
    '/spa/merchant',
    userRoute('merchant_merchant_viewAny', { summary: 'Get the company', response: { 200: Data(MerchantView) } }),
    async (request, reply) => {
      const user = userOf(request);
      const { id, companyName, status } = user.merchant;
      const data = {
        ...presentDraft(await companyDraft(db, id)),
        company_name: companyName,
        status,
        can_production_activate: mayActivateProduction(user),
      };
      return reply.header('cache-control', 'no-store').send({ data });
    },
  );

  app.post(
    '/spa/profile/activate/:profile',
    shopRoute(null, {
      summary: 'Switch between sandbox and production, or to another shop',
      response: { 200: Data(SpaUser) },
    }),
    async (request) => {
      const signedIn = userOf(request);
      const { mode, shopId } = await profileOf(db, request);
      if (mode === 'production' && !userMay(signedIn, 'merchant_profile_production')) {
        throw new DomainError('permission_denied');
      }
      await inTransaction(db, async (tx) => {
        await setActiveProfile(tx, signedIn.id, { mode, shopId });
        if (mode === signedIn.activeMode) return;
        await audit(tx, { ...auditedUser(request), action: 'profile.mode_switched', data: { mode } });
      });
      return { data: presentUser({ ...signedIn, activeMode: mode, activeShopId: shopId }, config) };
    },
  );
}
