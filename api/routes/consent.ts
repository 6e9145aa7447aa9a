import { Data } from '../../contract/basics.ts';
import { ConsentBody, ConsentView } from '../../contract/consent.ts';
import { errorResponses } from '../../contract/errors.ts';
import { logConsent } from '../../db/accounts/cookie-consents.ts';
import { takeTry } from '../../db/accounts/lockouts.ts';
import { inTransaction } from '../../db/core/sequelize.ts';
import { networkOf } from '../../domain/assets/network.ts';
import { DomainError } from '../../domain/errors.ts';
import { CONSENT_VERSION, consentValue, underGpc } from '../../domain/legal/consent.ts';
import { anyone, anyoneUnlimited } from '../access.ts';
import type { App } from '../app.ts';
import type { Accounts } from '../auth/accounts.ts';
import { sendFixed } from '../plugins/fixed-document.ts';
import type { PageOf } from '../site-pages.ts';

/** Of one network in a day: people of an office decide once each, and a flood of entries ends here. */
const CHOICES_PER_DAY = 200;

/**
 * Logs what visitors choose about cookies, and stores it in their browser. The script of the banner is at a fixed
 * address, because the front ends that load it are built apart.
 */
export function consentRoutes(app: App, page: PageOf, { db, secrets, cookies }: Accounts): void {
  app.get(
    '/consent.js',
    { config: anyoneUnlimited('The banner is for everyone, on every page.'), schema: { hide: true } },
    async (request, reply) => sendFixed(request, reply, await page('consent.js', 'text/javascript; charset=utf-8')),
  );
  app.post(
    '/consent',
    {
      config: anyone('Visitors choose. The cookie is no credential, and a body of JSON is sent by our own pages only.'),
      schema: {
        tags: ['Sign-in'],
        summary: 'Choose which cookies may be stored',
        description: 'With the header `Sec-GPC: 1` (Global Privacy Control), targeting stays off.',
        body: ConsentBody,
        response: { 200: Data(ConsentView), ...errorResponses(403, 409) },
      },
    },
    async (request, reply) => {
      // Another site must not choose for a visitor.
      if (!isOwn(request.headers['sec-fetch-site'])) throw new DomainError('permission_denied');
      const { version, ...wanted } = request.body;
      if (version !== CONSENT_VERSION) throw new DomainError('changed_meanwhile');
      const isGpc = request.headers['sec-gpc'] === '1';
      const choices = underGpc(wanted, isGpc);
      const key = networkOf(request.ip);
      await takeTry(db, secrets, { scope: 'consent:address', key, tries: CHOICES_PER_DAY, minutes: 24 * 60 });
      const id = await inTransaction(db, (tx) => logConsent(tx, choices, isGpc));
      cookies.setConsent(reply, consentValue(id, choices));
      return reply.header('cache-control', 'no-store').send({ data: choices });
    },
  );
}

/** Browsers name where a call comes from; programs without the header have no visitor to choose for. */
function isOwn(site: string | string[] | undefined): boolean {
  return site === undefined || site === 'same-origin';
}
