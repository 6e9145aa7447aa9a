import type { FastifyRequest } from 'fastify';
import { inTransaction, retrying } from '../../../db/core/sequelize.ts';
import { createRatingLinks } from '../../../db/support/rating-links.ts';
import { lockTicket, stateOf } from '../../../db/support/state.ts';
import { rateTicket } from '../../../db/support/write.ts';
import { isDomainError } from '../../../domain/errors.ts';
import { type Language, requestedLanguage } from '../../../domain/languages.ts';
import { mayRate, TICKET_RATINGS, type TicketRating } from '../../../domain/support/ticket.ts';
import { escaped } from '../../../domain/text/html.ts';
import { anyone } from '../../access.ts';
import type { App } from '../../app.ts';
import type { ServerDeps } from '../../deps.ts';
import { PAGE_WORDS } from '../../pages/page-words.ts';
import { sendPayerNotice } from '../../pages/payer-page.ts';
import { formOf, readForms } from '../../plugins/forms.ts';

interface LinkRequest {
  Params: { id: string };
  Querystring: { token?: unknown; lang?: unknown };
  Body: URLSearchParams | undefined;
}

const open = { config: anyone('The token of the link is the capability.'), schema: { hide: true } };
const PATH = '/customer/tickets/:id/rating';
const MAX_FORM_BYTES = 1_024;

/**
 * `/customer/tickets/{id}/rating`: the link of the email about a closed ticket. Programs that look at emails open links
 * too, so only a button rates. The page shows nothing of the ticket.
 */
export async function rateTicketRoutes(app: App, { db, config }: ServerDeps): Promise<void> {
  const links = createRatingLinks(config.encryptionKey, config.publicUrl);
  const readLink = ({ params: { id }, query, headers }: FastifyRequest<LinkRequest>) => {
    const token = typeof query.token === 'string' ? query.token.slice(0, 100) : '';
    const language = requestedLanguage(query.lang, headers['accept-language']);
    return { token, language, ticketId: links.isOf(id, token) ? id.toLowerCase() : undefined };
  };

  /** Done for a ticket that was rated; undefined for one that cannot be rated now. */
  const act = async (id: string, rating: TicketRating | undefined): Promise<'ask' | 'done' | undefined> => {
    try {
      return await retrying(() =>
        inTransaction(db, async (tx) => {
          const row = await lockTicket(tx, id);
          if (row.rating === null && rating !== undefined) await rateTicket(tx, row, rating);
          if (row.rating !== null || rating !== undefined) return 'done';
          return mayRate(stateOf(row), row.rating) ? 'ask' : undefined;
        }),
      );
    } catch (error) {
      // It was deleted, or is open again.
      if (isDomainError(error, 'not_found') || isDomainError(error, 'conflict')) return undefined;
      throw error;
    }
  };

  app.get<LinkRequest>(PATH, open, async (request, reply) => {
    const { token, ticketId, language } = readLink(request);
    const state = ticketId && (await act(ticketId, undefined));
    if (!ticketId || !state) return sendPayerNotice(reply.code(404), language, noticeOf(language, 'unknown'));
    if (state === 'done') return sendPayerNotice(reply, language, { ...noticeOf(language, 'done'), query: { token } });
    const action = `/customer/tickets/${ticketId}/rating?token=${encodeURIComponent(token)}&lang=${language}`;
    const more = `<form method="post" action="${escaped(action)}">${buttons(language)}</form>`;
    return sendPayerNotice(reply, language, { ...noticeOf(language, 'ask'), more, query: { token } });
  });

  await app.register(async (scope) => {
    readForms(scope, MAX_FORM_BYTES);
    scope.post<LinkRequest>(PATH, open, async (request, reply) => {
      const { token, ticketId, language } = readLink(request);
      const given = formOf(request).get('rating');
      const rating = TICKET_RATINGS.find((each) => each === given);
      const state = ticketId && rating && (await act(ticketId, rating));
      if (state !== 'done') return sendPayerNotice(reply.code(404), language, noticeOf(language, 'unknown'));
      return sendPayerNotice(reply, language, { ...noticeOf(language, 'done'), query: { token } });
    });
  });
}

function buttons(language: Language): string {
  const words = PAGE_WORDS[language].rating;
  return TICKET_RATINGS.map(
    (rating) =>
      `<button class="button" type="submit" name="rating" value="${rating}">${escaped(words[rating])}</button>`,
  ).join('\n');
}

function noticeOf(language: Language, name: 'ask' | 'done' | 'unknown') {
  const { [name]: title, [`${name}Text` as const]: text } = PAGE_WORDS[language].rating;
  return { title, text };
}
