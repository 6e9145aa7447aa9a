import { audit } from '../../../../db/audit/audit.ts';
import { setActiveMode } from '../../../../db/people/users.ts';
import { inTransaction } from '../../../../db/sequelize.ts';
import { DomainError } from '../../../../domain/errors.ts';
import { roleMay } from '../../../../domain/permissions.ts';
import type { App } from '../../../app.ts';
import { auditedUser } from '../../../auth/audited.ts';
import { userOf } from '../../../auth/guard.ts';
import { Data, Exact, ModeSchema } from '../../../contract/basics.ts';
import { SpaUser } from '../../../contract/session.ts';
import type { ServerDeps } from '../../../deps.ts';
import { mayActivateProduction, presentUser } from '../../../presenters/user.ts';
import { userRoute } from '../../../route-options.ts';

/** Who is signed in, and which mode they work in. */
export function userRoutes(app: App, { db, config }: ServerDeps): void {
  app.get(
    '/spa/user',
    userRoute(null, { summary: 'Get the signed-in user', response: { 200: Data(SpaUser) } }),
    async (request, reply) =>
      reply.header('cache-control', 'no-store').send({ data: presentUser(userOf(request), config) }),
  );

  app.post(
    '/spa/profile/activate/:mode',
    userRoute(null, {
      summary: 'Switch between sandbox and production',
      params: Exact({ mode: ModeSchema }),
      response: { 200: Data(SpaUser) },
    }),
    async (request) => {
      const { mode } = request.params;
      const signedIn = userOf(request);
      if (mode === 'production') {
        if (!mayActivateProduction(signedIn)) throw new DomainError('production_not_permitted');
        if (!roleMay(signedIn.role, 'merchant_profile_production')) throw new DomainError('permission_denied');
      }
      await inTransaction(db, async (tx) => {
        await setActiveMode(tx, signedIn.id, mode);
        if (mode === signedIn.activeMode) return;
        await audit(tx, { ...auditedUser(request), action: 'profile.mode_switched', data: { mode } });
      });
      return { data: presentUser({ ...signedIn, activeMode: mode }, config) };
    },
  );
}
