import type { FastifyReply } from 'fastify';
import type { CustomerPaymentRequest } from '../../contract/payment-requests.ts';
import type { Language } from '../../domain/languages.ts';
import { PAGE_WORDS } from './page-words.ts';
import { payPage } from './pay-page.ts';
import { escaped, sendPlainPage } from './plain-page.ts';

/** The page of a payment request, for its recipient: the amount, the shop, and the way to the payment. */
export function requestPage(
  reply: FastifyReply,
  language: Language,
  { request, action }: { readonly request: CustomerPaymentRequest; readonly action: string },
): FastifyReply {
  const words = PAGE_WORDS[language].request;
  if (request.status === 'paid' && request.invoice_url !== null) {
    return over(reply, language, { title: words.paid, text: words.paidText, link: request.invoice_url });
  }
  if (request.status === 'canceled') return over(reply, language, { title: words.canceled, text: words.askAgain });
  if (request.status === 'expired') return over(reply, language, { title: words.expired, text: words.askAgain });
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  const lead = `${request.recipient_name} · ${words.until} ${day.format(new Date(request.expires_at))}`;
  return payPage(reply, language, { ...request, action, title: words.title, lead });
}

/** There is no such request, or its shop takes no payments now. */
export function requestGonePage(reply: FastifyReply, language: Language): FastifyReply {
  const { gone, askAgain } = PAGE_WORDS[language].request;
  return over(reply.code(404), language, { title: gone, text: askAgain });
}

function over(
  reply: FastifyReply,
  language: Language,
  { title, text, link }: { readonly title: string; readonly text: string; readonly link?: string },
): FastifyReply {
  const way = link === undefined ? '' : `<p><a href="${escaped(link)}">${PAGE_WORDS[language].request.invoice}</a></p>`;
  const body = `<main><h1>${title}</h1><p class="about">${text}</p>${way}</main>`;
  return sendPlainPage(reply, language, { title, body });
}
