import type { FastifyReply } from 'fastify';
import type { Mode } from '../../domain/assets/assets.ts';
import type { Language } from '../../domain/languages.ts';
import { PAGE_WORDS } from './page-words.ts';
import { escaped, sendPlainPage } from './plain-page.ts';

export interface PayPageFacts {
  /** Where the button leads. */
  readonly action: string;
  readonly title: string;
  /** Above the title: for whom it is, or until when. */
  readonly lead?: string;
  readonly description: string | null;
  /** Fiat, decimal. */
  readonly amount: string;
  readonly currency: string;
  readonly merchant: string;
  readonly logo_url: string | null;
  readonly mode: Mode;
}

/** The page of a payment link or request: the purpose, the shop, and a button. Without scripts. */
export function payPage(reply: FastifyReply, language: Language, facts: PayPageFacts): FastifyReply {
  const words = PAGE_WORDS[language].pay;
  const { action, title, lead, description, amount, currency, merchant, logo_url, mode } = facts;
  const price = new Intl.NumberFormat(language, { style: 'currency', currency }).format(amount as `${number}`);
  const letter = [...merchant.trim()][0]?.toUpperCase() ?? '';
  const logo =
    logo_url === null
      ? `<span class="logo" aria-hidden="true">${escaped(letter)}</span>`
      : `<img class="logo" src="${escaped(logo_url)}" alt="" width="48" height="48">`;
  return sendPlainPage(reply, language, {
    title: `${title} – ${merchant}`,
    body: `${mode === 'sandbox' ? `<header><p class="sandbox">${words.sandbox}</p></header>` : ''}
<main>
<div class="who">${logo}<p>${escaped(merchant)}</p></div>
<h1>${escaped(title)}</h1>
${lead === undefined ? '' : `<p class="note">${escaped(lead)}</p>`}
${description === null ? '' : `<p class="about">${escaped(description)}</p>`}
<p class="price">${escaped(price)}</p>
<form method="post" action="${escaped(action)}"><button type="submit">${words.go}</button></form>
<p class="note">${words.note}</p>
</main>`,
  });
}

/** A link that was switched off, or never was. */
export function linkGonePage(reply: FastifyReply, language: Language): FastifyReply {
  const { gone, goneText } = PAGE_WORDS[language].pay;
  const body = `<main><h1>${gone}</h1><p class="about">${goneText}</p></main>`;
  return sendPlainPage(reply.code(404), language, { title: gone, body });
}

/**
 * No invoice can be made at this moment: too many were requested, there is no rate, or the link does not fit the shop's
 * profile any more.
 */
export function payTroublePage(reply: FastifyReply, language: Language): FastifyReply {
  const { trouble, troubleText } = PAGE_WORDS[language].pay;
  const body = `<main><h1>${trouble}</h1><p class="about">${troubleText}</p></main>`;
  return sendPlainPage(reply, language, { title: trouble, body });
}
