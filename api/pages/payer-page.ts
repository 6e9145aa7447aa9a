import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply } from 'fastify';
import type { Mode } from '../../domain/assets/assets.ts';
import { LANGUAGE_NAMES, type Language } from '../../domain/languages.ts';
import { COOKIE_SETTINGS } from '../../domain/legal/consent.ts';
import { pathIn } from '../../domain/site/translations.ts';
import { escaped } from '../../domain/text/html.ts';
import type { App } from '../app.ts';
import { FRAME_WORDS } from './page-words.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Links to the styles and fonts of the payer's page, for the pages around it. */
    payerLook(): string;
  }
}

/** The recipient, the amount, and whether real money moves. */
export interface PayerHead {
  readonly merchant: string;
  readonly logo_url: string | null;
  readonly mode: Mode;
  /** Formatted for the reader. */
  readonly total?: string;
}

export interface PayerPage {
  /** Of the tab, in front of the merchant's name. */
  readonly title: string;
  /** Absent where there is nobody to name: the address is wrong, or its object is not to be had. */
  readonly head?: PayerHead;
  /** HTML; its heading has the id `title`. */
  readonly body: string;
  /** Of the page's address, kept when another language is chosen. */
  readonly query?: Readonly<Record<string, string>>;
}

/** Gives all pages of payers the look of the built invoice page; before it is built they are readable without. */
export function usePayerLook(app: App, invoicePage: string): void {
  let look: string | undefined;
  app.decorate('payerLook', () => {
    look ??= readLook(join(invoicePage, 'client/index.html'));
    return look ?? '';
  });
}

/** A page of payers without scripts, in the frame of the invoice page: its stripe, head, fonts and language menu. */
export function sendPayerPage(reply: FastifyReply, language: Language, page: PayerPage): FastifyReply {
  const { head, body, query = {} } = page;
  const isTest = head?.mode === 'sandbox';
  return reply
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${reply.server.payerLook()}
<title>${escaped(tabTitle(page, language))}</title>
<style nonce="${reply.styleNonce()}">${STYLE}</style>
</head>
<body><div id="root">
${isTest ? stripe(language) : ''}
<main class="stage"><div class="sheet lone">
${head === undefined ? '' : headOf(head, language)}
<section class="pay" aria-labelledby="title">
${body}
</section>
</div></main>
${footer(language, query)}
</div></body>
</html>
`);
}

/** There is nothing at this address, or nothing that can be paid: `text` says what to do. */
export function sendPayerNotice(
  reply: FastifyReply,
  language: Language,
  {
    title,
    text,
    more = '',
    head,
    query = {},
  }: { title: string; text: string; more?: string; head?: PayerHead; query?: Readonly<Record<string, string>> },
): FastifyReply {
  const body = `<h1 id="title">${escaped(title)}</h1><p class="lead">${escaped(text)}</p>${more}`;
  return sendPayerPage(reply, language, { title, body, query, ...(head === undefined ? {} : { head }) });
}

/** As the invoice page has it. */
function tabTitle({ title, head }: PayerPage, language: Language): string {
  if (head === undefined) return title;
  return `${head.mode === 'sandbox' ? `${FRAME_WORDS[language]['test.prefix']} · ` : ''}${title} · ${head.merchant}`;
}

/** The links of the built page's head; undefined until it is built. */
function readLook(file: string): string | undefined {
  try {
    const html = readFileSync(file, 'utf8');
    return (html.match(/<(?:link|meta name="theme-color")[^>]*>/g) ?? []).join('\n');
  } catch {
    return undefined;
  }
}

function stripe(language: Language): string {
  const words = FRAME_WORDS[language];
  return `<aside class="banner" data-tone="warning" aria-label="${words['test.prefix']}">
<p><strong>${words['test.banner']}</strong> ${words['test.coins']}</p></aside>`;
}

function headOf({ merchant, logo_url: logo, total }: PayerHead, language: Language): string {
  const letter = [...merchant.trim()][0]?.toUpperCase() ?? '';
  const picture =
    logo === null
      ? `<span class="logo" aria-hidden="true">${escaped(letter)}</span>`
      : `<img class="logo" src="${escaped(logo)}" alt="" width="40" height="40">`;
  const sum = total === undefined ? '' : `<div class="sum"><p class="total">${escaped(total)}</p></div>`;
  return `<section class="head" aria-label="${FRAME_WORDS[language]['head.label']}">
<div class="who">${picture}<div><p class="merchant">${escaped(merchant)}</p></div></div>${sum}</section>`;
}

function footer(language: Language, query: Readonly<Record<string, string>>): string {
  const words = FRAME_WORDS[language];
  const kept = Object.entries(query).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  const languages = Object.entries(LANGUAGE_NAMES).map(
    ([code, name]) => `<option value="${code}" lang="${code}"${code === language ? ' selected' : ''}>${name}</option>`,
  );
  return `<footer class="foot"><p>${words['foot.by']} <b>Tidegate</b></p>
<a href="${pathIn(language, COOKIE_SETTINGS)}">${words['foot.cookies']}</a>
<form method="get">${kept.join('')}<label><span class="unseen">${words['foot.language']}</span>
<select name="lang" autocomplete="off">${languages.join('')}</select></label>
<button type="submit">${words['foot.change']}</button></form></footer>`;
}

/** Additions to the invoice page's own styles: plain forms, and the button beside the languages. */
const STYLE = `
#root button { cursor: pointer; }
.pay { gap: 16px; padding-bottom: 32px; }
.pay > *, .pay form > * { margin-top: 0; margin-bottom: 0; }
.pay form { display: grid; gap: 16px; }
.pay .button { width: 100%; }
.lead { white-space: pre-line; overflow-wrap: anywhere; }
.field .hint, .field .problem { margin-top: 6px; }
.input.message { height: auto; padding-block: 10px; line-height: 1.5; resize: vertical; }
.note strong, .note span { display: block; }
.facts .total-row { font-weight: 600; }
.facts .total-row dt { color: inherit; }
.again { color: var(--muted); }
.foot form { display: flex; align-items: center; gap: 4px; }
.foot button { min-height: 32px; padding: 0 8px; border: 1px solid var(--edge); border-radius: 6px;
  background: none; color: inherit; font-size: 13px; cursor: pointer; }`;
