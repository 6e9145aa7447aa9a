import type { FastifyReply } from 'fastify';
import { escaped } from '../../domain/text/html.ts';
import { sendPlainPage } from './plain-page.ts';

/** The pages that links of mails about product updates open; each asks before anything changes. */
const NEWSLETTER_PAGES = {
  confirm: {
    title: 'Confirm product updates',
    text: 'Product updates come about once a month. Every one of them has a link to stop them.',
    button: 'Confirm',
  },
  confirmed: {
    title: 'Product updates are on',
    text: 'Thank you. Every update has a link to stop them.',
  },
  unsubscribe: {
    title: 'Stop product updates?',
    text: 'This address gets no further product updates, and an account with it has them switched off.',
    button: 'Unsubscribe',
  },
  unsubscribed: {
    title: 'Product updates are off',
    text: 'This address gets no further product updates. An email that is on its way already may still arrive.',
  },
  over: {
    title: 'This link has expired',
    text: 'Nothing was changed. To get product updates, enter your address again.',
    link: ['/newsletter', 'Newsletter'],
  },
  unknown: {
    title: 'This link is not valid',
    text: 'Nothing was changed. Open the link of the newest email again, all of it.',
  },
} as const satisfies Record<string, NewsletterPage>;

interface NewsletterPage {
  readonly title: string;
  readonly text: string;
  readonly button?: string;
  /** The page where the reader goes on: its path and name. */
  readonly link?: readonly [path: string, name: string];
}

/** @param action where the button posts to */
export function newsletterPage(
  reply: FastifyReply,
  name: keyof typeof NEWSLETTER_PAGES,
  { operatorName, action }: { readonly operatorName: string; readonly action?: string },
): FastifyReply {
  const { title, text, button, link }: NewsletterPage = NEWSLETTER_PAGES[name];
  const next = [
    ...(button !== undefined && action !== undefined ? [formOf(action, button)] : []),
    ...(link === undefined ? [] : [`<p><a href="${link[0]}">${link[1]}</a></p>`]),
  ];
  return sendPlainPage(reply, 'en', {
    title: `${title} – ${operatorName}`,
    body: `<main>
<p class="who">${escaped(operatorName)}</p>
<h1>${title}</h1>
<p class="about">${text}</p>
${next.join('\n')}
</main>`,
  });
}

function formOf(action: string, button: string): string {
  return `<form method="post" action="${escaped(action)}"><button type="submit">${button}</button></form>`;
}
