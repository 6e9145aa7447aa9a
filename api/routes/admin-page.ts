import type { FastifyReply } from 'fastify';
import type { Config } from '../../domain/config.ts';
import { anyone } from '../access.ts';
import type { App } from '../app.ts';
import { pageOf } from '../plugins/static-pages.ts';

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
  '/payment-request',
  '/payouts',
  '/system',
  '/user-invite',
  '/withdrawals',
];

/** Serves the back office's page for its paths. Its styles come by script, so they need the nonce of the answer. */
export function adminPageRoutes(
  app: App,
  file: string,
  { captcha, supportUrl }: Pick<Config, 'captcha' | 'supportUrl'>,
): (reply: FastifyReply) => FastifyReply {
  const page = pageOf(file);
  const show = (reply: FastifyReply) => {
    const nonce = reply.styleNonce();
    reply.allowWidget(captcha?.origins ?? []);
    return page(reply, (html) => html.replaceAll('__CSP_NONCE__', nonce));
  };
  const config = anyone('The page holds nothing; its calls need a session.');
  for (const prefix of PREFIXES) {
    for (const url of [prefix, `${prefix}/*`]) {
      app.get(url, { config, schema: { hide: true } }, async (_request, reply) => show(reply));
    }
  }
  app.get('/support', { config, schema: { hide: true } }, async (_request, reply) => reply.redirect(supportUrl, 302));
  return show;
}
