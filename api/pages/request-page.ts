import type { FastifyReply } from 'fastify';
import type { CustomerPaymentRequest } from '../../contract/payment-requests.ts';
import { intlTag, type Language } from '../../domain/languages.ts';
import { escaped } from '../../domain/text/html.ts';
import { PAGE_WORDS } from './page-words.ts';
import { payPage } from './pay-page.ts';
import { sendPayerNotice } from './payer-page.ts';

/** The page of a payment request, for its recipient: the amount, the shop, and the way to the payment. */
export function requestPage(
  reply: FastifyReply,
  language: Language,
  {
    request,
    action,
    lifetimeSeconds,
  }: { readonly request: CustomerPaymentRequest; readonly action: string; readonly lifetimeSeconds: number },
): FastifyReply {
  const words = PAGE_WORDS[language].request;
  const over = (title: string, text: string, more = '') =>
    sendPayerNotice(reply, language, { title, text, more, head: request });
  if (request.status === 'paid' && request.invoice_url !== null) {
    const way = `<p><a class="button" href="${escaped(request.invoice_url)}">${words.invoice}</a></p>`;
    return over(words.paid, words.paidText, way);
  }
  // The error of expired links (spec §2), in the frame of payers: they have no profile to go back to.
  if (request.status !== 'sent') {
    void reply.code(410);
    return over(request.status === 'canceled' ? words.canceled : words.expired, words.askAgain);
  }
  const day = new Intl.DateTimeFormat(intlTag(language), { dateStyle: 'long', timeZone: 'UTC' });
  const lead = `${request.recipient_name} · ${words.until} ${day.format(new Date(request.expires_at))}`;
  return payPage(reply, language, {
    ...request,
    action,
    title: words.title,
    lead,
    lifetimeSeconds,
    query: { request: request.id },
  });
}

/** There is no such request, or its shop takes no payments now. */
export function requestGonePage(reply: FastifyReply, language: Language): FastifyReply {
  const { gone, askAgain } = PAGE_WORDS[language].request;
  return sendPayerNotice(reply.code(404), language, { title: gone, text: askAgain });
}
