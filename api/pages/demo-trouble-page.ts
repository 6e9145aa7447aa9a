import type { FastifyReply } from 'fastify';
import type { DomainError } from '../../domain/errors.ts';
import { escaped } from '../../domain/text/html.ts';
import { sendPlainPage } from './plain-page.ts';

/** Why a demo could not be made, played or shown, and a way back to `path`. */
export function demoTroublePage(reply: FastifyReply, path: string, error: DomainError): FastifyReply {
  const { title, text } = wordsOf(error);
  return sendPlainPage(reply, 'en', {
    title,
    body: `<main><h1>${title}</h1><p class="about">${escaped(text)}</p>
<p><a href="${path}">Back to the demo</a></p></main>`,
  });
}

function wordsOf(error: DomainError): { readonly title: string; readonly text: string } {
  switch (error.code) {
    case 'not_found':
      return { title: 'This demo has ended', text: 'Demo invoices are removed after a day. No money moved.' };
    case 'rate_limited':
      return { title: 'The demo is busy', text: `${error.message} Others are trying it, too.` };
    default: {
      const fields = Object.values(error.fields ?? {}).flat();
      return { title: 'That did not work', text: [...new Set(fields)].join(' ') || error.message };
    }
  }
}
