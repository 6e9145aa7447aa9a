import type { FastifyReply } from 'fastify';
import type { Mode } from '../../domain/assets/assets.ts';
import { intlTag, type Language } from '../../domain/languages.ts';
import { durationText } from '../../domain/text/duration.ts';
import { escaped } from '../../domain/text/html.ts';
import { PAGE_WORDS } from './page-words.ts';
import { sendPayerNotice, sendPayerPage } from './payer-page.ts';

export interface PayPageFacts {
  /** Where the button leads. */
  readonly action: string;
  readonly title: string;
  /** Below the title: for whom it is, or until when. */
  readonly lead?: string;
  readonly description: string | null;
  /** Fiat, decimal. */
  readonly amount: string;
  readonly currency: string;
  readonly merchant: string;
  readonly logo_url: string | null;
  readonly mode: Mode;
  /** For how long a rate is held. */
  readonly lifetimeSeconds: number;
  /** Of the page's address, besides the language. */
  readonly query?: Readonly<Record<string, string>>;
}

/** The page of a payment link or request: the purpose, the shop, and a button. Without scripts. */
export function payPage(reply: FastifyReply, language: Language, facts: PayPageFacts): FastifyReply {
  const words = PAGE_WORDS[language].pay;
  const {
    action,
    title,
    lead,
    description,
    amount,
    currency,
    merchant,
    logo_url,
    mode,
    lifetimeSeconds,
    query = {},
  } = facts;
  const total = new Intl.NumberFormat(intlTag(language), { style: 'currency', currency }).format(amount as `${number}`);
  return sendPayerPage(reply, language, {
    title,
    head: { merchant, logo_url, mode, total },
    query,
    body: `<h1 id="title">${escaped(title)}</h1>
${lead === undefined ? '' : `<p class="lead">${escaped(lead)}</p>`}
${description === null ? '' : `<p class="lead">${escaped(description)}</p>`}
<form method="post" action="${escaped(action)}"><button class="button" type="submit">${words.go}</button></form>
<p class="hint">${words.note.replace('{time}', () => durationText(lifetimeSeconds, language))}</p>`,
  });
}

/** A link that was switched off, or never was. */
export function linkGonePage(reply: FastifyReply, language: Language): FastifyReply {
  const { gone, goneText } = PAGE_WORDS[language].pay;
  return sendPayerNotice(reply.code(404), language, { title: gone, text: goneText });
}

/**
 * No invoice can be made at this moment: too many were requested, there is no rate, or the link does not fit the shop's
 * profile any more.
 */
export function payTroublePage(reply: FastifyReply, language: Language): FastifyReply {
  const { trouble, troubleText } = PAGE_WORDS[language].pay;
  return sendPayerNotice(reply, language, { title: trouble, text: troubleText });
}
