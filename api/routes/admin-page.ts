import type { FastifyReply } from 'fastify';
import type { Config } from '../../settings/config.ts';
import { anyone } from '../access.ts';
import type { App } from '../app.ts';
import { pageOf, withConsent } from '../plugins/static-pages.ts';

/** The paths of the back office's router (spec §2); everything below them is the page's own business. */
const PREFIXES = [
  '/account',
  '/auth',
  '/balance',
  '/compliance',
  '/dashboard',
  '/download',
  '/fees',
  '/history',
  '/integration',
  '/partner-program',
  '/payment-request',
  '/payouts',
  '/tickets',
  '/user-invite',
  '/withdrawals',
];

/** Where people have no session yet. */
const WITHOUT_SESSION = ['/auth', '/user-invite'];

/** Serves the back office's page for its paths. Its styles come by script, so they need the nonce of the answer. */
export function adminPageRoutes(
  app: App,
  file: string,
  { captcha, supportUrl }: Pick<Config, 'captcha' | 'supportUrl'>,
): (reply: FastifyReply) => FastifyReply {
  const page = pageOf(file);
  const show = (reply: FastifyReply, { asksConsent = false } = {}) => {
    const nonce = reply.styleNonce();
    reply.allowWidget(captcha?.origins ?? []);
    const fill = (html: string) => html.replaceAll('__CSP_NONCE__', nonce);
    return page(reply, (html) => fill(asksConsent ? withConsent(html) : html));
  };
  const config = anyone('The page holds nothing; its calls need a session.');
  for (const prefix of PREFIXES) {
    // In the back office nothing optional is stored, so nobody who works there is asked.
    const asksConsent = WITHOUT_SESSION.includes(prefix);
    for (const url of [prefix, `${prefix}/*`]) {
      app.get(url, { config, schema: { hide: true } }, async (_request, reply) => show(reply, { asksConsent }));
    }
  }
  app.get('/support', { config, schema: { hide: true } }, async (_request, reply) => reply.redirect(supportUrl, 302));
  return show;
}
