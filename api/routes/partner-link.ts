import { Type } from 'typebox';
import { mayTry } from '../../db/accounts/lockouts.ts';
import { inTransaction } from '../../db/core/sequelize.ts';
import { countVisit, findOpenLink } from '../../db/partners/links.ts';
import { networkOf } from '../../domain/assets/network.ts';
import { newId } from '../../domain/ids.ts';
import { consentIn } from '../../domain/legal/consent.ts';
import { readCode } from '../../domain/partners/attribution.ts';
import { anyone } from '../access.ts';
import type { App } from '../app.ts';
import type { Accounts } from '../auth/accounts.ts';
import type { PartnerTouches } from '../auth/partner-touch.ts';

/**
 * A partner's link leads to the sign-up, with the code in its form. Only visitors who have agreed to targeting get the
 * cookie that remembers the visit for 90 days; for all others the code in the form is all there is. A code that brings
 * nobody leads to the sign-up as well.
 */
export function partnerLinkRoute(app: App, { db, secrets, now }: Accounts, touches: PartnerTouches): void {
  app.get(
    '/r/:code',
    {
      config: anyone('Partners publish their links. A visit is counted once for a network and day.'),
      schema: { hide: true, params: Type.Object({ code: Type.String({ maxLength: 40 }) }) },
    },
    async (request, reply) => {
      const code = readCode(request.params.code) ?? '';
      const link = await findOpenLink(db, code);
      void reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
      if (link === undefined) return reply.redirect('/auth/sign-up', 303);
      const key = `${link.id} ${networkOf(request.ip)}`;
      await inTransaction(db, async (tx) => {
        const allowance = { scope: 'partner:visit', key, tries: 1, minutes: 24 * 60 };
        if (await mayTry(tx, secrets, allowance)) await countVisit(tx, link.id);
      });
      const isRefused = request.headers['sec-gpc'] === '1' || !consentIn(request.headers.cookie ?? '')?.targeting;
      if (!isRefused && touches.of(request) === undefined) {
        touches.set(reply, { linkId: link.id, visitId: newId(), atMs: now() });
      }
      return reply.redirect(`/auth/sign-up?partner=${code}`, 303);
    },
  );
}
