import { inTransaction, retrying } from '../../db/core/sequelize.ts';
import { createUpdateLinks } from '../../db/updates/links.ts';
import { confirmUpdates, stopUpdates } from '../../db/updates/subscribers.ts';
import { anyone } from '../access.ts';
import type { App } from '../app.ts';
import type { ServerDeps } from '../deps.ts';
import { newsletterPage } from '../pages/newsletter-page.ts';
import { readButtons } from '../plugins/forms.ts';

interface LinkRequest {
  Querystring: { token?: unknown };
}

const open = { config: anyone('The token of the link is the capability.'), schema: { hide: true } };

/**
 * Routes that links of mails about product updates open. Programs that look at mails open links too, so only the button
 * changes something; mail programs post to the link that stops updates, without a question (RFC 8058). There also
 * without the public pages: people with an account get updates too.
 */
export async function newsletterRoutes(app: App, { db, config, now }: ServerDeps): Promise<void> {
  const links = createUpdateLinks(config.encryptionKey, config.publicUrl);
  const { operatorName } = config;
  const tokenOf = ({ token }: LinkRequest['Querystring']) => (typeof token === 'string' ? token.slice(0, 300) : '');
  const actionOf = (path: string, token: string) => `${path}?token=${encodeURIComponent(token)}`;

  app.get<LinkRequest>(CONFIRM, open, async (request, reply) => {
    const token = tokenOf(request.query);
    const isOpen = links.readConfirm(token, now()) !== undefined;
    if (!isOpen) return newsletterPage(reply.code(410), 'over', { operatorName });
    return newsletterPage(reply, 'confirm', { operatorName, action: actionOf(CONFIRM, token) });
  });

  app.get<LinkRequest>(UNSUBSCRIBE, open, async (request, reply) => {
    const token = tokenOf(request.query);
    if (links.readUnsubscribe(token) === undefined) return newsletterPage(reply.code(404), 'unknown', { operatorName });
    return newsletterPage(reply, 'unsubscribe', { operatorName, action: actionOf(UNSUBSCRIBE, token) });
  });

  await app.register(async (scope) => {
    // The body that a mail program sends adds nothing to the link.
    readButtons(scope, ['application/x-www-form-urlencoded', 'multipart/form-data']);
    scope.post<LinkRequest>(CONFIRM, open, async (request, reply) => {
      const link = links.readConfirm(tokenOf(request.query), now());
      const isDone =
        link !== undefined &&
        (await retrying(() => inTransaction(db, (tx) => confirmUpdates(tx, { ...link, ip: request.ip }))));
      return newsletterPage(isDone ? reply : reply.code(410), isDone ? 'confirmed' : 'over', { operatorName });
    });
    scope.post<LinkRequest>(UNSUBSCRIBE, open, async (request, reply) => {
      const reader = links.readUnsubscribe(tokenOf(request.query));
      if (reader === undefined) return newsletterPage(reply.code(404), 'unknown', { operatorName });
      await retrying(() => inTransaction(db, (tx) => stopUpdates(tx, reader)));
      return newsletterPage(reply, 'unsubscribed', { operatorName });
    });
  });
}

const CONFIRM = '/newsletter/confirm';
const UNSUBSCRIBE = '/newsletter/unsubscribe';
