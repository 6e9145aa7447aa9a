import { Data } from '../../../../contract/basics.ts';
import { LegalAcceptanceBody } from '../../../../contract/legal.ts';
import { SpaUser } from '../../../../contract/session.ts';
import { recordAcceptance } from '../../../../db/accounts/legal-acceptances.ts';
import { readUser } from '../../../../db/accounts/users.ts';
import { audit } from '../../../../db/audit/audit.ts';
import { inTransaction } from '../../../../db/core/sequelize.ts';
import type { App } from '../../../app.ts';
import { auditedUser } from '../../../auth/audited.ts';
import { userOf } from '../../../auth/guard.ts';
import { newlyAccepted } from '../../../auth/legal.ts';
import type { ServerDeps } from '../../../deps.ts';
import { presentUser } from '../../../presenters/user.ts';
import { userRoute } from '../../../route-options.ts';

/** Accepts new versions of the legal documents; until then the back office is closed to the person. */
export function legalRoutes(app: App, { db, config }: ServerDeps): void {
  app.post(
    '/spa/legal/acceptance',
    userRoute(null, {
      summary: 'Accept the legal documents in force',
      body: LegalAcceptanceBody,
      response: { 200: Data(SpaUser) },
    }),
    async (request) => {
      const signedIn = userOf(request);
      const versions = newlyAccepted(request.body.versions, signedIn, config);
      const user = await inTransaction(db, async (tx) => {
        await recordAcceptance(tx, signedIn.id, versions);
        await audit(tx, { ...auditedUser(request), action: 'account.legal_accepted', data: versions });
        return readUser(tx, signedIn.id);
      });
      return { data: presentUser(user, config) };
    },
  );
}
