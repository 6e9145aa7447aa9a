import type { FastifyRequest } from 'fastify';
import { createPayerEmailLinks, removePayerEmail } from '../../../db/invoices/payer-emails.ts';
import { type Language, requestedLanguage } from '../../../domain/languages.ts';
import { escaped } from '../../../domain/text/html.ts';
import { anyone } from '../../access.ts';
import type { App } from '../../app.ts';
import type { ServerDeps } from '../../deps.ts';
import { PAGE_WORDS } from '../../pages/page-words.ts';
import { sendPayerNotice } from '../../pages/payer-page.ts';
import { readButtons } from '../../plugins/forms.ts';

interface LinkRequest {
  Params: { id: string };
  Querystring: { token?: unknown; lang?: unknown };
}

const open = { config: anyone('The token of the link is the capability.'), schema: { hide: true } };
const PATH = '/invoice/:id/email';

/**
 * `/invoice/{id}/email`: the link of a mail whose address somebody entered on an invoice's page. Programs that look
 * at mails open links too, so only the button removes it.
 */
export async function removeEmailRoutes(app: App, { db, config }: ServerDeps): Promise<void> {
  const links = createPayerEmailLinks(config.encryptionKey, config.publicUrl);
  const readLink = ({ params: { id }, query, headers }: FastifyRequest<LinkRequest>) => {
    const token = typeof query.token === 'string' ? query.token.slice(0, 100) : '';
    const language = requestedLanguage(query.lang, headers['accept-language']);
    return { token, invoiceId: links.isOf(id, token) ? id : undefined, language };
  };

  app.get<LinkRequest>(PATH, open, async (request, reply) => {
    const { token, invoiceId, language } = readLink(request);
    const words = PAGE_WORDS[language].payerEmail;
    if (invoiceId === undefined) return sendPayerNotice(reply.code(404), language, noticeOf(language, 'unknown'));
    const action = `/invoice/${invoiceId}/email?token=${encodeURIComponent(token)}&lang=${language}`;
    const button = `<button class="button" type="submit">${words.remove}</button>`;
    const more = `<form method="post" action="${escaped(action)}">${button}</form>`;
    return sendPayerNotice(reply, language, { ...noticeOf(language, 'ask'), more, query: { token } });
  });

  await app.register(async (scope) => {
    // The body that a mail program sends adds nothing to the link.
    readButtons(scope, ['application/x-www-form-urlencoded', 'multipart/form-data']);
    scope.post<LinkRequest>(PATH, open, async (request, reply) => {
      const { invoiceId, language } = readLink(request);
      if (invoiceId === undefined) return sendPayerNotice(reply.code(404), language, noticeOf(language, 'unknown'));
      await removePayerEmail(db, invoiceId);
      return sendPayerNotice(reply, language, noticeOf(language, 'done'));
    });
  });
}

function noticeOf(language: Language, name: 'ask' | 'done' | 'unknown') {
  const { [name]: title, [`${name}Text` as const]: text } = PAGE_WORDS[language].payerEmail;
  return { title, text };
}
